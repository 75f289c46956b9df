import Canvas
import Domain
import ShopHTTP
import TerminalText

/// What a page tells of a dish, one a line.
enum DishFact: Hashable, Sendable, CaseIterable {
    case price, point, delivery, fee

    /// What stands before it.
    var name: LocalizedText {
        switch self {
        case .price: LocalizedText("가격", "Price")
        case .point: LocalizedText("적립금", "Points")
        case .delivery: LocalizedText("배송", "Delivery")
        case .fee: LocalizedText("배송비", "Fee")
        }
    }
}

/// The text of a dish's page as lines of some width in one language, without the program's words: so that how far it
/// scrolls is known without them.
struct DishDocument {
    enum Line: Hashable {
        case blank
        case text(String)
        /// A fact's first line, and those that go on.
        case fact(DishFact, String)
        case more(String)
        case price(Won, reducedFrom: Won?)
        case loading
        case failed(FetchFailure)
        /// A line of the place of a picture that tells of the dish, both counted from 0.
        case picture(Int, line: Int)
    }

    let lines: [Line]
    /// The first line of each picture.
    let landmarks: [Int]
    /// How large each picture's place is.
    let pictureSize: Size

    /// Columns that the names of facts take, in every language.
    static let labelColumns = 10
    private static let mostLines = 40
    private static let widestPicture = 72
    private static let tallestPicture = 20

    /// With the facts, unless they stand elsewhere, and with the price where nothing else tells it.
    init(_ page: DishPage, in language: Language, width: Int, hasFacts: Bool = true) {
        let width = max(1, width)
        let pictureWidth = min(width, DishDocument.widestPicture)
        pictureSize = Size(width: pictureWidth, height: min(max(3, pictureWidth / 3), DishDocument.tallestPicture))
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

    /// The facts alone, of that width.
    static func facts(_ page: DishPage, in language: Language, width: Int) -> [Line] {
        guard let detail = page.detail else { return [] }
        return fact(.point, detail.point, width) + fact(.delivery, detail.deliveryInfo(in: language), width)
            + fact(.fee, detail.deliveryFee(in: language), width)
    }

    private static func texts(_ page: DishPage, _ language: Language, width: Int, _ hasFacts: Bool) -> [Line] {
        let detailed = page.detail.map { $0.description(in: language) }
        let described = detailed.flatMap { $0.isEmpty ? nil : $0 } ?? page.dish.description(in: language)
        var lines = described.string.wrapped(columns: width, limit: mostLines).map(Line.text)
        // The head of the page tells the price, but not beside the mark of what is sold out where there is little room.
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
        let parts = text.string.wrapped(columns: max(1, width - labelColumns), limit: mostLines)
        return parts.enumerated().map { $0 == 0 ? .fact(fact, $1) : .more($1) }
    }
}
