import Contacts
import Platform
import ShopClient
import TerminalText

extension ContactWords {
    static let korean = ContactWords(
        counter: "연락처", card: "연락처", newContact: "새 연락처", randomPicture: "랜덤 이미지 생성",
        newPicture: "새 그림", fetching: "그림을 가져오는 중", name: "이름", number: "번호",
        mail: "메일", note: "메모", label: KoreanContacts.label, apply: "적용", cancel: "취소",
        delete: "삭제", saving: "저장하는 중", yes: "예", no: "아니오",
        count: { "\($0.grouped)명" },
        emptyReason: KoreanContacts.emptyReason, emptyHint: KoreanContacts.emptyHint, problem: KoreanContacts.problem,
        notice: KoreanContacts.notice,
        question: KoreanContacts.question, saved: { "\($0) 님을 저장했습니다." }, deleted: { "\($0) 님을 삭제했습니다." },
        restored: { "\($0) 님을 되돌렸습니다." },
        ordersFor: { "다음 주문은 \($0) 님 이름으로 합니다." }, failed: KoreanContacts.failed)
}

private enum KoreanContacts {
    static func emptyReason(_ reason: ContactsCounter.EmptyReason) -> String {
        switch reason {
        case .opening: ""
        case .empty: "아직 연락처가 없습니다."
        case .failed(let error): storage(error)
        }
    }

    static func emptyHint(_ reason: ContactsCounter.EmptyReason, _ words: Words) -> String {
        switch reason {
        case .opening: "불러오는 중"
        case .empty: "\(words.keyName(.addContact, in: .contactList)) 키를 누르면 첫 연락처를 입력합니다."
        case .failed: "\(words.keyName(.reread, in: .contactList)) 키를 누르면 다시 열어 봅니다."
        }
    }

    static func label(_ label: ContactDetails.Label) -> String {
        switch label {
        case .mobile: "휴대전화"
        case .home: "집"
        case .work: "직장"
        case .fax: "팩스"
        case .own(let text): text.string
        }
    }

    static func problem(_ problem: ContactProblem) -> String {
        switch problem {
        case .name(.missing): "이름을 입력해 주세요."
        case .name(.tooLong(let limit)): "이름이 너무 깁니다 (\(limit)자까지)."
        case .number(.missing): "번호를 입력해 주세요."
        case .number(.malformed): "번호가 맞지 않습니다 (예: 010-1234-5678)."
        }
    }

    static func notice(_ notice: ContactNotice) -> String {
        switch notice {
        case .changedMeanwhile: "그 사이 다른 곳에서 바뀌었습니다. 확인하고 다시 적용해 주세요."
        case .gone: "그 사이 다른 곳에서 삭제됐습니다. 적용하면 새로 추가합니다."
        case .numberTaken(let other): "\(other)도 같은 번호입니다. 다시 적용하면 따로 추가합니다."
        case .picture(let fault): picture(fault)
        case .storage(let error): storage(error) + " 입력한 내용은 그대로입니다."
        }
    }

    static func question(_ question: ContactQuestion) -> (title: String, sentence: String) {
        switch question {
        case .delete(let contact): (contact.name.string, "이 연락처를 삭제할까요?")
        case .discard: ("저장하지 않음", "입력한 내용을 버리고 닫을까요?")
        case .numberTaken(let other, let save) where save.seen == nil:
            (other.name.string, "같은 번호가 이미 있습니다. 그 연락처를 수정할까요?")
        case .numberTaken(let other, _): (other.name.string, "같은 번호가 이미 있습니다. 그래도 저장할까요?")
        }
    }

    static func failed(_ failure: ContactFailure) -> String {
        switch failure {
        case .changedMeanwhile(let name): "\(name): 그 사이 다른 곳에서 바뀌어 그대로 두었습니다."
        case .gone(let name): "\(name): 이미 삭제된 연락처입니다."
        case .guestIsFixed(let guest): "이 단말은 항상 \(guest) 님 이름으로 주문합니다."
        case .nameTooLong(let limit): "이름이 너무 길어 주문할 수 없습니다 (\(limit)자까지)."
        case .storage(let error): storage(error)
        }
    }

    private static func storage(_ error: PhoneBookError) -> String {
        switch error {
        case .busy: "다른 프로그램이 연락처를 사용하고 있습니다."
        case .lost: "연락처 파일이 제자리에 없습니다. 되돌려 놓거나 프로그램을 다시 열어 주세요."
        case .full: "디스크가 가득 차 연락처를 저장할 수 없습니다."
        case .readOnly: "연락처 파일에 쓸 권한이 없습니다."
        case .damaged: "연락처 파일이 손상됐습니다. 파일은 그대로 두었습니다."
        case .otherVersion: "다른 버전의 연락처입니다. 그 버전에서 내보내세요: banchan contacts export"
        case .foreign: "연락처 자리에 다른 프로그램의 파일이 있습니다. 그대로 두었습니다."
        case .system(let code): "연락처를 쓸 수 없습니다: \(SystemErrorText(errno: code).korean)."
        case .sqlite(let code): "연락처를 쓸 수 없습니다: \(SystemErrorText(sqlite: code).korean)."
        }
    }

    private static func picture(_ fault: PokemonFault) -> String {
        switch fault {
        case .noSprite(let name): "\(name)에게는 그림이 없습니다. 다시 눌러 보세요."
        case .unreachable, .superseded: "그림 서버에 연결할 수 없습니다. 다시 눌러 보세요."
        case .slow: "그림 서버의 응답이 늦습니다. 다시 눌러 보세요."
        case .tooLarge: "응답이 너무 큽니다. 다시 눌러 보세요."
        case .unreadable: "응답을 읽을 수 없습니다. 다시 눌러 보세요."
        case .notAPicture: "받은 것이 그림이 아닙니다. 다시 눌러 보세요."
        case .notFound: "그런 그림이 없습니다. 다시 눌러 보세요."
        case .forbidden: "그림 서버가 거절했습니다. 나중에 다시 눌러 보세요."
        case .tooMany(let delay?): "요청이 너무 많습니다. \(delay.components.seconds + 1)초 뒤에 다시 눌러 보세요."
        case .tooMany(nil): "그림 서버가 바쁩니다. 잠시 뒤에 다시 눌러 보세요."
        case .server(let status): "그림 서버가 \("\(status)".with(.direction)) 응답했습니다. 나중에 다시 눌러 보세요."
        }
    }
}
