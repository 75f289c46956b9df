import Canvas
import Contacts
import ShopClient
import TerminalText

/// The avatars in view and their states.
struct ContactAvatars: Sendable {
    private(set) var demand = PictureDemand(mayDownload: true)
    private(set) var known: [PictureRequest: PictureState] = [:]

    /// Requests these avatars, unless they are the ones already requested.
    mutating func request(_ requests: [PictureRequest]) -> [ContactsRequest] {
        guard requests != demand.inView else { return [] }
        demand.inView = requests
        return [.wantAvatars(demand)]
    }

    /// Stores the states of the requested avatars. Ignores late results for an earlier request.
    mutating func update(_ known: [PictureRequest: PictureState]) {
        if Set(known.keys) == Set(demand.inView) { self.known = known }
    }
}

extension Contact {
    /// Returns the request for the picture in that size; `nil` if the contact has no picture. A different picture has a
    /// different address.
    func avatar(_ size: Size) -> PictureRequest? {
        picture.map { PictureRequest("contacts/\(id.value)/\($0)", fitting: size) }
    }
}

extension ContactsCounter {
    /// Requests the avatars on the screen, if the terminal can show pictures, and the details of the contact being
    /// viewed.
    mutating func requestViewed(_ shell: ShellContext) -> [ContactsRequest] {
        let pane = shell.list.layout.hasPane ? shell.list.selected(Contact.self) : nil
        return (shell.showsPictures ? avatars.request(ContactAvatars.inView(shell)) : [])
            + details.request(shell[ContactCard.self]?.contact ?? pane)
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

/// The round avatar of a contact: the picture, or the first letter of the name if there is no picture or no colour.
struct AvatarDisc: Hashable {
    /// The size on the card; small screens use `formSize` there.
    static let cardSize = Size(width: 16, height: 8)
    static let formSize = Size(width: 12, height: 6)

    let size: Size
    let picture: CellPicture?
    let name: PlainText

    private static let style = Style(.accent, [.reverse, .bold])
    /// Of cells of which half is in the circle.
    private static let edgeStyle = Style(.accent, .bold)

    /// Appends row `row` of the circle at the left end of the free part of `line`, using the circle's full width.
    /// Leaves the columns blank if the line is too short.
    func add(row: Int, to line: inout LineBuilder) {
        guard size.width <= line.room else { return line.skip(size.width) }
        guard picture == nil else { return addPicture(row, to: &line) }
        let mask = CircleMask(Size(width: size.width, height: size.height * 2))
        let (upper, lower) = (mask.columns(ofRow: 2 * row), mask.columns(ofRow: 2 * row + 1))
        let whole = upper.clamped(to: lower)
        let edge = String(repeating: upper.count < lower.count ? "▄" : "▀", count: abs(upper.count - lower.count) / 2)
        let start = min(upper.lowerBound, lower.lowerBound)
        line.skip(start)
        line.left(edge, AvatarDisc.edgeStyle)
        line.left(text(ofRow: row, columns: whole.count), AvatarDisc.style)
        line.left(edge, AvatarDisc.edgeStyle)
        line.skip(start)
    }

    private func addPicture(_ row: Int, to line: inout LineBuilder) {
        if let picture { line.picture(picture.inCircle(size, disc: AvatarDisc.color), row: row) }
    }

    /// Returns spaces, with the initial centred in the middle row.
    private func text(ofRow row: Int, columns: Int) -> String {
        guard row == size.height / 2 else { return String(repeating: " ", count: columns) }
        let initial = AvatarDisc.initial(of: name)
        let before = (columns - initial.columns) / 2
        let after = columns - initial.columns - before
        return String(repeating: " ", count: before) + initial + String(repeating: " ", count: after)
    }

    /// Returns the first letter of the name in upper case.
    static func initial(of name: PlainText) -> String { name.string.prefix(1).uppercased() }

    /// Light grey: entry 254 of the 256-colour palette, which every terminal that shows pictures supports.
    private static let color = CellColor.indexed(254)
}
