import Domain
import ShopClient

extension Order: SectionRow {}
extension PendingOrder: SectionRow {}
extension UndeliveredOrder: SectionRow {}

extension SectionID {
    /// The orders on this device that no server has.
    static let waitingOrders = SectionID(path: "orders/waiting")
}

extension SectionDefinition {
    /// The orders of this terminal.
    public static let myOrders = SectionDefinition(
        .myOrders, for: .terminal, rowLimit: OrderList.defaultLength, rows: Order.self)

    /// The sections of the keeper's board, one per state.
    static let board = SectionID.board.map {
        SectionDefinition($0, for: .keeper, rowLimit: OrderList.defaultLength, rows: Order.self)
    }

    /// The orders about which messages are held up, for the keeper; listed only if there are any.
    static let undelivered = SectionDefinition(.undeliveredOrders, for: .keeper, rows: UndeliveredOrder.self)
}
