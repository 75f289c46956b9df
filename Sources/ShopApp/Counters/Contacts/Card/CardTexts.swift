import Contacts
import Platform

/// A message of a command that imports or exports contact files. Carries data only.
public enum CardMessage: Hashable, Sendable {
    /// The phone book at `path` cannot be used.
    case phoneBook(path: String, PhoneBookError)
    /// The environment defines no location for the phone book.
    case noDirectory
    case unreadableFile(path: String, code: Int)
    case unwritableFile(path: String, code: Int)
    /// The card at `line` is not a valid contact.
    case bad(line: Int, VCardProblem)
    /// `count` lines of the card were not understood.
    case leftOut(line: Int, count: Int)
    /// The contact already exists with different details.
    case existsWithDifferences(line: Int, name: String)
    /// The rest of the file was not read.
    case unreadCards(path: String, VCardFileProblem)
    /// The result of importing a whole file.
    case imported(ImportCounts)
    case importStopped(added: Int)
    case exportStopped
}

public struct ImportCounts: Hashable, Sendable {
    public var added = 0
    /// The number of added contacts whose UID another contact has, so that they got one of their own.
    public var withNewUID = 0
    /// The number of contacts that already existed.
    public var known = 0
    /// The number of those that had other contents and were not changed.
    public var different = 0
    /// The number of cards that could not be read.
    public var bad = 0
    /// The number of lines that were not understood in cards that were read.
    public var leftOut = 0

    public init() {}
}

struct CardTexts: Texts {
    let words: Words

    func sentence(_ message: CardMessage) -> String {
        switch message {
        case .phoneBook(let path, let error):
            say(
                "연락처 파일 \(path.with(.object)) 쓸 수 없습니다: \(phoneBook(error)).",
                "The phone book \(path) cannot be used: \(phoneBook(error)).")
        case .noDirectory:
            say(
                "연락처를 둘 곳이 없습니다: XDG_DATA_HOME도 HOME도 없습니다.",
                "There is no place for a phone book: neither XDG_DATA_HOME nor HOME is set.")
        case .unreadableFile(let path, let code):
            say(
                "\(path.with(.object)) 읽을 수 없습니다: \(SystemErrorText.of(code, in: words.language)).",
                "\(path) cannot be read: \(SystemErrorText.of(code, in: words.language)).")
        case .unwritableFile(let path, let code):
            say(
                "\(path)에 쓸 수 없습니다: \(SystemErrorText.of(code, in: words.language)).",
                "\(path) cannot be written: \(SystemErrorText.of(code, in: words.language)).")
        case .bad(let line, let problem):
            say("\(line)번째 줄: \(self.problem(problem)).", "Line \(line): \(self.problem(problem)).")
        case .leftOut(let line, let count):
            say(
                "\(line)번째 줄: 이 명함에서 \(count)줄을 이해하지 못했습니다.",
                "Line \(line): \(lines(count)) of this card not understood.")
        case .existsWithDifferences(let line, let name):
            say(
                "\(line)번째 줄: \(name) 연락처가 다른 내용으로 이미 있어 그대로 두었습니다.",
                "Line \(line): \(name) is in the phone book with other facts, and was left as it is.")
        case .unreadCards(let path, .noCards):
            say(
                "\(path): 연락처 파일(vCard)이 아닌 것 같아 나머지는 읽지 않았습니다.",
                "\(path) does not look like a file of contacts (vCard): the rest was not read.")
        case .unreadCards(let path, .tooManyCards(let limit)):
            say("\(path): 처음 \(limit)개의 명함만 읽었습니다.", "\(path): only the first \(limit) cards were read.")
        case .unreadCards(let path, .archive):
            say(
                "\(path.with(.topic)) 압축 파일(zip)입니다. 압축을 푼 뒤 그 안의 연락처 파일(.vcf)을 가져와 주세요.",
                "\(path) is a zip archive: extract it, and import the file of contacts (.vcf) in it.")
        case .unreadCards(let path, .table):
            say(
                "\(path.with(.topic)) 표(CSV)입니다. 연락처는 vCard(.vcf)로 내보낸 파일에서 가져올 수 있습니다.",
                "\(path) is a table (CSV): export the contacts as vCard (.vcf), and import that file.")
        case .imported(let counts): ([sums(counts)] + uids(counts) + differences(counts)).joined(separator: " ")
        case .importStopped(let added):
            say(
                "멈췄습니다. 연락처 \(added)개는 추가되어 남아 있습니다. 같은 파일을 다시 가져올 수 있습니다.",
                "Stopped. \(contacts(added)) added, and kept; the same file can be imported again.")
        case .exportStopped: say("연락처를 모두 쓰기 전에 멈췄습니다.", "Stopped before all contacts were written.")
        }
    }

