import Contacts
import Platform
import ShopClient
import TerminalText

/// The texts of the phone book.
struct ContactTexts: Texts {
    let words: Words

    var counter: String { say("연락처", "Contacts") }
    var card: String { say("연락처", "Contact") }
    var newContact: String { say("새 연락처", "New contact") }
    var randomPicture: String { say("랜덤 이미지 생성", "Random picture") }
    /// What the button for a random picture does.
    var otherPicture: String { say("다른 그림", "another picture") }
    var newPicture: String { say("새 그림", "new picture") }
    var fetching: String { say("그림을 가져오는 중", "fetching a picture") }
    var name: String { say("이름", "Name") }
    var number: String { say("번호", "Number") }
    var mail: String { say("메일", "Mail") }
    var note: String { say("메모", "Note") }
    var apply: String { say("적용", "Apply") }
    var cancel: String { say("취소", "Cancel") }
    var delete: String { say("삭제", "Delete") }
    var saving: String { say("저장하는 중", "saving") }
    var yes: String { say("예", "Yes") }
    var no: String { say("아니오", "No") }
    func count(_ count: Int) -> String { say("\(count.grouped)명", count.grouped) }
    func saved(_ name: PlainText) -> String { say("\(name) 님을 저장했습니다.", "\(name) saved.") }
    func deleted(_ name: PlainText) -> String { say("\(name) 님을 삭제했습니다.", "\(name) deleted.") }
    func restored(_ name: PlainText) -> String { say("\(name) 님을 되돌렸습니다.", "\(name) is back.") }
    func ordersFor(_ name: PlainText) -> String {
        say("다음 주문은 \(name) 님 이름으로 합니다.", "The next order is for \(name).")
    }

    func emptyReason(_ reason: ContactsCounter.EmptyReason) -> String {
        switch reason {
        case .opening: ""
        case .empty: say("아직 연락처가 없습니다.", "No contacts yet.")
        case .failed(let error): storage(error)
        }
    }

    func emptyHint(_ reason: ContactsCounter.EmptyReason, _ words: Words) -> String {
        switch reason {
        case .opening: say("불러오는 중", "loading")
        case .empty:
            say(
                "\(words.keyName(.addContact, in: .contactList)) 키를 누르면 첫 연락처를 입력합니다.",
                "Press \(words.keyName(.addContact, in: .contactList)) to add the first one.")
        case .failed:
            say(
                "\(words.keyName(.reread, in: .contactList)) 키를 누르면 다시 열어 봅니다.",
                "Press \(words.keyName(.reread, in: .contactList)) to open it again.")
        }
    }

    func label(_ label: ContactDetails.Label) -> String {
        switch label {
        case .mobile: say("휴대전화", "Mobile")
        case .home: say("집", "Home")
        case .work: say("직장", "Work")
        case .fax: say("팩스", "Fax")
        case .own(let text): text.string
        }
    }

    func number(_ entry: ContactDetails.Entry) -> String {
        entry.text.string + (entry.isForeign ? " \(PhoneNumber.foreignMark(in: words.language))" : "")
    }

    func problem(_ problem: ContactProblem) -> String {
        switch problem {
        case .name(.missing): say("이름을 입력해 주세요.", "Enter a name.")
        case .name(.tooLong(let limit)): say("이름이 너무 깁니다 (\(limit)자까지).", "Too long (at most \(limit)).")
        case .number(.missing): say("번호를 입력해 주세요.", "Enter a number.")
        case .number(.malformed): say("번호가 맞지 않습니다 (예: 010-1234-5678).", "Not a phone number (like 010-1234-5678).")
        }
    }

    func notice(_ notice: ContactNotice) -> String {
        switch notice {
        case .changedMeanwhile:
            say("그 사이 다른 곳에서 바뀌었습니다. 확인하고 다시 적용해 주세요.", "Changed elsewhere meanwhile. Please look, and apply again.")
        case .gone: say("그 사이 다른 곳에서 삭제됐습니다. 적용하면 새로 추가합니다.", "Deleted elsewhere meanwhile. Applying adds it anew.")
        case .numberTaken(let other):
            say("\(other)도 같은 번호입니다. 다시 적용하면 따로 추가합니다.", "\(other) has the same number. Applying again keeps both.")
        case .picture(let fault): picture(fault)
        case .storage(let error):
            say(storage(error) + " 입력한 내용은 그대로입니다.", storage(error) + " What you typed is still here.")
        }
    }

    func question(_ question: ContactQuestion) -> (title: String, sentence: String) {
        switch question {
        case .delete(let contact): (contact.name.string, say("이 연락처를 삭제할까요?", "Delete this contact?"))
        case .discard:
            (say("저장하지 않음", "Not saved"), say("입력한 내용을 버리고 닫을까요?", "Close and lose what was typed?"))
        case .numberTaken(let other, let save) where save.seen == nil:
            (
                other.name.string,
                say("같은 번호가 이미 있습니다. 그 연락처를 수정할까요?", "This number is there already. Change that contact?")
            )
        case .numberTaken(let other, _):
            (other.name.string, say("같은 번호가 이미 있습니다. 그래도 저장할까요?", "This number is there already. Save anyway?"))
        }
    }

