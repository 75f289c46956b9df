import Canvas
import Domain
import ShopClient
import TerminalText

/// The bar below the machine's list, always visible: the balance and a strip of purchases.
struct BalanceBar: ListAccessory {
    private let machine: DrinksMachine?
    private let failure: FetchFailure?
    private let isSending: Bool
    private let layout: ListLayout
    /// The states of the strip's pictures.
    private let pictures: [PictureRequest: PictureState]

    /// Creates the bar; `nil` if there is no room for it. `known` holds the states of the shop's pictures.
    init?(_ drinks: DrinksCounter, _ layout: ListLayout, _ known: [PictureRequest: PictureState]) {
        guard layout.statusBarHeight > 0 else { return nil }
        machine = drinks.machine
        failure = drinks.failure
        isSending = !drinks.pending.isEmpty
        self.layout = layout
        let requests = BalanceBar.requests(machine, layout)
        pictures = known.filter { requests.contains($0.key) }
    }

    private static let narrow = 60

    /// Returns the requests for the strip's pictures, newest first.
    static func requests(_ machine: DrinksMachine?, _ layout: ListLayout) -> [PictureRequest] {
        PurchaseStrip(machine?.purchases ?? [], layout).requests
    }

    func draw(_ words: Words) -> LayerPicture {
        let lines = [balance(words)] + strip(words)
        let panel = Panel(
            region: Region("drinks-balance"),
            place: Rectangle(
                column: layout.origin.column, row: layout.origin.row + layout.height, width: layout.screen.width,
                height: layout.statusBarHeight), lines: lines)
        return LayerPicture(panels: [panel])
    }

    /// Returns a horizontal rule that contains the balance.
    private func balance(_ words: Words) -> Line {
        var line = LineBuilder(width: layout.screen.width, margin: layout.margin)
        if let machine {
            line.left(" \(words.drinks.balance) ", .plain)
            line.left("\(machine.balance.text) ", Style(.price, .bold), gap: 1)
        }
        if let failure, failure.isConnectionLoss {
            // The top edge shows the reason.
            if machine == nil { line.left(" \(words.notFetched) ", .dim, target: ShellTarget.command(.refetch)) }
        } else if let failure {
            let reason = " \(words.drinks.unknown(words.failure(failure))) "
            let shown = reason.columns <= line.room ? reason : " \(words.retry) "
            line.left(shown, Style(.bad), target: ShellTarget.command(.refetch))
        } else if machine == nil {
            line.left(" \(words.loading) ", .dim)
        }
        if isSending { line.right(" \(words.drinks.sending) ", .dim, gap: 1) }
        if let count = machine?.purchaseCount, count > 0 {
            line.right(" \(words.drinks.bought(count)) ", .dim, gap: 1)
        }
        // The bottom edge has no room for these keys on narrow screens.
        let keys = words.keyTable(.money).filter(\.isReachable)
        if layout.width < BalanceBar.narrow, !keys.isEmpty,
            line.right(" \(words.drinks.moneyKeys(keys.labels)) ", .dim, gap: 1)
        {
            line.add(keys.labelZones.map { $0.moved(by: 1) })
        }
        let rule = String(repeating: "─", count: layout.screen.width)
        return Line(
            spans: [Span(column: 0, columns: layout.screen.width, text: rule, style: Style(.standard, [.dim, .frame]))]
                + line.line.spans, zones: line.line.zones)
    }

    private func strip(_ words: Words) -> [Line] {
        guard let machine, layout.statusBarHeight > 1 else { return [] }
        guard machine.purchases.isEmpty else {
            return PurchaseStrip(machine.purchases, layout).lines(pictures, words.language)
        }
        var line = LineBuilder(width: layout.screen.width, margin: layout.margin)
        line.left(words.drinks.nothingBought(words), .dim)
        return [line.line]
    }
}
