import Canvas
import Domain
import Foundation
import ShopClient

/// The screen of the machine's keeper, which shows one of its lists or the sales.
struct AdminScreen: Hashable, Sendable {
    enum View: Hashable, Sendable, CaseIterable { case stock, expired, hot, sales }

    private(set) var view = View.stock
    /// The data for the keeper; `nil` until it is loaded.
    private(set) var content: DrinksOverview?
    /// The time zone of displayed times.
    private(set) var zone = TimeZone.gmt
    /// The failure of the latest fetch; `nil` after a successful one.
    private(set) var failure: FetchFailure?
    /// The selected drink, which commands act on.
    private(set) var selected: DrinkID?
    /// The last selected row, used if the selected drink disappears; in the sales view, the first visible row.
    private(set) var row = 0

    /// Whether the spinner runs because no result has arrived yet.
    var isWaiting: Bool { content == nil && failure == nil }

    /// Whether the server denies access because the user is not the keeper.
    var isForbidden: Bool {
        guard case .status(let status)? = failure else { return false }
        return status == 401 || status == 403
    }

    var drinks: [Drink] {
        switch view {
        case .stock: content?.drinks ?? []
        case .expired: content?.expired ?? []
        case .hot: content?.hot ?? []
        case .sales: []
        }
    }

    var purchases: [DrinkPurchase] { content?.history.purchases ?? [] }

    private var rowCount: Int { view == .sales ? purchases.count : drinks.count }

    /// The selected row; `nil` if no drink is listed.
    var selectedRow: Int? {
        let drinks = drinks
        guard !drinks.isEmpty else { return nil }
        return drinks.firstIndex { $0.id == selected } ?? min(row, drinks.count - 1)
    }

    var selectedDrink: Drink? { selectedRow.map { drinks[$0] } }

    mutating func show(_ view: View) {
        self.view = view
        row = 0
        selected = nil
    }

    /// Shows the view `steps` further on, wrapping around.
    mutating func turn(by steps: Int) {
        let all = View.allCases
        let index = all.firstIndex(of: view) ?? 0
        show(all[(index + steps + all.count) % all.count])
    }

    /// Moves the selection, or scrolls the sales, of which `height` are visible, by `rows` rows.
    mutating func move(by rows: Int, height: Int) {
        let last = max(0, rowCount - (view == .sales ? height : 1))
        row = max(0, min(min(selectedRow ?? row, last) + rows, last))
        selected = drinks.indices.contains(row) ? drinks[row].id : nil
    }

    mutating func select(_ drink: DrinkID) {
        guard let index = drinks.firstIndex(where: { $0.id == drink }) else { return }
        (row, selected) = (index, drink)
    }

    /// Stores the result of a fetch. After a failure the previous data stays, unless access is denied.
    mutating func receive(_ result: Result<DrinksOverview, FetchFailure>, zone: TimeZone) {
        self.zone = zone
        switch result {
        case .success(let content):
            row = selectedRow ?? row
            self.content = content
            failure = nil
            row = max(0, min(row, rowCount - 1))
        case .failure(let failure):
            self.failure = failure
            if isForbidden { content = nil }
        }
    }
}

extension AdminScreen: CounterLayer {
    var keyTable: KeyTable { selectedRow == nil ? KeyTable.adminWithoutSelection : KeyTable.admin }
    var coversAll: Bool { true }
    var helpTopic: HelpTopic? { selectedRow == nil ? nil : .admin }

    mutating func handle(
        _ command: Command, _ drinks: inout DrinksCounter, _ shell: inout ShellContext
    ) -> [DrinksRequest] {
        if let move = command.move {
            let height = AdminLayout(screen: shell.screen).list(view).size.height
            self.move(by: move.distance(page: max(1, height - 1)), height: height)
        }
        switch command {
        case .nextView: turn(by: 1)
        case .previousView: turn(by: -1)
        case .editDrink: if let drink = selectedDrink { shell[Stepper.self] = Stepper(drink) }
        case .removeExpired: askToRemoveExpired(drinks, &shell)
        case .refetch: return [.fetchOverview]
        case .back: shell.close(AdminScreen.self)
        default: break
        }
        return []
    }

    mutating func click(_ click: Click, _ drinks: inout DrinksCounter, _ shell: inout ShellContext) -> [DrinksRequest] {
        switch click.target as? AdminTarget {
        case .view(let view): show(view)
        case .drink(let drink): select(drink)
        case nil: break
        }
        return []
    }

    private func askToRemoveExpired(_ drinks: DrinksCounter, _ shell: inout ShellContext) {
        guard let drink = selectedDrink else { return }
        guard drink.expired > 0 else { return shell.show(.noneExpired(drink.title)) }
        let action = DrinkAction.removeExpired(drink.id, name: drink.title)
        guard !drinks.pending.contains(where: { $0.action == action }) else { return }
        shell.ask(DrinksQuestion.removeExpired(drink), isYes: false)
    }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        let screen = AdminScreenView(words: words, layout: AdminLayout(screen: context.screen))
        return LayerPicture(panels: screen.panels(self, spinner: context.spinner), cursor: screen.cursor(self))
    }
}
