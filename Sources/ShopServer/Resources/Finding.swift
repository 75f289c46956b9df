import Domain
import Foundation
import Pictures
import Platform
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

/// How the text of a delivery fee is understood.
public struct FeeReading: Hashable, Sendable {
    public let text: PlainText
    /// What is charged; `nil` if nothing is, because the text has another form.
    public let fee: DeliveryFee?
    /// The number of details with this text.
    public fileprivate(set) var count: Int
}

/// Pictures of one format and size.
public struct PictureReading: Hashable, Sendable {
    public let format: PictureFormat
    /// The size in pixels.
    public let width: Int
    public let height: Int
    /// The first of them, as a path relative to the shop's directory.
    public let file: PlainText
    public fileprivate(set) var count = 1
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

    /// How the texts of delivery fees in the items' details are understood, in the order in which they appear; empty
    /// if the shop has a rule of its own.
    public private(set) var fees: [FeeReading] = []

    /// The shop's own pictures that are shown, by format and size.
    public private(set) var pictures: [PictureReading] = []

    /// The most findings of each severity that are kept.
    public static let limit = 200

    public var isEmpty: Bool { problems + notes == 0 }
    /// The number of findings that were not kept.
    public var omitted: Int { problems + notes - findings.count }

    /// Whether another finding of that severity would only be counted.
    func isFull(of severity: Finding.Severity) -> Bool {
        (severity == .problem ? problems : notes) >= CheckReport.limit
    }

    mutating func add(_ finding: Finding) {
        let isKept: Bool
        switch finding.severity {
        case .problem:
            problems += 1
            isKept = problems <= CheckReport.limit
        case .note:
            notes += 1
            isKept = notes <= CheckReport.limit
        }
        if isKept { findings.append(finding) }
    }

    /// Counts an item whose detail has this text. Texts above `limit` are not kept.
    mutating func addFee(_ text: PlainText) {
        if let index = fees.firstIndex(where: { $0.text == text }) {
            fees[index].count += 1
        } else if fees.count < CheckReport.limit {
            fees.append(FeeReading(text: text, fee: DeliveryFee(understanding: text.string), count: 1))
        }
    }

    /// Counts a picture that is shown. Formats and sizes above `limit` are not kept.
    mutating func addPicture(_ facts: PictureFacts, in file: String) {
        let index = pictures.firstIndex {
            $0.format == facts.format && $0.width == facts.width && $0.height == facts.height
        }
        if let index {
            pictures[index].count += 1
        } else if pictures.count < CheckReport.limit {
            pictures.append(
                PictureReading(
                    format: facts.format, width: facts.width, height: facts.height, file: PlainText(file)))
        }
    }

    /// Returns the report without the findings in `told`. Findings that were not kept are counted again.
    func without(_ known: Set<Finding>) -> CheckReport {
        var remaining = self
        for finding in findings where known.contains(finding) {
            if finding.severity == .problem { remaining.problems -= 1 } else { remaining.notes -= 1 }
        }
        remaining.findings.removeAll(where: known.contains)
        return remaining
    }
}

// Texts of findings that can occur in any file.
extension FindingText {
    static let empty = FindingText(korean: "파일이 비어 있습니다.", english: "The file is empty.")
    static let noList = FindingText(korean: "여기에는 목록이 와야 합니다.", english: "This has to be a list.")
    static let noItems = FindingText(korean: "목록이 비어 있습니다.", english: "This list is empty.")
    static let undecodable = FindingText(korean: "이 값을 읽을 수 없습니다.", english: "This cannot be read.")
    static let byteOrderMark = FindingText(
        korean: "파일이 BOM으로 시작합니다. BOM은 무시합니다.",
        english: "The file begins with a byte order mark; it is ignored.")
    static let notUTF8 = FindingText(
        korean: "UTF-8이 아닙니다. 파일을 UTF-8로 저장해 주세요.", english: "This is not UTF-8: save it as UTF-8.")

    static let validAgain = FindingText(korean: "다시 올바릅니다.", english: "This is valid again.")

    /// Why a file or directory cannot be read. `link` is where it leads if it is a symbolic link, and `similar` the name of
    /// a file that is probably meant.
    static func unreadable(
        _ error: ShopServerError, link: String? = nil, similar: String? = nil, isDirectory: Bool = false
    ) -> FindingText {
        guard case .inaccessibleResource(_, let code) = error else {
            if let link {
                return FindingText(
                    korean: "링크가 가리키는 파일이 없습니다: \(link)", english: "The link leads to nothing: \(link)")
            }
            let hint = (similar.map { " (비슷한 이름: \($0))" } ?? "", similar.map { " (there is \($0))" } ?? "")
            return isDirectory
                ? FindingText(korean: "디렉터리가 없습니다.\(hint.0)", english: "The directory is missing\(hint.1).")
                : FindingText(korean: "파일이 없습니다.\(hint.0)", english: "The file is missing\(hint.1).")
        }
        let reason = SystemErrorText(errno: Int(code))
        return FindingText(
            korean: "파일을 읽을 수 없습니다: \(reason.korean).", english: "The file cannot be read: \(reason.english).")
    }

    static let noFile = FindingText(
        korean: "파일이 아니라 파이프나 장치입니다.", english: "This is no file but a pipe or a device.")

