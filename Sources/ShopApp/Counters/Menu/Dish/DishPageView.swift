import Canvas
import Domain
import ShopClient
import TerminalText

/// The view of a dish's page, with a panel for each part, so that unchanged parts are not redrawn.
struct DishPageView {
    let words: Words
    var pictures: [PictureRequest: PictureState] = [:]

    static let header = Region("dish/header")
    static let picture = Region("dish/picture")
    static let pictureNumber = Region("dish/picture-number")
    static let facts = Region("dish/facts")
    static let body = Region("dish/body")
    static let scrollBar = Region("dish/scroll-bar")

    func panels(_ page: DishPage, layout: DishLayout, spinner: String) -> [Panel] {
        let document = layout.document(of: page, in: words.language)
        var panels = [Panel(region: DishPageView.header, place: layout.header, lines: headerLines(page, layout))]
        if let frame = layout.picture {
            let shown = picture(page.shownPicture, frame.size)
            panels.append(Panel(region: DishPageView.picture, place: frame, lines: shown.lines))
        }
        if let frame = layout.pictureNumber, !page.thumbnails.isEmpty {
            panels.append(Panel(region: DishPageView.pictureNumber, place: frame, lines: [numberLine(page, frame)]))
        }
        if let frame = layout.facts {
            let facts = DishDocument.facts(page, in: words.language, width: frame.size.width).prefix(frame.size.height)
            panels.append(
                Panel(
                    region: DishPageView.facts, place: frame,
                    lines: facts.map { line($0, of: page, document, width: frame.size.width, spinner: spinner) }))
        }
        let shown = document.lines.dropFirst(page.top).prefix(layout.body.size.height)
        panels.append(
            Panel(
                region: DishPageView.body, place: layout.body,
                lines: shown.map { line($0, of: page, document, width: layout.body.size.width, spinner: spinner) }))
        if let bar = scrollBar(page, document, layout) { panels.append(bar) }
        return panels
    }

    // MARK: - Header

    private func headerLines(_ page: DishPage, _ layout: DishLayout) -> [Line] {
        var title = LineBuilder(width: layout.header.size.width, margin: layout.margin)
        let isOneLine = layout.header.size.height == 1
        if page.dish.isSoldOut, isOneLine {
            // The text below shows the price.
            title.right(DishRow.soldOut(words), DishRow.soldOutStyle, gap: 1)
        } else {
            title.right(
                page.dish.priceText(in: words.language, at: page.price), DishRow.priceStyle(of: page.dish),
                gap: isOneLine ? 1 : 2)
        }
        if let original = page.reducedFrom, title.room > DishPageView.roomForOriginalPrice {
            title.right(original.grouped, .dim, gap: 2)
            title.right(DishPageView.reduction(from: original, to: page.price), Style(.accent), gap: 2)
        }
        title.left(page.dish.title(in: words.language).string, .bold)
        var second = LineBuilder(width: layout.header.size.width, margin: layout.margin)
        if page.showsPictures, layout.pictureNumber == nil, !page.thumbnails.isEmpty {
            second.right(counted(page), .dim, gap: 2)
        }
        if page.dish.isSoldOut { second.left(DishRow.soldOut(words), DishRow.soldOutStyle, gap: 1) }
        if let left = DishRow.left(of: page.dish, words) { second.left(left, DishRow.leftStyle, gap: 1) }
        for badge in DishRow.badges(of: page.dish, in: words.language) where badge.text.columns + 2 <= second.room {
            second.left(" \(badge.text) ", badge.style, gap: 1)
        }
        let delivery = page.dish.delivery(in: words.language)
        if delivery.columns <= second.room { second.left(delivery, .dim) }
        return [title.line, second.line]
    }

    /// The columns left for the title when the original price is shown.
    private static let roomForOriginalPrice = 30

    // MARK: - Picture

    private func picture(_ address: String?, _ size: Size) -> PictureArea {
        let state = address.flatMap { pictures[PictureRequest($0, fitting: size)] }
        return PictureArea(size: size, state: state ?? .waiting, language: words.language)
    }

    private func counted(_ page: DishPage) -> String { "\(page.picture + 1) / \(page.thumbnails.count)" }

    private func numberLine(_ page: DishPage, _ frame: Rectangle) -> Line {
        let text = counted(page)
        var builder = LineBuilder(width: frame.size.width, margin: max(0, (frame.size.width - text.columns) / 2))
        builder.left(text, .dim)
        return builder.line
    }

    // MARK: - Text

    func line(
        _ line: DishDocument.Line, of page: DishPage, _ document: DishDocument, width: Int, margin: Int = 0,
        spinner: String = ""
    ) -> Line {
        var builder = LineBuilder(width: width + 2 * margin, margin: margin)
        switch line {
        case .blank: break
        case .text(let text): builder.left(text)
        case .fact(let fact, let text):
            label(fact, &builder)
            builder.left(text)
        case .more(let text):
            builder.skip(DishDocument.labelColumns)
            builder.left(text)
        case .price(let price, let original):
            label(.price, &builder)
            if let original { builder.left(original.grouped, .dim, gap: 2) }
            builder.left(page.dish.priceText(in: words.language, at: price), DishRow.priceStyle(of: page.dish), gap: 2)
            if let original { builder.left(DishPageView.reduction(from: original, to: price), Style(.accent)) }
        case .loading:
            builder.left(spinner, Style(.accent), gap: 1)
            builder.left(words.loading, .dim)
        case .failed(let failure):
            builder.right(words.retry, Style(.bad, .bold), gap: 2, target: ShellTarget.command(.refetchPage))
            builder.left(words.failure(failure), Style(.bad))
        case .picture(let index, let number):
            picture(page.detail?.pictures[index], document.pictureSize).add(row: number, to: &builder)
        }
        return builder.line
    }

    /// Returns the reduction in whole percent, at least 1 %.
    static func reduction(from original: Won, to price: Won) -> String {
        "-\(max(1, (original.amount - price.amount) * 100 / original.amount))%"
    }

    private func label(_ fact: DishFact, _ builder: inout LineBuilder) {
        let name = fact.name[words.language].truncated(columns: DishDocument.labelColumns - 1)
        builder.left(name, .dim, gap: DishDocument.labelColumns - name.columns)
    }

    // MARK: - Scroll position

    /// Returns the scroll bar; `nil` if the whole text is visible.
    private func scrollBar(_ page: DishPage, _ document: DishDocument, _ layout: DishLayout) -> Panel? {
        let height = layout.scrollBar.size.height
        let (all, visible) = (document.lines.count, layout.body.size.height)
        guard all > visible, height > 0 else { return nil }
        let thumb = max(1, height * visible / all)
        let start = (height - thumb) * page.top / (all - visible)
        let lines = (0..<height).map { row in
            (start..<(start + thumb)).contains(row)
                ? Line(
                    fill: DishPageView.thumb, spans: [Span(column: 0, columns: 1, text: " ", style: DishPageView.thumb)]
                )
                : Line(spans: [Span(column: 0, columns: 1, text: "│", style: Style(.standard, [.dim, .frame]))])
        }
        return Panel(region: DishPageView.scrollBar, place: layout.scrollBar, lines: lines)
    }

    private static let thumb = Style(.accent, .reverse)
}
