import Canvas
import Contacts
import ShopClient

/// The avatars that are in view.
struct ContactAvatars: Sendable {
    private(set) var demand = PictureDemand(mayDownload: true)
    private(set) var known: [PictureRequest: PictureState] = [:]

    /// Asks for these, if they are not what was asked for before.
    mutating func want(_ requests: [PictureRequest]) -> [ContactsRequest] {
        guard requests != demand.inView else { return [] }
        demand.inView = requests
        return [.wantAvatars(demand)]
    }

    /// Takes over what is known of what is wanted; what was told of what was wanted before comes too late.
    mutating func take(_ known: [PictureRequest: PictureState]) {
        if Set(known.keys) == Set(demand.inView) { self.known = known }
    }
}

extension Contact {
    /// The picture in that size; `nil` where the contact has none. Another picture has another address.
    func avatar(_ size: Size) -> PictureRequest? {
        picture.map { PictureRequest("contacts/\(id.number)/\($0)", fitting: size) }
    }
}

extension ContactsCounter {
    var settles: Bool { true }

    /// Asks for the avatars on the screen, where the terminal can show any, and for what else is known of the contact that
    /// is looked at.
    mutating func settle(_ shell: inout ShellContext) -> [ContactsRequest] {
        let pane = shell.list.layout.hasPane ? shell.list.selected(Contact.self) : nil
        return (shell.showsPictures ? avatars.want(ContactAvatars.inView(shell)) : [])
            + details.want(shell[ContactCard.self]?.contact ?? pane)
    }
}

extension ContactAvatars {
    /// Those of the card, of the form, and of what stands beside the list.
    fileprivate static func inView(_ shell: ShellContext) -> [PictureRequest] {
        let layout = shell.list.layout
        guard !layout.isTooSmall else { return [] }
        let card = ContactCardView.avatar(in: layout.coveringList).flatMap {
            shell[ContactCard.self]?.contact.avatar($0)
        }
        let form = shell[ContactForm.self]?.contact?.avatar(AvatarDisc.formSize)
        return [card, form, card == nil ? ContactPane.request(shell.list) : nil].compactMap(\.self)
    }
}
