import Canvas
import Domain
import ShopClient
import TerminalText

/// The pane beside the list that shows the page of the selected dish on a wide screen: its pictures in the text as far as
/// there is room for a whole one.
struct DishPane: ListAccessory {
    private let page: DishPage
    private let frame: Rectangle
    private let picture: PanePicture?
    private let hasPage: Bool
    /// The states of the pictures in the text.
    private var pictures: [PictureRequest: PictureState] = [:]

    /// `page` is what is known of a dish, which is left out unless it is the selected one.
    init?(
        _ list: SectionedList, page: DishPage?, _ known: [PictureRequest: PictureState], hasPage: Bool = true
    ) {
        guard let frame = list.layout.pane, let dish = list.selected(Dish.self) else { return nil }
        self.page = page.flatMap { $0.dish == dish ? $0 : nil } ?? DishPage(dish: dish, language: .korean)
        self.frame = frame
        self.hasPage = hasPage
        picture = PanePicture(list, known)
        for request in known.isEmpty ? [] : picturesInText { pictures[request] = known[request] }
    }

    /// The pictures in the text that there is room for, in their size.
    var picturesInText: [PictureRequest] {
        guard let addresses = page.detail?.pictures, !addresses.isEmpty, page.showsPictures else { return [] }
        let document = document(page.language.words)
        let count = room(in: page.language.words) / (document.pictureSize.height + 1)
        return addresses.prefix(count).map { PictureRequest($0, fitting: document.pictureSize) }
    }

    /// Returns the lines that are left for the pictures in the text.
    private func room(in words: Words) -> Int {
        var pane = Pane(frame)
        addAboveText(words, to: &pane)
        let texts = DishPane.texts(of: document(words.language, pictureHeight: 1))
        return max(0, frame.size.height - pane.lines.count - texts.count - DishPane.linesBelow)
    }

    /// The hint below the text, with the blank line above it.
    private static let linesBelow = 2

    /// The least height of a picture in the text.
    private static let minPictureHeight = 6

    /// Returns the document with pictures that fit below the text.
    private func document(_ words: Words) -> DishDocument {
        document(words.language, pictureHeight: max(DishPane.minPictureHeight, room(in: words) - 1))
    }

    private func document(_ language: Language, pictureHeight: Int) -> DishDocument {
        DishDocument(
            page, in: language, width: Pane.textColumns(in: frame), pictureHeight: pictureHeight, hasPrice: false)
    }

    /// Returns the lines of the text without its pictures. That it is being fetched is not said: it is not waited for.
    private static func texts(of document: DishDocument) -> [DishDocument.Line] {
        let text = document.lines.prefix { if case .picture = $0 { false } else { true } }
        let hasPictures = text.count < document.lines.count
        return hasPictures || text.last == .loading ? text.dropLast(hasPictures ? 1 : 2) : Array(text)
    }

    func draw(_ words: Words) -> LayerPicture {
        var pane = Pane(frame)
        addAboveText(words, to: &pane)
        let (document, view) = (document(words), DishPageView(words: words, pictures: pictures))
        func add(_ line: DishDocument.Line) {
            pane.add(view.line(line, of: page, document, width: pane.width, margin: Pane.margin))
        }
        DishPane.texts(of: document).forEach(add)
        for number in picturesInText.indices {
            pane.blank()
            for line in 0..<document.pictureSize.height { add(.picture(number, line: line)) }
        }
        guard hasPage else { return pane.picture }
        return pane.picture { $0.left(words.dishPage, .dim) }
    }

    /// Adds the picture, the title, the price and the labels.
    private func addAboveText(_ words: Words, to pane: inout Pane) {
        let dish = page.dish
        pane.picture(picture, in: words.language)
        pane.text(dish.title(in: words.language).string, .bold, limit: 3)
        pane.line { line in
            if let original = page.reducedFrom {
                line.left(original.grouped, .dim, gap: 2)
                line.left(DishPageView.reduction(from: original, to: page.price), Style(.accent), gap: 2)
            }
            line.left(dish.priceText(in: words.language, at: page.price), DishRow.priceStyle(of: dish), gap: 2)
            if dish.isSoldOut { line.left(DishRow.soldOut(words), DishRow.soldOutStyle) }
            if let left = DishRow.left(of: dish, words) { line.left(left, DishRow.leftStyle) }
        }
        addLabels(words, to: &pane)
        pane.blank()
    }

    private func addLabels(_ words: Words, to pane: inout Pane) {
        let badges = DishRow.badges(of: page.dish, in: words.language)
        let delivery = page.dish.delivery(in: words.language)
        guard !badges.isEmpty || !delivery.isEmpty else { return }
        var hasDelivery = delivery.isEmpty
        pane.line { line in
            for badge in badges where badge.text.columns + 2 <= line.room {
                line.left(" \(badge.text) ", badge.style, gap: 1)
            }
            guard !hasDelivery, delivery.columns <= line.room else { return }
            line.left(delivery, .dim)
            hasDelivery = true
        }
        if !hasDelivery { pane.text(delivery, .dim, limit: 2) }
    }
}

extension Words {
    fileprivate var dishPage: String {
        let key = key(.open, in: .menuList)
        return LocalizedText("\(key) 자세히 보기", "\(key): details")[language]
    }
}
