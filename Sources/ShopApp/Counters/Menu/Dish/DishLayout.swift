import Canvas

/// The layout of a dish's page: the picture is beside the text on wide screens, above it on narrow ones, and omitted on
/// low screens and if the terminal cannot show pictures.
struct DishLayout: Hashable, Sendable {
    /// Title and price, with the badges below.
    let header: Rectangle
    /// The picture of the dish; `nil` if there is no room for one.
    let picture: Rectangle?
    /// The line below the picture with its number and the number of pictures.
    let pictureNumber: Rectangle?
    /// The facts, below the picture and its number; `nil` if they are part of the text.
    let facts: Rectangle?
    /// The scrolling area.
    let body: Rectangle
    /// The scroll bar, one column at the right edge.
    let scrollBar: Rectangle
    let margin: Int

    private static let headerLines: [ListLayout.Density: Int] = [.oneLine: 1, .twoLines: 2, .spacious: 3]
    /// The minimum width for the picture and the text side by side.
    private static let wideFrom = 64
    private static let maxPictureWidth = 44
    private static let maxPictureHeightAbove = 10
    /// The minimum number of text lines below a picture.
    private static let minTextLines = 8
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

    /// Returns the place of the picture, which looks square because cells are about twice as high as wide.
    private static func place(in rest: Rectangle, isWide: Bool) -> Rectangle? {
        let room = isWide ? rest.size.height - 2 : rest.size.height - minTextLines - 2
        let width = isWide ? min(maxPictureWidth, rest.size.width * 2 / 5) : rest.size.width
        let height = min(room, width / 2, isWide ? .max : maxPictureHeightAbove)
        guard height >= 4 else { return nil }
        return Rectangle(column: rest.origin.column, row: rest.origin.row, width: height * 2, height: height)
    }

    /// Returns the place of the facts, below the picture, its number and a blank line.
    private static func facts(below picture: Rectangle, in rest: Rectangle) -> Rectangle? {
        let row = picture.rows.upperBound + 2
        guard rest.rows.upperBound - row >= minFactLines, picture.size.width >= minFactsWidth else { return nil }
        return Rectangle(
            column: picture.origin.column, row: row, width: picture.size.width, height: rest.rows.upperBound - row)
    }

    private static let minFactLines = 6
    private static let minFactsWidth = 30

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
