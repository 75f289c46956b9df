import Canvas
import Domain
import ShopClient
import ShopHTTP
import TerminalText

/// What stands below the machine's list, always in sight: the balance, and a strip of what was bought.
struct BalanceBar {
    let words: Words
    let layout: ListLayout

    /// What it shows.
    struct Content: Hashable {
        let machine: DrinksMachine?
        let failure: FetchFailure?
        let isSending: Bool

        init(_ drinks: DrinksCounter) {
            machine = drinks.machine
            failure = drinks.failure
            isSending = !drinks.pending.isEmpty
        }
    }

    private static let picture = Size(width: 4, height: 2)
    private static let pictureGap = 1
    private static let narrow = 60

    /// The pictures of the strip, the newest first.
    static func requests(_ state: ShopState) -> [PictureRequest] {
        let layout = state.list.layout
        guard state.counter == .drinks, layout.picture != nil else { return [] }
        return bought(state.drinks.machine, layout).map(\.image).filter { !$0.isEmpty }
            .map { PictureRequest($0, fitting: picture) }
    }

    /// What there is room for, the newest first.
    private static func bought(_ machine: DrinksMachine?, _ layout: ListLayout) -> [DrinkPurchase] {
        let room = layout.width - 2 * layout.margin + pictureGap
        return Array((machine?.purchases ?? []).reversed().prefix(max(0, room / (picture.width + pictureGap))))
    }

    /// `known` is what can be shown of the strip's pictures.
    func panel(_ content: Content, known: [PictureRequest: PictureState]) -> Panel {
        let lines = [balance(content)] + strip(content, known)
        return Panel(
            region: Region("drinks-balance"),
            place: Rectangle(
                column: layout.origin.column, row: layout.origin.row + layout.height, width: layout.width,
                height: layout.statusBarHeight), lines: lines)
    }

    /// A rule with the balance set into it.
    private func balance(_ content: Content) -> Line {
        var line = LineBuilder(width: layout.width, margin: layout.margin)
        if let machine = content.machine {
            line.left(" \(words.drinks.balance) ", .plain)
            line.left("\(machine.balance.text) ", Style(.price, .bold), gap: 1)
        }
        if let failure = content.failure {
            let reason = " \(words.drinks.unknown(words.failure(failure))) "
            line.left(reason.columns <= line.room ? reason : " \(words.retry) ", Style(.bad))
        } else if content.machine == nil {
            line.left(" \(words.loading) ", .dim)
        }
        if content.isSending { line.right(" \(words.drinks.sending) ", .dim, gap: 1) }
        if let count = content.machine?.purchaseCount, count > 0 {
            line.right(" \(words.drinks.bought(count)) ", .dim, gap: 1)
        }
        // Where the lower edge has no room for these keys.
        if layout.width < BalanceBar.narrow { line.right(" \(words.drinks.moneyKeys) ", .dim, gap: 1) }
        let rule = String(repeating: "─", count: layout.width)
        return Line(
            spans: [Span(column: 0, columns: layout.width, text: rule, style: Style(.standard, [.dim, .frame]))]
                + line.line.spans)
    }

    private func strip(_ content: Content, _ known: [PictureRequest: PictureState]) -> [Line] {
        guard let machine = content.machine, layout.statusBarHeight > 1 else { return [] }
        guard !machine.purchases.isEmpty else { return [text(words.drinks.nothingBought)] }
        guard layout.picture != nil, layout.statusBarHeight > BalanceBar.picture.height else {
            return [text(machine.purchases.reversed().map(\.name.string).joined(separator: ", "), .plain)]
        }
        let bought = BalanceBar.bought(machine, layout)
        return (0..<BalanceBar.picture.height).map { row in
            var line = LineBuilder(width: layout.width, margin: layout.margin)
            for drink in bought { add(drink, row, known, to: &line) }
            return line.line
        }
    }

    /// The picture of a drink, or, while there is none, the beginning of its name.
    private func add(
        _ drink: DrinkPurchase, _ row: Int, _ known: [PictureRequest: PictureState], to line: inout LineBuilder
    ) {
        let size = BalanceBar.picture
        let state = known[PictureRequest(drink.image, fitting: size)] ?? .waiting
        if state.picture != nil {
            PicturePlace(size: size, state: state).add(row: row, to: &line)
            line.skip(BalanceBar.pictureGap)
        } else {
            let parts = drink.name.string.wrapped(columns: size.width, limit: size.height)
            let part = parts.indices.contains(row) ? parts[row] : ""
            line.left(part, .dim)
            line.skip(size.width - part.columns + BalanceBar.pictureGap)
        }
    }

    private func text(_ text: String, _ style: Style = .dim) -> Line {
        var line = LineBuilder(width: layout.width, margin: layout.margin)
        line.left(text, style)
        return line.line
    }
}
