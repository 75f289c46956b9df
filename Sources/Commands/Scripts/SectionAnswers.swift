import ArgumentParser
import Domain
import Foundation
import ShopApp
import ShopClient
import Terminal

/// A shop's answers for some of its sections.
struct SectionAnswers: Sendable {
    let sections: [SectionDefinition]
    /// The sections that could not be fetched, in the given order.
    let failures: [(section: SectionDefinition, failure: FetchFailure)]
    /// The reasons why records were left out, with their sections, in the given order.
    let leftOut: [(section: SectionDefinition, reason: SectionBodyError)]
    private let rows: [SectionID: SectionRows]

    /// Fetches all sections from an open shop at once, and reports to `line` how many have answered.
    init(of sections: [SectionDefinition], from source: any SectionSource, _ line: ProgressLine? = nil) async {
        let answers = await withTaskGroup(
            of: (SectionID, Result<SectionRows, FetchFailure>).self,
            returning: [SectionID: Result<SectionRows, FetchFailure>].self
        ) { group in
            for section in sections {
                group.addTask { (section.id, await SectionAnswers.answer(of: section, from: source)) }
            }
            line?.report(ProgressEstimate(count: 0, total: sections.count))
            return await group.reduce(into: [:]) {
                $0[$1.0] = $1.1
                line?.report(ProgressEstimate(count: $0.count, total: sections.count))
            }
        }
        self.sections = sections
        rows = answers.compactMapValues { try? $0.get() }
        failures = sections.compactMap { section in
            guard case .failure(let failure) = answers[section.id] else { return nil }
            return (section, failure)
        }
        leftOut = sections.flatMap { section in
            (try? answers[section.id]?.get())?.leftOut.reasons.map { (section, $0) } ?? []
        }
    }

    /// Returns the rows of a section, or `nil` if it could not be fetched.
    func rows<Row: SectionRow>(of section: SectionID, as kind: Row.Type = Row.self) -> [Row]? {
        rows[section]?.array(of: kind)
    }

    private static func answer(
        of section: SectionDefinition, from source: any SectionSource
    ) async -> Result<SectionRows, FetchFailure> {
        do throws(FetchFailure) {
            guard case .content(let rows, _) = try await source.fetch(section, validator: nil) else {
                return .failure(.status(304))
            }
            return .success(rows)
        } catch {
            return .failure(error)
        }
    }
}

extension User {
    /// Fetches the sections of a counter from the shop of `server` and prints `page` of the answers on standard output. Then
    /// reports on standard error what is missing, and throws the exit code for it, or that the shop has no such counter. A
    /// shop of this device opens its database only if it `takesOrders`.
    func print(
        _ counter: CounterName, at server: String?, takesOrders: Bool = true,
        _ sections: @escaping @Sendable (ShopProfile) -> [SectionDefinition], _ page: (SectionAnswers) -> String
    ) async throws {
        let shop = try Shop(at: server, takesOrders: takesOrders, user: self)
        let source = shop.source
        let answers = try await showing(.asking) { line in
            try await shop.open { [self] in
                let profile = await shop.profile(user: self)
                try profile.requires(counter, language)
                return await SectionAnswers(of: sections(profile), from: source, line)
            }
        }
        try StandardOutput.write(page(answers))
        try report(answers)
    }

    /// Reports the sections that could not be fetched and the records that could not be read. Throws the exit code if
    /// there are any.
    private func report(_ answers: SectionAnswers) throws(ExitCode) {
        for (section, reason) in answers.leftOut { report(words.recordLeftOut(section.heading, reason)) }
        for (section, failure) in answers.failures { report(words.sectionFailed(section.heading, failure)) }
        if let failure = answers.failures.first?.failure ?? answers.leftOut.first.map({ .body($0.reason) }) {
            throw CommandStatus(failure).code
        }
    }
}

extension Shop {
    /// Opens the shop, runs `body`, closes the shop and returns the result. Throws why there is no shop, or the error of
    /// `body`.
    func open<Value: Sendable>(during body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await withThrowingTaskGroup(of: Result<Value, any Error>?.self) { group in
            group.addTask {
                // For a remote shop this ends at once.
                try await run()
                return nil
            }
            group.addTask {
                do {
                    return .success(try await body())
                } catch {
                    return .failure(error)
                }
            }
            var outcome: Result<Value, any Error>?
            // The problem of a shop that cannot be opened goes before what `body` made of it.
            for try await ended in group {
                guard let ended else { continue }
                outcome = ended
                group.cancelAll()
            }
            guard let outcome else { throw CommandProblem.serverEnded }
            return try outcome.get()
        }
    }
}

extension ShopProfile {
    /// Throws if the shop has no such counter.
    func requires(_ counter: CounterName, _ language: Language) throws(CommandFailure) {
        guard !counters.contains(counter) else { return }
        let (korean, english) =
            switch counter {
            case .menu: ("반찬 코너", "menu")
            case .juice: ("주스 코너", "juice bar")
            case .drinks: ("음료 자판기", "drinks machine")
            case .contacts: ("연락처", "phone book")
            case .orders: ("주문 코너", "orders")
            }
        throw CommandFailure(
            sentence: language.say("이 가게에는 \(korean)가 없습니다.", "This shop has no \(english)."), status: .refused)
    }
}
