import Contacts

/// What a command that reads or writes files of contacts has to tell. Carries data only.
public enum CardMessage: Hashable, Sendable {
    /// The phone book there cannot be used.
    case phoneBook(path: String, PhoneBookError)
    /// The environment names no place for one.
    case noPlace
    case unreadableFile(path: String, code: Int)
    case unwritableFile(path: String, code: Int)
    /// Lines of a file that make no contact.
    case bad(line: Int, VCardProblem)
    /// What of a card was not taken.
    case leftOut(line: Int, VCardLeftOut)
    /// A contact that is there with other facts.
    case knownOtherwise(line: Int, name: String)
    /// What came of a whole file.
    case imported(added: Int, known: Int, bad: Int)
}

enum EnglishCards {
    static func sentence(_ message: CardMessage) -> String {
        switch message {
        case .phoneBook(let path, let error): "The phone book \(path) cannot be used: \(phoneBook(error))."
        case .noPlace: "There is no place for a phone book: neither XDG_DATA_HOME nor HOME is set."
        case .unreadableFile(let path, let code): "\(path) cannot be read (error \(code))."
        case .unwritableFile(let path, let code): "\(path) cannot be written (error \(code))."
        case .bad(let line, let problem): "Line \(line): \(self.problem(problem))."
        case .leftOut(let line, let what): "Line \(line): \(leftOut(what))."
        case .knownOtherwise(let line, let name):
            "Line \(line): \(name) is in the phone book with other facts, and was left as it is."
        case .imported(let added, let known, let bad):
            "\(contacts(added)) added, \(known) there already, \(bad) not read."
        }
    }

    private static func contacts(_ count: Int) -> String { count == 1 ? "1 contact" : "\(count) contacts" }

    private static func leftOut(_ what: VCardLeftOut) -> String {
        let numbers = what.numbers == 1 ? "another number was" : "\(what.numbers) other numbers were"
        let parts = [what.numbers > 0 ? numbers : nil, what.picture ? "the picture was" : nil].compactMap { $0 }
        return parts.joined(separator: " and ") + " left out"
    }

    private static func problem(_ problem: VCardProblem) -> String {
        switch problem {
        case .noCard: "this is not part of a card"
        case .unfinished: "the card has no end"
        case .noName: "the card has no name"
        case .longName(let limit): "the name is longer than \(limit) characters"
        case .noNumber: "the card has no phone number"
        case .number(let text): "\(text) is not a phone number"
        case .encoding: "the card is of version 2, whose texts are not read"
        }
    }

    private static func phoneBook(_ error: PhoneBookError) -> String {
        switch error {
        case .busy: "another program holds it"
        case .lost: "its file is not in its place any more"
        case .full: "there is no room left"
        case .readOnly: "its file may not be written"
        case .damaged: "it is damaged, and was left as it is"
        case .newer(let version, let known):
            "it is of a newer version of this program (\(version), this one knows \(known)), and was left as it is"
        case .foreign: "it belongs to another program, and was left as it is"
        case .system(let code): "the system refused (error \(code))"
        }
    }
}

enum KoreanCards {
    static func sentence(_ message: CardMessage) -> String {
        switch message {
        case .phoneBook(let path, let error): "연락처 파일 \(path.with(.object)) 쓸 수 없습니다: \(phoneBook(error))."
        case .noPlace: "연락처를 둘 곳이 없습니다: XDG_DATA_HOME도 HOME도 없습니다."
        case .unreadableFile(let path, let code): "\(path.with(.object)) 읽을 수 없습니다 (오류 \(code))."
        case .unwritableFile(let path, let code): "\(path)에 쓸 수 없습니다 (오류 \(code))."
        case .bad(let line, let problem): "\(line)번째 줄: \(self.problem(problem))."
        case .leftOut(let line, let what): "\(line)번째 줄: \(leftOut(what)) 가져오지 않았습니다."
        case .knownOtherwise(let line, let name):
            "\(line)번째 줄: \(name) 연락처가 다른 내용으로 이미 있어 그대로 두었습니다."
        case .imported(let added, let known, let bad):
            "연락처 \(added)개를 추가했습니다. 이미 있는 것은 \(known)개이고 \(bad)개는 읽지 못했습니다."
        }
    }

    private static func leftOut(_ what: VCardLeftOut) -> String {
        [what.numbers > 0 ? "다른 번호 \(what.numbers)개를" : nil, what.picture ? "사진을" : nil]
            .compactMap { $0 }.joined(separator: " ")
    }

    private static func problem(_ problem: VCardProblem) -> String {
        switch problem {
        case .noCard: "명함의 일부가 아닙니다"
        case .unfinished: "명함이 끝나지 않았습니다"
        case .noName: "이름이 없습니다"
        case .longName(let limit): "이름이 \(limit)자보다 깁니다"
        case .noNumber: "전화번호가 없습니다"
        case .number(let text): "전화번호가 아닙니다: \(text)"
        case .encoding: "읽을 수 없는 vCard 2.1 명함입니다"
        }
    }

    private static func phoneBook(_ error: PhoneBookError) -> String {
        switch error {
        case .busy: "다른 프로그램이 사용하고 있습니다"
        case .lost: "파일이 제자리에 없습니다"
        case .full: "디스크가 가득 찼습니다"
        case .readOnly: "파일에 쓸 권한이 없습니다"
        case .damaged: "손상되어 그대로 두었습니다"
        case .newer(let version, let known):
            "더 최신 버전의 파일이라 그대로 두었습니다 (버전 \(version), 이 프로그램은 \(known)까지 읽습니다)"
        case .foreign: "다른 프로그램의 것이라 그대로 두었습니다"
        case .system(let code): "시스템이 거절했습니다 (오류 \(code))"
        }
    }
}
