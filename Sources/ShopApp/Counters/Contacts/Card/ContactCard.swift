import Canvas
import Contacts
import ShopClient
import TerminalText

/// The card of a contact: its details and the available actions. Follows the selection of the list below it.
struct ContactCard: Hashable, Sendable {
    private(set) var contact: Contact
    var details: ShownDetails

    init(_ contact: Contact, _ details: ShownDetails = ShownDetails()) {
        self.contact = contact
        self.details = details
    }

    /// Updates the contact. Ignores a contact with a different identifier.
    mutating func show(_ contact: Contact) {
        if contact.id == self.contact.id { self.contact = contact }
    }
}

extension ContactCard: CounterLayer {
    var keyTable: KeyTable { .onCard }
    func copiedLines(_ words: Words) -> [String] { [contact.number.description] }

    mutating func handle(
        _ command: Command, _ book: inout ContactsCounter, _ shell: inout ShellContext
    ) -> [ContactsRequest] {
        if let move = command.move {
            shell.list.move(move)
            if let selected = shell.list.selected(Contact.self) { contact = selected }
        }
        guard command == .back else { return book.handle(command, on: contact, &shell) ?? [] }
        shell.close(ContactCard.self)
        return []
    }

    func pictures(
        _ known: [PictureRequest: PictureState], of book: ContactsCounter
    ) -> [PictureRequest: PictureState] { book.avatars.known }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        let avatar = ContactCardView.avatar(in: context.layout).flatMap(contact.avatar)
        return ContactCardView(words: words, layout: context.layout)
            .picture(of: contact, details, avatar.flatMap { context.pictures[$0]?.picture })
    }
}

/// The view of a contact's card: the avatar; beside it the name, number and actions; below it the other details.
struct ContactCardView {
    let words: Words
    let layout: ListLayout

    private static let gap = 3
    private static let maxNameLines = 2
    /// The minimum screen sizes for the large and the small avatar.
    private static let large = Size(width: 60, height: 20)
    private static let small = Size(width: 44, height: 18)
    private static let labelColumns = 3

    /// Returns the size of the avatar in cells; `nil` if there is no room for one.
    static func avatar(in layout: ListLayout) -> Size? {
        guard layout.density == .spacious else { return nil }
        func fits(_ size: Size) -> Bool { layout.width >= size.width && layout.screen.height >= size.height }
        return fits(large) ? AvatarDisc.cardSize : fits(small) ? AvatarDisc.formSize : nil
    }

    /// Returns the card, with the terminal's cursor on the name. `avatar` is the picture, if it can be shown.
    func picture(of contact: Contact, _ details: ShownDetails, _ avatar: CellPicture?) -> LayerPicture {
        let details = self.details(details, of: contact)
        guard let size = ContactCardView.avatar(in: layout) else {
            let entries = entries(contact, width: Modal.textColumns(in: layout))
            let rows = entries.map { ModalRow(weight: $0.weight, add: $0.add) }
            return picture(rows + details, name: (row: 0, column: 0))
        }
        let left = size.width + ContactCardView.gap
        let entries = entries(contact, width: Modal.textColumns(in: layout) - left)
        let disc = AvatarDisc(size: size, picture: avatar, name: contact.name)
        return picture(rows(entries, beside: disc) + details, name: (max(0, size.height - entries.count) / 2, left))
    }

    private func picture(_ rows: [ModalRow], name: (row: Int, column: Int)) -> LayerPicture {
        let modal = Modal(layout: layout, region: Region("contact-card"), title: words.contacts.card, rows: rows)
        return LayerPicture(panels: [modal.panel], cursor: modal.point(ofRow: name.row, column: name.column))
    }

    /// Returns the rows with the other details, over the whole width.
    private func details(_ details: ShownDetails, of contact: Contact) -> [ModalRow] {
        let lines = details.lines(for: contact, width: Modal.textColumns(in: layout), words.contacts)
        let rows = lines.map { text in ModalRow(weight: .wanted) { text.add(to: &$0) } }
        return rows.isEmpty ? [] : [.space] + rows
    }

    /// A line of text and its layout weight.
    private struct Entry {
        var weight = ModalRow.Weight.needed
        var add: (inout LineBuilder) -> Void
    }

    /// Returns the rows with the avatar and the text side by side; the shorter one is centred vertically.
    private func rows(_ entries: [Entry], beside disc: AvatarDisc) -> [ModalRow] {
        let height = max(disc.size.height, entries.count)
        let (discTop, textTop) = ((height - disc.size.height) / 2, (height - entries.count) / 2)
        return (0..<height).map { number in
            ModalRow { line in
                if (0..<disc.size.height).contains(number - discTop) {
                    disc.add(row: number - discTop, to: &line)
                } else {
                    line.skip(disc.size.width)
                }
                line.skip(ContactCardView.gap)
                if entries.indices.contains(number - textTop) { entries[number - textTop].add(&line) }
            }
        }
    }

    private func entries(_ contact: Contact, width: Int) -> [Entry] {
        let name = contact.name.string.wrapped(columns: max(1, width), limit: ContactCardView.maxNameLines)
        return name.map { text in Entry { $0.left(text, .bold) } }
            + [Entry { $0.left(contact.number.text(in: words.language)) }, Entry(weight: .space) { _ in }]
            + KeyTable.cardActions.compactMap(action)
    }

    /// Returns the line with a key and its action.
    private func action(_ command: Command) -> Entry? {
        guard let hint = command.hint else { return nil }
        let key = words.key(command, in: .onCard, at: .layer)
        return Entry(weight: .useful) { line in
            line.left(key, Style(.accent, .bold), gap: max(1, ContactCardView.labelColumns - key.columns))
            line.left(hint[words.language])
        }
    }
}
