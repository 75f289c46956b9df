import Domain
import Foundation
import ShopApp
import ShopServer
import TerminalText

/// Formats the findings about a shop's files as text, one per line.
struct PrintedFindings {
    let report: CheckReport
    /// The shop's directory, as the user named it.
    let directory: String
    let language: Language

    private static let maxLineLength = 2_000

    /// Returns at most `most` lines `file:line:column: sentence`, and one with the number of further findings, if any.
    func lines(most: Int = .max) -> [String] {
        let shown = report.findings.prefix(most).map(line)
        let rest = report.problems + report.notes - shown.count
        guard rest > 0 else { return shown }
        switch language {
        case .korean: return shown + ["이 밖에 \(rest)건이 더 있습니다."]
        case .english: return shown + ["There are \(rest) more."]
        }
    }

    private func line(_ finding: Finding) -> String {
        let place = finding.position.map { ":\($0.line):\($0.column)" } ?? ""
        let file = directory.hasSuffix("/") ? directory + finding.file : "\(directory)/\(finding.file)"
        return PlainText("\(file)\(place): \(sentence(finding))", limit: PrintedFindings.maxLineLength).string
    }

    private func sentence(_ finding: Finding) -> String {
        switch (language, finding.severity) {
        case (.korean, .problem): finding.text.korean
        case (.korean, .note): "참고: \(finding.text.korean)"
        case (.english, .problem): finding.text.english
        case (.english, .note): "note: \(finding.text.english)"
        }
    }

    /// The numbers of problems and notes as a sentence.
    var summary: String {
        switch language {
        case .korean:
            report.isEmpty ? "고칠 것이 없습니다." : "고칠 것 \(report.problems)건, 참고할 것 \(report.notes)건."
        case .english:
            report.isEmpty ? "Nothing was found." : "Problems: \(report.problems). Notes: \(report.notes)."
        }
    }
}

extension User {
    /// The maximum number of findings reported about a shop that is served.
    private static let maxFindings = 20

    /// Reports the findings about the shop's files below `directory` on standard error.
    func tell(_ report: CheckReport, of directory: URL) {
        let printed = PrintedFindings(
            report: report, directory: directory.path(percentEncoded: false), language: language)
        for line in printed.lines(most: User.maxFindings) { tell(line) }
    }
}
