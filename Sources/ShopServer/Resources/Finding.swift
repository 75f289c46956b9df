import Foundation
import TerminalText

/// A problem or note about the shop's files, for its keeper.
public struct Finding: Hashable, Sendable {
    public enum Severity: Hashable, Sendable {
        /// The file cannot be served, or guests will notice that something is wrong.
        case problem
        /// The shop works without it or corrects it.
        case note
    }

    public let severity: Severity
    /// The path relative to the shop's directory: "folder/file.json". Control characters are removed, as from the text.
    public let file: String
    /// The position in the file; `nil` if the finding is about the file as a whole.
    public let position: TextPosition?
    public let text: FindingText
}

/// A position in a text. Both numbers count from 1; the column is in characters.
public struct TextPosition: Hashable, Sendable {
    public let line: Int
    public let column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// A message in each language of the program. Control characters that come from files are removed, and the length is
/// limited.
public struct FindingText: Hashable, Sendable {
    public let korean: String
    public let english: String

    private static let longest = 400

    init(korean: String, english: String) {
        self.korean = PlainText(korean, limit: FindingText.longest).string
        self.english = PlainText(english, limit: FindingText.longest).string
    }
}

/// The findings of a check, of which a limited number is kept.
public struct CheckReport: Hashable, Sendable {
    /// The findings that were kept, in the order of modules and their files.
    public private(set) var findings: [Finding] = []
    /// The total numbers, including findings that were not kept.
    public private(set) var (problems, notes) = (0, 0)

    /// The most findings of each severity that are kept.
    public static let most = 200

    public var isEmpty: Bool { problems + notes == 0 }
    /// The number of findings that were not kept.
    public var omitted: Int { problems + notes - findings.count }

    /// Whether another finding of that severity would only be counted.
    func isFull(of severity: Finding.Severity) -> Bool {
        (severity == .problem ? problems : notes) >= CheckReport.most
    }

    mutating func add(_ finding: Finding) {
        let isKept: Bool
        switch finding.severity {
        case .problem:
            problems += 1
            isKept = problems <= CheckReport.most
        case .note:
            notes += 1
            isKept = notes <= CheckReport.most
        }
        if isKept { findings.append(finding) }
    }

    /// Returns the report without the findings in `told`. Findings that were not kept are counted again.
    func without(_ told: Set<Finding>) -> CheckReport {
        var remaining = self
        for finding in findings where told.contains(finding) {
            if finding.severity == .problem { remaining.problems -= 1 } else { remaining.notes -= 1 }
        }
        remaining.findings.removeAll(where: told.contains)
        return remaining
    }
}