    func failed(_ failure: ContactFailure) -> String {
        switch failure {
        case .changedMeanwhile(let name):
            say("\(name): 그 사이 다른 곳에서 바뀌어 그대로 두었습니다.", "\(name) was changed elsewhere meanwhile, and was left alone.")
        case .gone(let name): say("\(name): 이미 삭제된 연락처입니다.", "\(name) was deleted already.")
        case .guestIsFixed(let guest):
            say("이 단말은 항상 \(guest) 님 이름으로 주문합니다.", "This terminal always orders for \(guest).")
        case .nameTooLong(let limit):
            say("이름이 너무 길어 주문할 수 없습니다 (\(limit)자까지).", "This name is too long for an order (at most \(limit)).")
        case .storage(let error): storage(error)
        }
    }

    private func storage(_ error: PhoneBookError) -> String {
        switch error {
        case .busy: say("다른 프로그램이 연락처를 사용하고 있습니다.", "Another program holds the phone book.")
        case .lost:
            say(
                "연락처 파일이 제자리에 없습니다. 되돌려 놓거나 프로그램을 다시 열어 주세요.",
                "The phone book's file is gone. Put it back, or start the program again.")
        case .full: say("디스크가 가득 차 연락처를 저장할 수 없습니다.", "There is no room left to keep the contact.")
        case .readOnly: say("연락처 파일에 쓸 권한이 없습니다.", "The phone book's file may not be written.")
        case .damaged: say("연락처 파일이 손상됐습니다. 파일은 그대로 두었습니다.", "The phone book's file is damaged. It was left as it is.")
        case .otherVersion:
            say(
                "다른 버전의 연락처입니다. 그 버전에서 내보내세요: banchan contacts export",
                "Another version made the phone book and exports it: banchan contacts export")
        case .foreign:
            say(
                "연락처 자리에 다른 프로그램의 파일이 있습니다. 그대로 두었습니다.",
                "Another program's file is in the phone book's place. It was left as it is.")
        case .system(let code):
            say(
                "연락처를 쓸 수 없습니다: \(SystemErrorText(errno: code).korean).",
                "The phone book cannot be used: \(SystemErrorText(errno: code).english).")
        case .sqlite(let code):
            say(
                "연락처를 쓸 수 없습니다: \(SystemErrorText(sqlite: code).korean).",
                "The phone book cannot be used: \(SystemErrorText(sqlite: code).english).")
        }
    }

    private func picture(_ fault: PokemonFault) -> String {
        switch fault {
        case .noSprite(let name): say("\(name)에게는 그림이 없습니다. 다시 눌러 보세요.", "\(name) has no picture. Please try another.")
        case .unreachable, .superseded:
            say("그림 서버에 연결할 수 없습니다. 다시 눌러 보세요.", "The picture server cannot be reached. Please try again.")
        case .slow: say("그림 서버의 응답이 늦습니다. 다시 눌러 보세요.", "The picture did not come in time. Please try again.")
        case .tooLarge: say("응답이 너무 큽니다. 다시 눌러 보세요.", "What came is too large. Please try again.")
        case .unreadable: say("응답을 읽을 수 없습니다. 다시 눌러 보세요.", "What came cannot be read. Please try again.")
        case .notAPicture: say("받은 것이 그림이 아닙니다. 다시 눌러 보세요.", "What came is not a picture. Please try again.")
        case .notFound: say("그런 그림이 없습니다. 다시 눌러 보세요.", "There is no such picture. Please try again.")
        case .forbidden: say("그림 서버가 거절했습니다. 나중에 다시 눌러 보세요.", "The picture server refused. Please try again later.")
        case .tooMany(let delay?):
            say(
                "요청이 너무 많습니다. \(delay.components.seconds + 1)초 뒤에 다시 눌러 보세요.",
                "Too many picture requests. Try again in \(delay.components.seconds + 1) s.")
        case .tooMany(nil):
            say("그림 서버가 바쁩니다. 잠시 뒤에 다시 눌러 보세요.", "The picture server is busy. Please try again in a moment.")
        case .server(let status):
            say(
                "그림 서버가 \("\(status)".with(.direction)) 응답했습니다. 나중에 다시 눌러 보세요.",
                "The picture server answered \(status). Please try again later.")
        }
    }
}

extension ContactTexts {
    func paragraphs(_ toast: ContactToast, _ words: Words) -> [String] {
        switch toast {
        case .saved(let name): [saved(name)]
        case .deleted(let name): [deleted(name), words.undoHint]
        case .restored(let name): [restored(name)]
        case .ordersFor(let name): [ordersFor(name)]
        case .failed(let failure): [failed(failure)]
        }
    }
}

extension Words {
    var contacts: ContactTexts { ContactTexts(words: self) }

    /// Returns the number as people read it, with its extension, and marked if it is foreign.
    public func phoneNumber(_ number: PhoneNumber) -> String { number.text(in: language) }
}

extension PhoneNumber {
    func text(in language: Language) -> String {
        let extensionText = extensionDigits.map { " \(language.say("내선", "ext.")) \($0)" } ?? ""
        return mainNumber + extensionText + (isForeign ? " \(PhoneNumber.foreignMark(in: language))" : "")
    }

    static func foreignMark(in language: Language) -> String { language.say("(해외)", "(abroad)") }
}
