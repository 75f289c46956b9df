import Canvas
import Domain
import ShopClient

extension CounterID { static let menu = CounterID("menu") }

/// The menu: side dishes, their pages, and ordering.
struct MenuCounter: Counter {
    /// The prices that pages told.
    var knownPrices = KnownPrices()
    /// Orders that wait on this device.
    var waitingOrders = 0
    fileprivate var detailRequests = 0

    var id: CounterID { .menu }
    var name: LocalizedText { LocalizedText("반찬", "Banchan") }
    var empty: LocalizedText { LocalizedText("아직 나온 반찬이 없습니다.", "No dishes here yet.") }
    var sections: [SectionDefinition] { SectionDefinition.menu }
    var helpTopics: [HelpTopic] { [.menu, .dish, .order] }

    func keyTable(beside list: KeyTable) -> KeyTable { .onTheMenu + list }

    func handle(_ command: Command, _ state: inout ShopState) -> [Effect]? {
        switch command {
        case .select:
            let toast = state.list.selected(Dish.self).map { Toast.dish(title: $0.title, price: $0.price) }
            return (toast ?? state.emptySectionToast).map { state.toast.replace(with: $0) } ?? []
        case .open: return openPage(&state)
        case .order: return openOrderForm(&state)
        default: return nil
        }
    }

    func receive(_ event: MenuEvent, _ state: inout ShopState) -> [Effect] {
        switch event {
        case .detailArrived(let reply): return reduceDetail(&state, reply)
        case .orderReported(let report): return reduceReport(&state, report)
        case .waitingOrdersChanged(let count):
            state.waitingOrders = count
            return []
        }
    }

    func connected(_ state: ShopState) -> [Effect] { waitingOrders > 0 ? [.menu(.deliverWaitingOrders)] : [] }
    func rowStyle(of section: SectionID, in state: ShopState) -> any RowStyle { DishRowStyle() }
    func note(_ words: Words) -> String? { waitingOrders > 0 ? words.order.waiting(waitingOrders) : nil }
}

private struct DishRowStyle: RowStyle {
    func lines(of dish: Dish, _ context: RowContext) -> [Line] {
        DishRow(layout: context.layout).lines(of: dish, picture: context.picture)
    }
}

extension ShopState {
    private var menuCounter: MenuCounter {
        get { self[MenuCounter.self] ?? MenuCounter() }
        set { self[MenuCounter.self] = newValue }
    }

    var knownPrices: KnownPrices {
        get { menuCounter.knownPrices }
        set { menuCounter.knownPrices = newValue }
    }

    /// Orders that wait on this device.
    var waitingOrders: Int {
        get { menuCounter.waitingOrders }
        set { menuCounter.waitingOrders = newValue }
    }

    /// A fetch of a page that no other has the number of.
    mutating func nextDetailRequest(_ detailHash: String) -> DetailRequest {
        menuCounter.detailRequests += 1
        return DetailRequest(number: menuCounter.detailRequests, detailHash: detailHash)
    }
}

extension HelpTopic {
    static let menu = HelpTopic(LocalizedText("반찬", "Banchan"), .onTheMenu)
    static let dish = HelpTopic(LocalizedText("반찬 자세히", "The page of a dish"), .dish)
    static let order = HelpTopic(
        LocalizedText("주문", "Order"), (KeyTable.suggesting + KeyTable.quantity + KeyTable.buttons).once)
}
