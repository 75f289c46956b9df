import Canvas
import Domain
import ShopClient
import TerminalText

extension CounterID { static let menu = CounterID("menu") }

/// The menu: side dishes, their pages, and ordering.
struct MenuCounter: Counter {
    /// The prices that pages told.
    private(set) var knownPrices = KnownPrices()
    /// Orders that wait on this device.
    private(set) var waitingOrders = 0
    /// Whether its service knows names that may be meant by what is typed.
    let suggestsNames: Bool
    private var detailRequests = 0

    init(suggestsNames: Bool = false) { self.suggestsNames = suggestsNames }

    var id: CounterID { .menu }
    var name: LocalizedText { LocalizedText("반찬", "Banchan") }
    var empty: LocalizedText { LocalizedText("아직 나온 반찬이 없습니다.", "No dishes here yet.") }
    var sections: [SectionDefinition] { SectionDefinition.menu }
    var helpTopics: [HelpTopic] { [.menu, .dish, .order] }

    func keyTable(beside list: KeyTable) -> KeyTable { .onTheMenu + list }

    mutating func handle(_ command: Command, _ shell: inout ShellContext) -> [MenuRequest]? {
        let dish = shell.list.selected(Dish.self)
        switch command {
        case .select:
            guard let dish else { tellEmptySection(&shell); return [] }
            shell.show(.dish(title: dish.title, price: dish.price))
        case .open: return dish.map { openPage(of: $0, &shell) } ?? []
        case .order: if let dish { openForm(for: dish, at: knownPrices.charged(for: dish), &shell) }
        default: return nil
        }
        return []
    }

    mutating func receive(_ event: MenuEvent, _ shell: inout ShellContext) -> [MenuRequest] {
        switch event {
        case .detailArrived(let reply): take(reply, &shell)
        case .orderReported(let report): return take(report, &shell)
        case .waitingOrdersChanged(let count): waitingOrders = count
        case .suggested(let text, let names): shell[OrderForm.self]?.suggest(names, for: text)
        }
        return []
    }

    func saleItem(ofRow row: Int, in section: Section) -> SaleItem? {
        section.rows.row(row, as: Dish.self).map { $0.saleItem(at: knownPrices.charged(for: $0)) }
    }

    func connected(_ shell: inout ShellContext) -> [MenuRequest] { waitingOrders > 0 ? [.deliverWaitingOrders] : [] }
    func rowStyle(of section: SectionID, in list: SectionedList) -> any RowStyle { DishRowStyle() }
    func note(_ words: Words) -> String? { waitingOrders > 0 ? words.order.waiting(waitingOrders) : nil }
}

// The page of a dish.
extension MenuCounter {
    /// A fetch of a page that no other has the number of.
    mutating func nextDetailRequest(_ detailHash: String) -> DetailRequest {
        detailRequests += 1
        return DetailRequest(number: detailRequests, detailHash: detailHash)
    }

    /// Opens the page at once with what the list knows, and asks for the rest.
    private mutating func openPage(of dish: Dish, _ shell: inout ShellContext) -> [MenuRequest] {
        let request = nextDetailRequest(dish.detailHash)
        shell[DishPage.self] = DishPage(dish: dish, request: request, showsPictures: shell.showsPictures)
        return [.fetchDetail(request)]
    }

    /// Takes the answer if the page that asked is still open and still waits for it.
    private mutating func take(_ reply: DetailReply, _ shell: inout ShellContext) {
        guard var page = shell[DishPage.self], page.take(reply, screen: shell.screen) else { return }
        shell[DishPage.self] = page
        if let price = page.detail?.price { knownPrices.note(price, of: page.dish.detailHash) }
        shell[OrderForm.self]?.reprice(page.price, of: page.dish.detailHash)
    }
}

// Orders.
extension MenuCounter {
    func openForm(for dish: Dish, at price: Won, _ shell: inout ShellContext) {
        shell[OrderForm.self] = OrderForm(
            dish: dish, price: price, key: shell.nextRequestKey(), who: PlainText(shell.lastGuest))
    }

    /// An order was completed. The form that waits for it closes with its page, unless the guest has to decide again; the
    /// result is told in either case.
    private mutating func take(_ report: OrderReport, _ shell: inout ShellContext) -> [MenuRequest] {
        guard var form = shell[OrderForm.self], form.isSending, form.key == report.draft.key else {
            shell.queue(.order(report))
            return []
        }
        switch report.outcome {
        case .refused(let refusal) where refusal.newPrice != nil:
            let price = refusal.newPrice ?? form.price
            knownPrices.note(price, of: form.dish.detailHash)
            form.take(price: price, key: shell.nextRequestKey())
            shell[OrderForm.self] = form
        case .notKept(let failure): shell[OrderForm.self]?.fail(failure)
        case .stored, .kept, .refused:
            shell.close(OrderForm.self)
            shell.queue(.order(report))
            return shell[DishPage.self]?.close(&shell) ?? []
        }
        return []
    }
}

private struct DishRowStyle: RowStyle {
    func lines(of dish: Dish, _ context: RowContext) -> [Line] {
        DishRow(layout: context.layout, mark: context.mark).lines(of: dish, picture: context.picture)
    }
}

extension Dish {
    func saleItem(at price: Won) -> SaleItem { SaleItem(OrderedItem(.menu, detailHash), title: title, price: price) }
}

extension HelpTopic {
    static let menu = HelpTopic(LocalizedText("반찬", "Banchan"), .onTheMenu)
    static let dish = HelpTopic(LocalizedText("반찬 자세히", "The page of a dish"), .dish)
    static let order = HelpTopic(
        LocalizedText("주문", "Order"), (KeyTable.suggesting + KeyTable.quantity + KeyTable.buttons).once)
}
