import Canvas
import Contacts
import ShopClient

/// The avatars that are in view.
struct ContactAvatars: Sendable {
    private(set) var demand = PictureDemand(mayDownload: true)
    var known: [PictureRequest: PictureState] = [:]

    /// Asks for these, if they are not what was asked for before.
    mutating func want(_ requests: [PictureRequest]) -> [ContactsRequest] {
        guard requests != demand.inView else { return [] }
        demand.inView = requests
        return [.wantAvatars(demand)]
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

extension ContactsCounter {
    var settles: Bool { true }

    /// Asks for the avatars on the screen, where the terminal can show any.
    mutating func settle(_ shell: inout ShellContext) -> [ContactsRequest] {
        shell.showsPictures ? avatars.want(ContactAvatars.inView(shell)) : []
    }
}

extension ContactAvatars {
    /// Those of the rows in view, and that of the form.
    fileprivate static func inView(_ shell: ShellContext) -> [PictureRequest] {
        let list = shell.list
        guard !list.layout.isTooSmall else { return [] }
        let form = shell[ContactForm.self]?.contact?.avatar(AvatarDisc.formSize).map { [$0] } ?? []
        guard let size = list.layout.picture else { return form }
        return form + list.contactsInView.compactMap { $0.avatar(size) }
    }
}
