import Canvas
import Contacts
import ShopClient
import TerminalText

/// The pane beside the list that shows the selected contact on a wide screen.
struct ContactPane: ListAccessory {
    private let contact: Contact
    private let frame: Rectangle
    private let avatar: CellPicture?
    private let details: ShownDetails

    init?(_ list: SectionedList, _ known: [PictureRequest: PictureState], _ details: ShownDetails) {
        guard let frame = list.layout.pane, let contact = list.selected(Contact.self) else { return nil }
        self.contact = contact
        self.frame = frame
        self.details = details
        avatar = ContactPane.request(list).flatMap { known[$0]?.picture }
    }

    /// Returns the request for the avatar in the pane; `nil` if there is no pane or the contact has no picture.
    static func request(_ list: SectionedList) -> PictureRequest? {
        list.layout.pane.flatMap { list.selected(Contact.self)?.avatar(pictureSize(in: $0)) }
    }

    /// The size of a picture in the pane: as large as there is space beside the text. A letter needs none of it.
    private static func pictureSize(in frame: Rectangle) -> Size {
        let height = min(frame.size.height / 2, Pane.textColumns(in: frame) / 2, ListLayout.highestPicture)
        return Size(width: height * 2, height: height)
    }

    func draw(_ words: Words) -> LayerPicture {
        var pane = Pane(frame)
        let size = avatar == nil ? AvatarDisc.cardSize : ContactPane.pictureSize(in: frame)
        let disc = AvatarDisc(size: size, picture: avatar, name: contact.name)
        pane.blank()
        for row in 0..<disc.size.height { pane.line { disc.add(row: row, to: &$0) } }
        pane.blank()
        pane.text(contact.name.string, .bold, limit: 3)
        pane.text(contact.number.text(in: words.language))
        pane.blank()
        let details = details.lines(for: contact, width: pane.width, words.contacts)
        for detail in details { pane.line { detail.add(to: &$0) } }
        if !details.isEmpty { pane.blank() }
        for command in KeyTable.cardActions {
            guard let hint = command.hint else { continue }
            pane.line { line in
                line.left(words.key(command, in: .contactList), Style(.accent, .bold), gap: 2)
                line.left(hint[words.language], .dim)
            }
        }
        return pane.picture
    }
}
