import ArgumentParser
import Domain
import Foundation
import Pictures
import ShopApp
import ShopServer
import TerminalText

/// `banchan check`: checks the files of a shop.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check the files of a shop.",
        discussion: """
            Reads the menu, its details and pictures, the juice bar, the drinks machine and the avatars as the server \
            would, and prints a line for everything that it would refuse, repair or not find: file:line:column: sentence. \
            Below it says how it understands each text of a delivery fee, unless shop.json has a rule for all, and \
            the formats and sizes of the shop's pictures. \
            The exit code is 0 where there is nothing but notes.
            """)

    @Argument(
        help: ArgumentHelp(
            "The directory with the shop's data; else the one that came with the program.", valueName: "dir"),
        completion: .directory)
    var directory: String?

    func run() throws {
        let user = User.ofCommand
        let resources = try ShopServer.directory(directory)
        let path = directory ?? resources.path(percentEncoded: false)
        guard FileManager.default.fileExists(atPath: path) else { throw CommandProblem.missingResources(path: path) }
        guard ShopServer.isShop(at: resources) else { throw CommandProblem.noShop(path: path) }
        let report = user.showing(.checking) { ShopServer.check(resources) }
        let printed = PrintedFindings(report: report, directory: path, language: user.language)
        try StandardOutput.write(
            (printed.lines() + printed.fees + printed.pictures + [printed.summary]).joined(separator: "\n") + "\n")
        if report.problems > 0 { throw ExitCode.failure }
    }
}

/// Formats the findings about a shop's files as text, one per line.
struct PrintedFindings {
    let report: CheckReport
    /// The shop's directory, as the user named it.
    let directory: String
    let language: Language

    private static let maxLineLength = 2_000

    /// Returns at most `most` lines `file:line:column: sentence`, and one with the number of further findings, if any.
    func lines(limit: Int = .max) -> [String] {
        let shown = report.findings.prefix(limit).map(line)
        let rest = report.problems + report.notes - shown.count
        return rest > 0 ? shown + [language.say("이 밖에 \(rest)건이 더 있습니다.", "There are \(rest) more.")] : shown
    }

    private func line(_ finding: Finding) -> String {
        let position = finding.position.map { ":\($0.line):\($0.column)" } ?? ""
        let file = directory.hasSuffix("/") ? directory + finding.file : "\(directory)/\(finding.file)"
        return PlainText("\(file)\(position): \(sentence(finding))", limit: PrintedFindings.maxLineLength).string
    }

    private func sentence(_ finding: Finding) -> String {
        switch finding.severity {
        case .problem: language.say(finding.text.korean, finding.text.english)
        case .note: language.say("참고: \(finding.text.korean)", "note: \(finding.text.english)")
        }
    }

    /// What each text of a delivery fee is taken for.
    var fees: [String] {
        guard !report.fees.isEmpty else { return [] }
        return [language.say("배달비:", "Delivery fees:")] + report.fees.map { "  \(reading($0))" }
    }

    private func reading(_ reading: FeeReading) -> String {
        let dishes = language.say("\(reading.count)가지", "dishes: \(reading.count)")
        return "“\(reading.text)” (\(dishes)): \(charged(reading.fee))"
    }

    private func charged(_ fee: DeliveryFee?) -> String {
        guard let fee else { return language.say("받지 않습니다.", "nothing is charged.") }
        let amount = fee.amount.text
        guard let limit = fee.freeFrom?.text else { return language.say("\(amount)을 받습니다.", "\(amount).") }
        return language.say("\(amount), \(limit)부터 무료입니다.", "\(amount), free from \(limit).")
    }

    /// The formats and sizes of the pictures.
    var pictures: [String] {
        guard !report.pictures.isEmpty else { return [] }
        let readings = report.pictures.map { reading in
            let others = reading.count - 1
            let more = others > 0 ? language.say(" 외 \(others)개", " and \(others) more") : ""
            return "  \(reading.format.name), \(reading.width) × \(reading.height): \(reading.file)\(more)"
        }
        return [language.say("그림:", "Pictures:")] + readings
    }

    /// The numbers of problems and notes as a sentence.
    var summary: String {
        guard !report.isEmpty else { return language.say("고칠 것이 없습니다.", "Nothing was found.") }
        return language.say(
            "고칠 것 \(report.problems)건, 참고할 것 \(report.notes)건.",
            "Problems: \(report.problems). Notes: \(report.notes).")
    }
}

extension User {
    /// The maximum number of findings reported about a shop that is served.
    private static let maxFindings = 20

    /// Reports the findings about the shop's files below `directory` on standard error.
    func report(_ findings: CheckReport, of directory: URL) {
        let printed = PrintedFindings(
            report: findings, directory: directory.path(percentEncoded: false), language: language)
        // The last line, the number of further findings, belongs to none.
        let severities = findings.findings.map { $0.severity == .note ? ProblemSeverity.notice : .error }
        for (index, line) in printed.lines(limit: User.maxFindings).enumerated() {
            report(line, as: index < min(User.maxFindings, severities.count) ? severities[index] : .notice)
        }
    }
}