    /// A field that is probably a misspelt one.
    static func misspelt(_ key: String, _ meant: String) -> FindingText {
        FindingText(
            korean: "“\(key)”라는 항목은 없어서 무시합니다. “\(meant)”를 쓰려고 하셨나요?",
            english: "There is no “\(key)”; it is ignored. Did you mean “\(meant)”?")
    }

    /// A field that is missing, where another one is probably meant to be it.
    static func missing(_ key: String, written found: String) -> FindingText {
        FindingText(
            korean: "“\(key)” 항목이 없습니다. (“\(found)”는 있습니다)", english: "“\(key)” is missing (there is “\(found)”).")
    }

    static func fault(_ fault: JSONFault) -> FindingText {
        switch fault.reason {
        case .unexpectedEnd: FindingText(korean: "글이 도중에 끝납니다.", english: "The text ends too early.")
        case .noValue: FindingText(korean: "여기에는 값이 와야 합니다.", english: "A value is expected here.")
        case .noKey:
            FindingText(korean: "여기에는 큰따옴표로 감싼 이름이 와야 합니다.", english: "A name in double quotes is expected here.")
        case .comment:
            FindingText(
                korean: "JSON에는 주석이 없습니다. \"//\": \"…\"처럼 항목으로 적어 주세요.",
                english: "JSON has no comments: write a field such as \"//\": \"…\".")
        case .noColon: FindingText(korean: "여기에는 콜론이 와야 합니다.", english: "A colon is expected here.")
        case .noComma:
            FindingText(korean: "여기에는 쉼표나 닫는 괄호가 와야 합니다.", english: "A comma or a closing bracket is expected here.")
        case .controlCharacter:
            FindingText(
                korean: "따옴표 안의 제어 문자는 \\t처럼 적어야 합니다.",
                english: "Control characters in quotes are written like \\t.")
        case .unquoted(let text):
            FindingText(
                korean: "이 값은 큰따옴표로 감싸야 합니다: \"\(text)\"", english: "This value needs double quotes: \"\(text)\"")
        case .unclosed:
            FindingText(korean: "이 줄에 닫는 따옴표가 없습니다.", english: "A closing quote is missing in this line.")
        case .escape:
            FindingText(korean: "따옴표 안의 \\ 뒤가 잘못되었습니다.", english: "What follows this \\ in quotes means nothing.")
        case .depth: FindingText(korean: "괄호가 너무 깊습니다.", english: "Brackets are nested too deep.")
        case .textBehindEnd: FindingText(korean: "끝난 뒤에 글이 더 있습니다.", english: "There is more behind the end.")
        case .trailingComma:
            FindingText(korean: "뒤에 아무것도 없는 쉼표라서 무시합니다.", english: "Nothing follows this comma; it is ignored.")
        case .repeatedKey(let key):
            FindingText(
                korean: "“\(key)” 항목이 두 번 있습니다. 앞의 것은 무시합니다.",
                english: "“\(key)” is here a second time; the first one is ignored.")
        case .number:
            FindingText(korean: "숫자를 이렇게 적지 않습니다.", english: "A number is not written like this.")
        }
    }

    static func sameID(_ id: String) -> FindingText {
        FindingText(korean: "같은 id가 앞에 있습니다: \(id)", english: "This id was used before: \(id)")
    }

    /// Returns why a value could not be decoded; `text` is the value's JSON.
    static func undecodable(_ error: DecodingError, text: Data) -> FindingText {
        switch error {
        case .keyNotFound(let key, _):
            FindingText(korean: "“\(key.stringValue)” 항목이 없습니다.", english: "“\(key.stringValue)” is missing.")
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            wrongType(ValueKind(type), name: context.codingPath.name)
        case .dataCorrupted(let context): unusable(text, name: context.codingPath.name)
        @unknown default: undecodable
        }
    }

    private static func wrongType(_ kind: ValueKind, name: String?) -> FindingText {
        FindingText(
            korean: "\(name.map { "“\($0)” 값은" } ?? "이 값은") \(kind.korean) 합니다.",
            english: "\(name.map { "“\($0)”" } ?? "This") has to be \(kind.english).")
    }

    static func unusable(_ text: Data, name: String?) -> FindingText {
        let value = String(decoding: text.prefix(maxValueLength), as: UTF8.self)
        return FindingText(
            korean: "\(name.map { "“\($0)” 값을" } ?? "이 값을") 쓸 수 없습니다: \(value)",
            english: "\(name.map { "“\($0)”" } ?? "This") cannot be used: \(value)")
    }

    /// The most bytes of a value that are quoted.
    static let maxValueLength = 80
}

/// A description of the expected type of a value.
private struct ValueKind {
    let korean: String
    let english: String

    init(_ type: any Any.Type) {
        (korean, english) =
            switch type {
            case is String.Type: ("글자여야", "text")
            case is Int.Type: ("정수여야", "a whole number")
            case is Bool.Type: ("true나 false여야", "true or false")
            case is [String: Any].Type: ("{ } 묶음이어야", "an object in { }")
            default: ("[ ] 목록이어야", "a list in [ ]")
            }
    }
}

extension [any CodingKey] {
    /// The last key in the path that is a name.
    fileprivate var name: String? { last { $0.intValue == nil }?.stringValue }
}
