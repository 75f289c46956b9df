import Canvas
import TerminalText

/// The round avatar of a contact: the picture, or the first letter of the name if there is no picture or no colour.
struct AvatarDisc: Hashable {
    /// The size on the card; small screens use `formSize` there.
    static let cardSize = Size(width: 16, height: 8)
    /// The size in the form.
    static let formSize = Size(width: 12, height: 6)

    let size: Size
    let picture: CellPicture?
    let name: PlainText

    private static let style = Style(.accent, [.reverse, .bold])

    /// Appends row `row` of the circle at the left end of the free part of `line`, using the circle's full width.
    /// Leaves the columns blank if the line is too short.
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