    private func sums(_ counts: ImportCounts) -> String {
        say(
            "연락처 \(counts.added)개를 추가했습니다. 이미 있는 것은 \(counts.known)개이고 \(counts.bad)개는 읽지 못했으며, "
                + "이해하지 못한 줄은 \(counts.leftOut)개입니다.",
            "\(contacts(counts.added)) added, \(counts.known) there already, \(counts.bad) not read, "
                + "\(lines(counts.leftOut)) not understood.")
    }

    private func uids(_ counts: ImportCounts) -> [String] {
        guard counts.withNewUID > 0 else { return [] }
        return [
            say(
                "추가한 것 중 \(counts.withNewUID)개는 식별자(UID)가 다른 연락처와 같아 새 식별자를 받았습니다.",
                "\(counts.withNewUID) of those added had the identifier (UID) of another contact, and got a new one.")
        ]
    }

    private func differences(_ counts: ImportCounts) -> [String] {
        guard counts.different > 0 else { return [] }
        return [
            say(
                "이미 있는 것 중 \(counts.different)개는 내용이 달라 그대로 두었습니다.",
                "\(counts.different) of those there already had other facts, and stayed as they were.")
        ]
    }

    private func problem(_ problem: VCardProblem) -> String {
        switch problem {
        case .noCard: say("명함의 일부가 아닙니다", "this is not part of a card")
        case .unfinished: say("명함이 끝나지 않았습니다", "the card has no end")
        case .noName: say("이름이 없습니다", "the card has no name")
        case .longName(let limit): say("이름이 \(limit)자보다 깁니다", "the name is longer than \(limit) characters")
        case .noNumber: say("전화번호가 없습니다", "the card has no phone number")
        case .number(let text): say("전화번호가 아닙니다: \(text)", "\(text) is not a phone number")
        case .encoding: say("이름의 문자 집합을 읽을 수 없습니다", "the name is in a character set that cannot be read")
        }
    }

    private func phoneBook(_ error: PhoneBookError) -> String {
        switch error {
        case .busy: say("다른 프로그램이 사용하고 있습니다", "another program holds it")
        case .lost: say("파일이 제자리에 없습니다", "its file is not in its place any more")
        case .full: say("디스크가 가득 찼습니다", "there is no room left")
        case .readOnly: say("파일에 쓸 권한이 없습니다", "its file may not be written")
        case .damaged: say("손상되어 그대로 두었습니다", "it is damaged, and was left as it is")
        case .otherVersion:
            say(
                "다른 버전의 프로그램이 만든 것이며, 그 버전의 banchan contacts export로 내보낼 수 있습니다",
                "another version of this program made it, and exports it: banchan contacts export")
        case .foreign: say("다른 프로그램의 것이라 그대로 두었습니다", "it belongs to another program, and was left as it is")
        case .system(let code): say(SystemErrorText(errno: code).korean, SystemErrorText(errno: code).english)
        case .sqlite(let code): say(SystemErrorText(sqlite: code).korean, SystemErrorText(sqlite: code).english)
        }
    }

    private func contacts(_ count: Int) -> String { count == 1 ? "1 contact" : "\(count) contacts" }

    private func lines(_ count: Int) -> String { count == 1 ? "1 line" : "\(count) lines" }
}
