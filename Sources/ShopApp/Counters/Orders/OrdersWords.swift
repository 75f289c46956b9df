import Domain
import ShopClient
import Terminal
import TerminalText

/// The strings for order tracking and the cart.
struct OrdersWords: Sendable {
    let counter: String
    /// The note that the keeper sees the board.
    let keeper: String
    let empty: String
    let count: @Sendable (Int) -> String
    let heading: @Sendable (SectionID) -> SectionHeading

    // Orders.
    /// The number of an order: "12번 주문".
    let numbered: @Sendable (Int) -> String
    let state: @Sendable (OrderState) -> String
    /// The actor who changed the state.
    let actor: @Sendable (OrderActor) -> String
    /// The mark of an order with a pending state change.
    let moving: String
    /// The place of an order on this device, as a word (`place`) and as a sentence (`waits`).
    let place: @Sendable (PendingOrder.Place) -> String
    let waits: @Sendable (PendingOrder) -> String
    /// The state of a message about an order that is held up, as a word.
    let undelivered: @Sendable (UndeliveredOrder) -> String
    /// The message that the order cannot be withdrawn because the shop may already have it.
    let mayHaveArrived: String
    let tookBack: String
    /// The message that orders kept on this device cannot be read, for their number. The path of a file follows.
    let setAside: @Sendable (Int) -> String
    let moved: @Sendable (OrderMoveReport) -> String
    let noSuchMove: @Sendable (Order) -> String
    /// What the shop did with an order of the guest.
    let progress: @Sendable (Order) -> String
    /// The number of lines of an order that are not named, behind those that are; empty for 0.
    let others: @Sendable (Int) -> String
    /// The number of lines below that there is no room for.
    let linesBelow: @Sendable (Int) -> String
    /// The announcement of a new order and the number of others.
    let newOrder: @Sendable (Order, Int) -> String

    // Questions.
    let question: @Sendable (OrderQuestion) -> String
    let askReason: String
    let reasonProblem: @Sendable (ReasonProblem) -> String
    let yes: String
    let no: String

    // The cart.
    let cart: String
    let close: String
    let subtotal: String
    let total: String
    let fee: String
    let free: String
    let feePending: String
    let feeUnknown: String
    let inCart: @Sendable (PlainText, Int) -> String
    let cartSum: @Sendable (Cart) -> String
    let soldOut: String
    let cartIsEmpty: @Sendable (_ key: String) -> String
    let cartIsFull: String
    /// The message that the last change of the cart was undone.
    let cartIsBack: String
    let nothingAgain: String
}

extension Words {
    var orders: OrdersWords {
        switch language {
        case .korean: .korean
        case .english: .english
        }
    }
}
