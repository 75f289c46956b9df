import Domain
import Foundation
import Pictures
import ShopClient
import ShopHTTP
import TerminalText

/// The program's own texts in one language: footer, help, states and errors. Both languages stand side by side where a text
/// is made. What the shop says (rows, headings) is data and not part of it.
public struct Words: Sendable {
    static let korean = Words(language: .korean)
    static let english = Words(language: .english)

    let language: Language
    /// The keys that the user configured.
    var keys = KeyChoices()

    func say<Text>(_ korean: @autoclosure () -> Text, _ english: @autoclosure () -> Text) -> Text {
        language.say(korean(), english())
    }
}

extension Language {
    public func say<Text>(_ korean: @autoclosure () -> Text, _ english: @autoclosure () -> Text) -> Text {
        switch self {
        case .korean: korean()
        case .english: english()
        }
    }

    /// The beginning of a sentence about a change whose result is unknown: why there was no usable answer.
    public func unanswered(_ failure: FetchFailure) -> String {
        if let status = failure.status {
            return say("서버가 \("\(status)".with(.direction)) 응답해", "The server answered \(status)")
        }
        return switch failure {
        case .timedOut, .interrupted, .unreachable: say("서버가 응답하지 않아", "No answer")
        default: say("서버가 제대로 응답하지 않아", "The server did not answer properly")
        }
    }
}

/// The texts of one part of the program, in the language of `words`.
protocol Texts: Sendable {
    var words: Words { get }
}

extension Texts {
    func say<Text>(_ korean: @autoclosure () -> Text, _ english: @autoclosure () -> Text) -> Text {
        words.say(korean(), english())
    }
}

extension Words {
    /// The name of the program.
    var shop: String { say("반찬", "Banchan") }
    var helpTitle: String { say("도움말", "Help") }
    var loading: String { say("불러오는 중", "loading") }
    var pictureIsTooLarge: String {
        let (bytes, pixels) = (PictureDecoder.maxFetchedBytes >> 20, PictureDecoder.maxPixels / 1_000_000)
        return say(
            "그림이 너무 큽니다. \(bytes) MiB, \(pixels * 100)만 픽셀까지 보입니다.",
            "The picture is too large. The limit is \(bytes) MiB and \(pixels) megapixels.")
    }
    var connecting: String { say("연결 중", "connecting") }
    var connected: String { say("연결됨", "connected") }
    var disconnected: String { say("연결 끊김", "disconnected") }
    var connectionLost: String {
        say("서버와 연결이 끊겼습니다. 다시 연결하는 중입니다.", "The connection to the server is lost. Trying again.")
    }
    var connectionBack: String { say("서버와 다시 연결됐습니다.", "The server is back.") }
    /// The text shown for a section that was never fetched, while the server cannot be reached.
    var notFetched: String { say("연결되면 불러옵니다.", "Shown once connected.") }
    var copied: String { say("클립보드로 보냈습니다", "Sent to the clipboard") }
    var nothingToCopy: String { say("복사할 것이 없습니다.", "There is nothing to copy.") }
    /// The label of the field for the guest's name.
    var guest: String { say("이름", "Name") }

    /// The time of the next attempt to reach the server.
    func nextTry(_ time: String) -> String { say("\(time) 다시 시도", "next try \(time)") }

    func count(_ count: Int) -> String { say("\(count.grouped)개", count.grouped) }

    func tooSmall(_ width: Int, _ height: Int) -> String {
        say("화면을 \(width)x\(height) 이상으로 키워 주세요.", "Please make the window at least \(width)x\(height).")
    }

    func age(_ age: Age) -> String {
        switch age {
        case .now: say("방금 전", "just now")
        case .minutes(let count): say("\(count)분 전", "\(count) min ago")
        case .hours(let count): say("\(count)시간 전", "\(count) h ago")
        case .days(let count): say("\(count)일 전", count == 1 ? "1 day ago" : "\(count) days ago")
        }
    }

    func guestProblem(_ problem: GuestProblem) -> String {
        switch problem {
        case .nobody: say("이름을 입력해 주세요.", "Enter a name.")
        case .tooLong(let excess):
            say(
                "이름이 \(excess)글자 깁니다 (\(Guest.maxNameLength)자까지).",
                "\(excess) characters too long (at most \(Guest.maxNameLength)).")
        }
    }

