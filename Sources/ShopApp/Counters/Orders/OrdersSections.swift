import Domain
import ShopClient

extension Order: SectionRow {}
extension PendingOrder: SectionRow {}

extension SectionID {
    /// What waits on this device. No server has it.
    static let waitingOrders = SectionID(path: "orders/waiting")
}

extension SectionDefinition {
    /// The orders of this terminal.
    static let myOrders = SectionDefinition(.myOrders, for: .terminal, rows: Order.self)

    /// The keeper's board, by state.
    static let board = SectionID.board.map { SectionDefinition($0, for: .keeper, rows: Order.self) }
}
