import Canvas
import Domain
import ShopHTTP
import TerminalText

/// A fact on the page of a dish, shown on its own line.
enum DishFact: Hashable, Sendable, CaseIterable {
    case price, point, delivery, fee

    var name: LocalizedText {
        switch self {
        case .price: LocalizedText("가격", "Price")
        case .point: LocalizedText("적립금", "Points")
        case .delivery: LocalizedText("배송", "Delivery")
        case .fee: LocalizedText("배달비", "Fee")
        }
    }
}

/// The text of a dish's page, as lines of a given width in one language. It contains no UI strings, so that the scroll
/// range is known without them.
struct DishDocument {
    enum Line: Hashable {
        case blank
        case text(String)
        /// The first line of a fact; `more` is a continuation line.
        case fact(DishFact, String)
        case more(String)
        case price(Won, reducedFrom: Won?)
        case loading
        case failed(FetchFailure)
        /// A line of the space for a detail picture; the picture and the line are counted from 0.
        case picture(Int, line: Int)
    }

    let lines: [Line]
    /// The first line of each picture.
    let landmarks: [Int]
    let pictureSize: Size

    /// The width of the facts' labels, in columns, in every language.
    static let labelColumns = 10
    private static let maxLines = 40
    /// The width from which lines of text get hard to read.
    private static let maxTextColumns = 90
    private static let maxPictureWidth = 3 * ListLayout.highestPicture

    /// Creates the document, with the facts and with the price of a dish that is sold out, unless these are shown
    /// elsewhere.
    ///
    /// A picture is as wide as the document and has a third as many lines, at most `pictureHeight`.
    init(
        _ page: DishPage, in language: Language, width: Int, pictureHeight: Int, hasFacts: Bool = true,
        hasPrice: Bool = true
    ) {
        let width = max(1, width)
        let pictureWidth = min(width, DishDocument.maxPictureWidth)
        pictureSize = Size(width: pictureWidth, height: max(3, min(pictureWidth / 3, pictureHeight)))
        var lines = DishDocument.texts(
            page, language, width: min(width, DishDocument.maxTextColumns), hasFacts,
            hasPrice: hasPrice && page.dish.isSoldOut)
        var landmarks: [Int] = []
        let pictures = page.showsPictures ? page.detail?.pictures ?? [] : []
        for index in pictures.indices {
            lines.append(.blank)
            landmarks.append(lines.count)
            lines += (0..<pictureSize.height).map { .picture(index, line: $0) }
        }
        self.lines = lines
        self.landmarks = landmarks
    }

    /// Returns only the lines of the facts, for that width.
    static func facts(_ page: DishPage, in language: Language, width: Int) -> [Line] {
        guard let detail = page.detail else { return [] }
        return fact(.point, detail.point, width) + fact(.delivery, detail.deliveryInfo(in: language), width)
            + fact(.fee, page.deliveryFee(in: language), width)
    }

    private static func texts(
        _ page: DishPage, _ language: Language, width: Int, _ hasFacts: Bool, hasPrice: Bool
    ) -> [Line] {
        let detailed = page.detail.map { $0.description(in: language) }
        let described = detailed.flatMap { $0.isEmpty ? nil : $0 } ?? page.dish.description(in: language)
        var lines = described.string.wrapped(columns: width, limit: maxLines).map(Line.text)
        // The header shows the price, except beside the sold-out mark if there is little room.
        if hasPrice {
            lines += (lines.isEmpty ? [] : [.blank]) + [.price(page.price, reducedFrom: page.reducedFrom)]
        }
        switch page.content {
        case .loaded:
            let facts = hasFacts ? facts(page, in: language, width: width) : []
            lines += (lines.isEmpty || facts.isEmpty || hasPrice ? [] : [.blank]) + facts
        case .listed: break
        case .loading:
            lines += [.blank, .loading]
        case .failed(let failure):
            lines += [.blank, .failed(failure)]
        }
        return lines
    }

    private static func fact(_ fact: DishFact, _ text: PlainText, _ width: Int) -> [Line] {
        let parts = text.string.wrapped(columns: max(1, width - labelColumns), limit: maxLines)
        return parts.enumerated().map { $0 == 0 ? .fact(fact, $1) : .more($1) }
    }
}

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
    /// The minimum width for the picture and the text side by side,
    private static let wideFrom = 64
    /// and for the picture beside the header, too.
    private static let widerFrom = 120
    /// The maximum width of a page without a picture.
    private static let widestText = 110
    private static let maxPictureHeightAbove = 10
    /// The minimum number of text lines below a picture.
    private static let minTextLines = 8
    private static let gutter = 3

    init(screen: Size, showsPictures: Bool = true) {
        let list = ListLayout(screen: screen, shape: ListShape(isCovering: true))
        margin = list.margin
        let isWide = list.width >= DishLayout.wideFrom
        let headerLines = DishLayout.headerLines[list.density] ?? 1
        let hasPlace = showsPictures && list.density == .spacious
        let all = Rectangle(
            column: margin, row: list.origin.row, width: list.width - margin - 2, height: list.height)
        let below = all.below(headerLines)
        let frame =
            hasPlace
            ? DishLayout.pictureFrame(in: list.width >= DishLayout.widerFrom ? all : below, isWide: isWide) : nil
        picture = frame
        pictureNumber = frame.map {
            Rectangle(column: $0.origin.column, row: $0.rows.upperBound, width: $0.size.width, height: 1)
        }
        facts = isWide ? frame.flatMap { DishLayout.facts(below: $0, in: all) } : nil
        // Without a picture a text and its price would be too far apart.
        let end = frame == nil ? min(list.width, DishLayout.widestText) : list.width
        let start = list.width >= DishLayout.widerFrom ? frame.map { $0.columns.upperBound + DishLayout.gutter } : nil
        let headerColumn = start.map { $0 - list.margin } ?? 0
        header = Rectangle(
            column: headerColumn, row: list.origin.row, width: end - headerColumn, height: headerLines)
        body = DishLayout.body(
            in: Rectangle(column: margin, row: below.origin.row, width: end - margin - 2, height: below.size.height),
            beside: frame, isWide: isWide)
        scrollBar = Rectangle(column: end - 1, row: below.origin.row, width: 1, height: below.size.height)
    }

    /// Returns the document of a page in the scrolling area.
    func document(of page: DishPage, in language: Language) -> DishDocument {
        DishDocument(
            page, in: language, width: body.size.width, pictureHeight: body.size.height - 1, hasFacts: facts == nil)
    }

    /// Returns the place of the picture, which looks square because cells are about twice as high as wide.
    private static func pictureFrame(in rest: Rectangle, isWide: Bool) -> Rectangle? {
        let room = isWide ? rest.size.height - 2 : rest.size.height - minTextLines - 2
        let width = isWide ? rest.size.width * 2 / 5 : rest.size.width
        let height = min(room, width / 2, isWide ? ListLayout.highestPicture : maxPictureHeightAbove)
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

extension Rectangle {
    /// Returns the part below the first `rows`, at least one row.
    fileprivate func below(_ rows: Int) -> Rectangle {
        Rectangle(
            column: origin.column, row: origin.row + rows, width: size.width, height: max(1, size.height - rows))
    }
}