    /// The number of records of a section that could not be read.
    func leftOut(_ count: Int) -> String { say("\(count.grouped)개 빠짐", "\(count.grouped) left out") }

    /// The message of `banchan menu` for a section that could not be fetched.
    public func sectionFailed(_ heading: SectionHeading, _ failure: FetchFailure) -> String {
        "\(heading.title): \(self.failure(failure))"
    }

    /// Why a record could not be read.
    public func recordLeftOut(_ heading: SectionHeading, _ error: SectionBodyError) -> String {
        let reason = body(error, Words.anyRow[language])
        return say("\(heading.title): 하나가 빠졌습니다. \(reason).", "\(heading.title): left out: \(reason)")
    }
}

// Why a fetch failed.
extension Words {
    /// The word for a row of a kind without a name.
    static let anyRow = LocalizedText("항목", "item")

    /// Returns why a fetch failed; `row` is the word for a row.
    func failure(_ failure: FetchFailure, row: LocalizedText = anyRow) -> String {
        switch failure {
        case .unreachable: say("서버에 연결할 수 없습니다", "the server cannot be reached")
        case .untrusted(let fault): certificate(fault)
        case .interrupted: say("받는 중에 연결이 끊겼습니다", "the connection broke off")
        case .notHTTP: say("서버가 보낸 것이 HTTP가 아닙니다", "what the server sends is not HTTP")
        case .undecodable(let coding):
            say(
                "서버의 응답을 읽을 수 없습니다 (압축 형식 \(coding))",
                "the answer cannot be read (content encoding \(coding))")
        case .timedOut: say("서버 응답이 늦습니다", "the server did not answer in time")
        case .tooLarge(let limit):
            say("응답이 너무 큽니다 (\(limit)바이트까지 받습니다)", "the answer is larger than \(limit) bytes")
        case .redirected: say("서버가 계속 다른 주소로 보냅니다", "the server keeps redirecting")
        case .status(let status):
            say("서버가 \("\(status)".with(.direction)) 응답했습니다", "the server answered \(status)")
        case .later(let status, _):
            say(
                "서버가 잠시 뒤에 다시 요청하라고 합니다 (\(status))", "the server asks to try again in a while (\(status))")
        case .body(let error): body(error, row[language])
        }
    }

    /// Returns what is wrong with a body; `row` is the word for a row.
    func body(_ error: SectionBodyError, _ row: String) -> String {
        switch error {
        case .empty: say("응답이 비어 있습니다", "the answer is empty")
        case .notJSON: say("응답을 읽을 수 없습니다", "the answer cannot be read")
        case .charset(let name?):
            say("서버의 응답을 읽을 수 없습니다 (문자 집합 \(name))", "the answer cannot be read (charset \(name))")
        case .charset(nil):
            say("서버의 응답을 읽을 수 없습니다 (알 수 없는 문자 집합)", "the answer cannot be read (unknown charset)")
        case .notUTF8(let line):
            say("\(line)행이 UTF-8이 아닙니다. UTF-8로 저장해 주세요", "line \(line) is not UTF-8: save it as UTF-8")
        case .refused(let status):
            say("서버가 \("\(status)".with(.direction)) 거절했습니다", "the server refused with \(status)")
        case .missing(let item, let key):
            position(item, row) + say("\(key.with(.subject)) 빠졌습니다", "\(key) is missing")
        case .unreadable(let item, let key):
            position(item, row) + say("\(key.with(.object)) 읽을 수 없습니다", "\(key) cannot be read")
        case .otherRecord: say("서버가 다른 항목의 내용을 보냈습니다", "the server sent the page of something else")
        case .foreign(let item?, .object, .object):
            say("\(item + 1)번째 \(row.with(.object)) 읽을 수 없습니다", "\(row) \(item + 1) cannot be read")
        case .foreign(let item, let expected, let found):
            say(
                "\((item.map { "\($0 + 1)번째 \(row)" } ?? "응답").with(.subject)) "
                    + "\(shape(expected).with(.subject)) 아니라 \(shape(found))입니다",
                "\(item.map { "\(row) \($0 + 1)" } ?? "the answer") is \(shape(found)), not \(shape(expected))")
        }
    }

