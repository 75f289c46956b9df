import Foundation
import TerminalText

/// Something in a shop's files that its keeper should know.
public struct Finding: Hashable, Sendable {
    public enum Severity: Hashable, Sendable {
        /// The file cannot be served, or guests will see that something is wrong.
        case problem
        /// The shop does without, or puts up with it.
        case note
    }

    public let severity: Severity
    /// Seen from the shop's directory: "folder/file.json". Harmless to show, as the text is.
    public let file: String
    /// `nil` for what concerns the file as a whole.
    public let position: TextPosition?
    public let text: FindingText
}

/// A place in a text. Both count from 1, the column in characters.
public struct TextPosition: Hashable, Sendable {
    public let line: Int
    public let column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// A sentence in the languages of the program. Whatever of it comes out of files is made harmless.
public struct FindingText: Hashable, Sendable {
    public let korean: String
    public let english: String

    private static let longest = 400

    init(korean: String, english: String) {
        self.korean = PlainText(korean, limit: FindingText.longest).string
        self.english = PlainText(english, limit: FindingText.longest).string
    }
}

/// Everything that was found, of which no more than a bounded number is kept.
public struct CheckReport: Hashable, Sendable {
    /// In the order of modules and their files.
    public private(set) var findings: [Finding] = []
    /// How many there are in all, with those that were not kept.
    public private(set) var (problems, notes) = (0, 0)

    /// Findings of each severity that are kept.
    public static let most = 200

    public var isEmpty: Bool { problems + notes == 0 }
    /// Those that were not kept.
    public var omitted: Int { problems + notes - findings.count }

    /// Whether one more of that severity would only be counted.
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

    /// The same without those that were told before. What was not kept then is told again.
    func without(_ told: Set<Finding>) -> CheckReport {
        var news = self
        for finding in findings where told.contains(finding) {
            if finding.severity == .problem { news.problems -= 1 } else { news.notes -= 1 }
        }
        news.findings.removeAll(where: told.contains)
        return news
    }
}
