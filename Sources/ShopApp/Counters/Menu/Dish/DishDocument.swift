import Canvas
import Domain
import ShopHTTP
import TerminalText

/// A fact on the page of a dish, shown on its own line.
enum DishFact: Hashable, Sendable, CaseIterable {
    case price, point, delivery, fee

    /// The label of the fact.
    var name: LocalizedText {
        switch self {
        case .price: LocalizedText("가격", "Price")
        case .point: LocalizedText("적립금", "Points")
        case .delivery: LocalizedText("배송", "Delivery")
        case .fee: LocalizedText("배송비", "Fee")
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
    /// The size of the space for each picture.
    let pictureSize: Size

    /// The width of the facts' labels, in columns, in every language.
    static let labelColumns = 10
    private static let maxLines = 40
    private static let maxPictureWidth = 72
    private static let maxPictureHeight = 20

    /// Creates the document, with the facts unless they are shown elsewhere, and with the price if the dish is sold
    /// out.
    init(_ page: DishPage, in language: Language, width: Int, hasFacts: Bool = true) {
        let width = max(1, width)
        let pictureWidth = min(width, DishDocument.maxPictureWidth)
        pictureSize = Size(width: pictureWidth, height: min(max(3, pictureWidth / 3), DishDocument.maxPictureHeight))
        var lines = DishDocument.texts(page, language, width: width, hasFacts)
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
            + fact(.fee, detail.deliveryFee(in: language), width)
    }

    private static func texts(_ page: DishPage, _ language: Language, width: Int, _ hasFacts: Bool) -> [Line] {
        let detailed = page.detail.map { $0.description(in: language) }
        let described = detailed.flatMap { $0.isEmpty ? nil : $0 } ?? page.dish.description(in: language)
        var lines = described.string.wrapped(columns: width, limit: maxLines).map(Line.text)
        // The header shows the price, except beside the sold-out mark if there is little room.
        if page.dish.isSoldOut {
            lines += (lines.isEmpty ? [] : [.blank]) + [.price(page.price, reducedFrom: page.reducedFrom)]
        }
        switch page.content {
        case .loaded:
            let facts = hasFacts ? facts(page, in: language, width: width) : []
            lines += (lines.isEmpty || facts.isEmpty || page.dish.isSoldOut ? [] : [.blank]) + facts
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
