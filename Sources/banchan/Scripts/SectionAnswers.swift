import ArgumentParser
import Domain
import Foundation
import Progress
import ShopApp
import ShopClient
import ShopHTTP

/// A shop's answers for some of its sections.
struct SectionAnswers: Sendable {
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
    /// Fetches `sections` from the shop of `server` and prints `page` of the answers on standard output. Then reports on
    /// standard error what is missing, and throws the exit code for it. A shop of this device opens its database only if it
    /// `takesOrders`.
    func print(
        _ sections: [SectionDefinition], at server: String?, takesOrders: Bool = true,
        _ page: (SectionAnswers) -> String
    ) async throws {
        let answers: SectionAnswers
        do throws(CommandProblem) {
            let shop = try Shop(at: server, takesOrders: takesOrders, user: self)
            answers = try await self.answers(of: sections, at: shop)
            try StandardOutput.write(page(answers))
        } catch {
            throw failure(error)
        }
        try tell(answers)
    }

    /// Fetches `sections` from `shop`, with a progress line if that takes long.
    private func answers(
        of sections: [SectionDefinition], at shop: Shop
    ) async throws(CommandProblem) -> SectionAnswers {
        try await showing(.asking) { line async throws(CommandProblem) in
            let source = shop.source
            return try await shop.open { await SectionAnswers(of: sections, from: source, line) }
        }
    }

    /// Reports the sections that could not be fetched and the records that could not be read. Throws the exit code if
    /// there are any.
    private func tell(_ answers: SectionAnswers) throws(ExitCode) {
        for (section, reason) in answers.leftOut { tell(words.recordLeftOut(section.heading, reason)) }
        for (section, failure) in answers.failures { tell(words.sectionFailed(section.heading, failure)) }
        if let failure = answers.failures.first?.failure ?? answers.leftOut.first.map({ .body($0.reason) }) {
            throw CommandStatus(failure).code
        }
    }
}

extension Shop {
    /// Opens the shop, runs `body`, closes the shop and returns the result. Throws why there is no shop.
    func open<Value: Sendable>(
        during body: @escaping @Sendable () async -> Value
    ) async throws(CommandProblem) -> Value {
        typealias Part = ShopVisit<Value>
        let (value, problem) = await withTaskGroup(of: Part.self, returning: (Value?, CommandProblem?).self) { group in
            group.addTask {
                do throws(CommandProblem) {
                    try await run()
                    return .end(nil)
                } catch {
                    return .end(error)
                }
            }
            group.addTask { .value(await body()) }
            var (value, problem) = (Value?.none, CommandProblem?.none)
            for await part in group {
                switch part {
                case .value(let made):
                    value = made
                    group.cancelAll()
                case .end(let why?):
                    problem = why
                    group.cancelAll()
                case .end(nil): break
                }
            }
            return (value, problem)
        }
        if let problem { throw problem }
        guard let value else { throw .serverEnded }
        return value
    }
}

/// The end of one of the two tasks of an open shop.
private enum ShopVisit<Value: Sendable>: Sendable {
    case value(Value)
    /// Serving ended, or failed with a problem. A remote shop's ends at once.
    case end(CommandProblem?)
}
