import Canvas
import TerminalText

/// The circle in which a contact is seen: the picture, or the initial of the name where there is none, or no colours.
struct AvatarDisc: Hashable {
    /// The card has room for this, and on small screens for that of the form.
    static let cardSize = Size(width: 16, height: 8)
    /// The form has room for this.
    static let formSize = Size(width: 12, height: 6)

    let size: Size
    let picture: CellPicture?
    let name: PlainText

    private static let style = Style(.accent, [.reverse, .bold])

    /// Adds the row of that number at the left end of what is free in `line`, and takes the circle's columns up.
    func add(row: Int, to line: inout LineBuilder) {
        guard size.width <= line.room else { return line.skip(size.width) }
        guard picture == nil else { return addPicture(row, to: &line) }
        let columns = CircleMask(size).columns(ofRow: row)
        line.skip(columns.lowerBound)
        line.left(text(ofRow: row, columns: columns.count), AvatarDisc.style)
        line.skip(size.width - columns.upperBound)
    }

    private func addPicture(_ row: Int, to line: inout LineBuilder) {
        if let picture { line.picture(picture.inCircle(size, disc: AvatarDisc.color), row: row) }
    }

    /// Blanks, and in the middle row the initial.
    private func text(ofRow row: Int, columns: Int) -> String {
        guard row == size.height / 2 else { return String(repeating: " ", count: columns) }
        let initial = AvatarDisc.initial(of: name)
        let before = (columns - initial.columns) / 2
        let after = columns - initial.columns - before
        return String(repeating: " ", count: before) + initial + String(repeating: " ", count: after)
    }

    /// What stands for a name: its first letter.
    static func initial(of name: PlainText) -> String { name.string.prefix(1).uppercased() }

    /// A light grey: 254 of the palette of 256, which every terminal with pictures has.
    private static let color = CellColor.indexed(254)
}
