import Canvas
import Contacts
import Domain
import ShopClient
import TerminalText

/// The phone book: its list, what is looked for in it, and the form above it.
struct ContactsCounter: Sendable {
    enum Phase: Hashable {
        /// Nobody looked at it yet, so nothing was read.
        case closed
        case opening
        case open
        case failed(PhoneBookError)
    }

    /// Why there is no list.
    enum EmptyReason: Hashable, Sendable {
        case opening
        case empty
        case noMatch
        case failed(PhoneBookError)
    }

    private(set) var phase = Phase.closed
    /// The contacts that are listed.
    private(set) var contacts = PhoneBookList.empty
    /// What is looked for, while something is.
    private(set) var filter: TextField?
    /// Whether keys are typed into the filter.
    private(set) var isTyping = false
    /// What can be brought back while the toast tells of it.
    var deleted: DeletedContact?
    var avatars = ContactAvatars()
    /// The contact to be selected as soon as the list has it.
    var awaited: ContactID?
    /// The latest question of the list.
    private var query = ContactQuery(number: 0, text: "")
    private var presses = 0

    /// Why there is no list; `nil` where there is one.
    var emptyReason: EmptyReason? {
        switch phase {
        case .closed, .opening: .opening
        case .failed(let error): .failed(error)
        case .open: contacts.isEmpty ? (query.text.isEmpty ? .empty : .noMatch) : nil
        }
    }
}

// What is asked and answered.
extension ContactsCounter {
    /// Asks for the list as it is now; what was asked before is not waited for any more.
    mutating func ask() -> [Effect] {
        if phase != .open { phase = .opening }
        query = ContactQuery(number: query.number + 1, text: filter?.value.string ?? "")
        return [.contacts(.list(query))]
    }

    /// Takes the answer over, unless another one is waited for. Says whether there are contacts to be listed.
    mutating func take(_ answer: Result<PhoneBookList, PhoneBookError>, of query: ContactQuery) -> Bool {
        guard query.number == self.query.number else { return false }
        switch answer {
        case .success(let contacts):
            phase = .open
            self.contacts = contacts
            return true
        case .failure(let error):
            phase = .failed(error)
            return false
        }
    }

    /// A press that no other has the number of.
    mutating func nextPress() -> Int {
        presses += 1
        return presses
    }
}

// What is looked for.
extension ContactsCounter {
    mutating func find() {
        isTyping = true
        filter = filter ?? TextField("", limit: ContactsCounter.longestFilter)
    }

    private static let longestFilter = 64

    /// Changes what is looked for, and asks anew if that makes a difference.
    mutating func editFilter(_ edit: (inout TextField) -> Void) -> [Effect] {
        guard var field = filter else { return [] }
        let before = field.value
        edit(&field)
        filter = field
        return field.value == before ? [] : ask()
    }

    mutating func stopTyping() {
        isTyping = false
        if filter?.value.isEmpty == true { filter = nil }
    }

    /// Looks for nothing any more.
    mutating func clearFilter() -> [Effect] {
        let wasLookingFor = filter?.value.isEmpty == false
        (filter, isTyping) = (nil, false)
        return wasLookingFor ? ask() : []
    }
}

/// The avatars that are in view.
struct ContactAvatars: Sendable {
    private(set) var demand = PictureDemand(mayDownload: true)
    var known: [PictureRequest: PictureState] = [:]

    /// Asks for these, if they are not what was asked for before.
    mutating func want(_ requests: [PictureRequest]) -> [Effect] {
        guard requests != demand.inView else { return [] }
        demand.inView = requests
        return [.contacts(.wantAvatars(demand))]
    }

    func picture(of contact: Contact, size: Size) -> CellPicture? {
        contact.avatar(size).flatMap { known[$0]?.picture }
    }
}

extension Contact {
    /// The picture in that size; `nil` where the contact has none. Another picture has another address.
    func avatar(_ size: Size) -> PictureRequest? {
        picture.map { PictureRequest("contacts/\(id.number)/\($0)", fitting: size) }
    }
}

extension ShopState {
    /// Asks for the avatars on the screen, where the terminal can show any.
    mutating func wantAvatars() -> [Effect] {
        guard counter == .contacts, pictures.colors != .none else { return [] }
        return book.avatars.want(avatarsInView)
    }
}

extension ShopState {
    /// The avatars on the screen: those of the rows in view, and that of the form.
    var avatarsInView: [PictureRequest] {
        guard !list.layout.isTooSmall else { return [] }
        let form = contactForm?.contact?.avatar(AvatarDisc.formSize).map { [$0] } ?? []
        guard let size = list.layout.picture else { return form }
        return form + contactsInView.compactMap { $0.avatar(size) }
    }
}