    private func position(_ index: Int?, _ row: String) -> String {
        index.map { say("\($0 + 1)번째 \(row)에 ", "\(row) \($0 + 1): ") } ?? ""
    }

    private func certificate(_ fault: CertificateFault) -> String {
        let reason: String
        switch fault {
        case .expired: reason = say("만료됨", "expired")
        case .notYetValid: reason = say("아직 유효하지 않음", "not valid yet")
        case .otherName: reason = say("이름이 다름", "of another name")
        case .unknownIssuer: reason = say("발급자를 모름", "unknown issuer")
        case .noHandshake:
            return say("서버와 암호화 연결을 맺을 수 없습니다", "no encrypted connection to the server is possible")
        case .noTrustedFile:
            return say(
                "SSL_CERT_FILE이 가리키는 파일이 없거나 인증서가 없습니다",
                "the file that SSL_CERT_FILE names is missing or has no certificate")
        }
        return say("서버의 인증서를 믿을 수 없습니다: \(reason)", "the server's certificate cannot be trusted: \(reason)")
    }

    private func shape(_ shape: JSONShape) -> String {
        switch shape {
        case .object: say("객체", "an object")
        case .list: say("목록", "a list")
        case .text: say("문자열", "a string")
        case .number: say("숫자", "a number")
        case .boolean: say("참거짓 값", "true or false")
        case .null: "null"
        case .page: say("웹페이지(HTML)", "a web page (HTML)")
        }
    }
}

extension Words {
    /// The context of a key table, which decides what the user's keys are checked against.
    enum KeyContext {
        /// A list: the keys that work on all lists are valid as well.
        case list
        /// A layer: the table is complete.
        case layer
        /// A text: the table is complete, and letters are typed.
        case text
    }

    /// Returns the label of a command's first key in `table`; empty if it has none.
    func key(_ command: Command, in table: KeyTable, at context: KeyContext = .list) -> String {
        keyTable(table, at: context).label(of: command)
    }

    /// Returns the key's name for a sentence. For a command without a key, that is the palette's key and the command's
    /// name.
    func keyName(_ command: Command, in table: KeyTable, at context: KeyContext = .list) -> String {
        let key = key(command, in: table, at: context)
        guard key.isEmpty else { return key }
        let palette = self.key(.palette, in: .everywhere)
        return palette.isEmpty ? command.name : "\(palette) \(command.name)"
    }

    /// Returns the table with the user's keys.
    func keyTable(_ table: KeyTable, at context: KeyContext = .list) -> KeyTable {
        guard !keys.isEmpty else { return table }
        switch context {
        case .list:
            var whole = table
            whole.append(contentsOf: KeyTable.list([]))
            return KeyTable(whole.applying(keys).prefix(table.count))
        case .layer: return table.applying(keys)
        case .text: return table.applying(keys, inText: true)
        }
    }

    func naming(_ keys: KeyChoices) -> Words {
        var words = self
        words.keys = keys
        return words
    }

    /// The key to press to retry.
    var retry: String {
        let key = key(.refetch, in: .list([]))
        return key.isEmpty ? "" : say("\(key) 다시 시도", "\(key) to retry")
    }
}

/// How long ago something was, in the unit a person would use.
enum Age: Hashable, Sendable {
    case now
    case minutes(Int)
    case hours(Int)
    case days(Int)

    /// The age of `date` at `now`; a date in the future counts as now.
    init(of date: Date, at now: Date) {
        let minutes = Int(max(0, now.timeIntervalSince(date)) / 60)
        switch minutes {
        case 0: self = .now
        case ..<60: self = .minutes(minutes)
        case ..<(24 * 60): self = .hours(minutes / 60)
        default: self = .days(minutes / (24 * 60))
        }
    }
}

public enum Language: Sendable, CaseIterable {
    case korean, english

    /// Selects Korean for Korean locales and English for all others. The first variable that is set decides, as POSIX
    /// specifies.
    public init(environment: [String: String]) {
        let variables = ["LC_ALL", "LC_MESSAGES", "LANG"]
        let locale = variables.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        self = locale.hasPrefix("ko") ? .korean : .english
    }

    public var words: Words { Words(language: self) }
}
