import Canvas

/// Where the parts of a dish's page stand on a screen of some size: the picture beside the text on wide screens, above
/// it on narrow ones, and left out on low ones and where the terminal shows none.
struct DishLayout: Hashable, Sendable {
    /// Title and price, badges below.
    let header: Rectangle
    /// The picture of the dish; `nil` where there is no room for one.
    let picture: Rectangle?
    /// Below the picture: which of how many it is.
    let pictureNumber: Rectangle?
    /// Below both: what the page tells in single facts; `nil` where these stand in the text.
    let facts: Rectangle?
    /// Everything that scrolls.
    let body: Rectangle
    /// One column at the right edge that tells how far the text is scrolled.
    let scrollBar: Rectangle
    let margin: Int

    private static let headerLines: [ListLayout.Density: Int] = [.oneLine: 1, .twoLines: 2, .spacious: 3]
    /// From here on, picture and text stand side by side.
    private static let wideFrom = 64
    private static let widestPicture = 44
    private static let tallestPictureAbove = 10
    /// The text keeps at least so many lines below a picture.
    private static let fewestTextLines = 8
    private static let gutter = 3

    init(screen: Size, showsPictures: Bool = true) {
        let menu = ListLayout(screen: screen)
        margin = menu.margin
        let headerLines = DishLayout.headerLines[menu.density] ?? 1
        header = Rectangle(column: 0, row: menu.origin.row, width: menu.width, height: headerLines)
        let rest = Rectangle(
            column: menu.margin, row: header.rows.upperBound, width: menu.width - menu.margin - 2,
            height: max(1, menu.height - headerLines))
        scrollBar = Rectangle(
            column: menu.width - 1, row: rest.origin.row, width: 1, height: rest.size.height)
        let hasPlace = showsPictures && menu.density == .spacious
        let place = hasPlace ? DishLayout.place(in: rest, isWide: menu.width >= DishLayout.wideFrom) : nil
        picture = place
        pictureNumber = place.map {
            Rectangle(column: $0.origin.column, row: $0.rows.upperBound, width: $0.size.width, height: 1)
        }
        facts = menu.width >= DishLayout.wideFrom ? place.flatMap { DishLayout.facts(below: $0, in: rest) } : nil
        body = DishLayout.body(in: rest, beside: place, isWide: menu.width >= DishLayout.wideFrom)
    }

    /// A square to the eye: cells are about twice as high as wide.
    private static func place(in rest: Rectangle, isWide: Bool) -> Rectangle? {
        let room = isWide ? rest.size.height - 2 : rest.size.height - fewestTextLines - 2
        let width = isWide ? min(widestPicture, rest.size.width * 2 / 5) : rest.size.width
        let height = min(room, width / 2, isWide ? .max : tallestPictureAbove)
        guard height >= 4 else { return nil }
        return Rectangle(column: rest.origin.column, row: rest.origin.row, width: height * 2, height: height)
    }

    /// The picture, its number and a blank line stand above it.
    private static func facts(below picture: Rectangle, in rest: Rectangle) -> Rectangle? {
        let row = picture.rows.upperBound + 2
        guard rest.rows.upperBound - row >= fewestFactLines, picture.size.width >= narrowestFacts else { return nil }
        return Rectangle(
            column: picture.origin.column, row: row, width: picture.size.width, height: rest.rows.upperBound - row)
    }

    private static let fewestFactLines = 6
    private static let narrowestFacts = 30

    private static func body(in rest: Rectangle, beside picture: Rectangle?, isWide: Bool) -> Rectangle {
        guard let picture else { return rest }
        if isWide {
            let column = picture.columns.upperBound + gutter
            return Rectangle(
                column: column, row: rest.origin.row, width: rest.columns.upperBound - column, height: rest.size.height)
        }
        let row = picture.rows.upperBound + 2
        return Rectangle(
            column: rest.origin.column, row: row, width: rest.size.width, height: rest.rows.upperBound - row)
    }
}
