import ArgumentParser
import Domain
import Foundation
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
            The exit code is 0 where there is nothing but notes.
            """)

    @Argument(
        help: ArgumentHelp(
            "The directory with the shop's data; else the one that came with the program.", valueName: "dir"),
        completion: .directory)
    var directory: String?

    func run() throws {
        let user = User.current
        let resources = try ShopServer.directory(directory)
        let path = directory ?? resources.path(percentEncoded: false)
        guard FileManager.default.fileExists(atPath: path) else { throw CommandProblem.missingResources(path: path) }
        let report = user.showing(.checking) { ShopServer.check(resources) }
        let printed = PrintedFindings(report: report, directory: path, language: user.language)
        try StandardOutput.write((printed.lines() + [printed.summary]).joined(separator: "\n") + "\n")
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
        for line in printed.lines(limit: User.maxFindings) { report(line) }
    }
}
