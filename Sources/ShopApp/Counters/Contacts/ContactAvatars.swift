import Canvas
import Contacts
import ShopClient

/// The avatars in view and their states.
struct ContactAvatars: Sendable {
    private(set) var demand = PictureDemand(mayDownload: true)
    private(set) var known: [PictureRequest: PictureState] = [:]

    /// Requests these avatars, unless they are the ones already requested.
    mutating func want(_ requests: [PictureRequest]) -> [ContactsRequest] {
        guard requests != demand.inView else { return [] }
        demand.inView = requests
        return [.wantAvatars(demand)]
    }

    /// Stores the states of the requested avatars. Ignores late results for an earlier request.
    mutating func take(_ known: [PictureRequest: PictureState]) {
        if Set(known.keys) == Set(demand.inView) { self.known = known }
    }
}

extension Contact {
    /// Returns the request for the picture in that size; `nil` if the contact has no picture. A different picture has a
    /// different address.
    func avatar(_ size: Size) -> PictureRequest? {
        picture.map { PictureRequest("contacts/\(id.number)/\($0)", fitting: size) }
    }
}

extension ContactsCounter {
    var settles: Bool { true }

    /// Requests the avatars on the screen, if the terminal can show pictures, and the details of the contact being
    /// viewed.
    mutating func settle(_ shell: inout ShellContext) -> [ContactsRequest] {
        let pane = shell.list.layout.hasPane ? shell.list.selected(Contact.self) : nil
        return (shell.showsPictures ? avatars.want(ContactAvatars.inView(shell)) : [])
            + details.want(shell[ContactCard.self]?.contact ?? pane)
    }
}

extension ContactAvatars {
    /// Returns the requests for the avatars of the card, the form and the pane beside the list.
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
