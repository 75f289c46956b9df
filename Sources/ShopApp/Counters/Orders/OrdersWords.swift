import Domain
import ShopClient
import Terminal
import TerminalText

/// The words around orders that are followed, and the cart.
struct OrdersWords: Sendable {
    let counter: String
    /// Who sees the board.
    let keeper: String
    let empty: String
    let count: @Sendable (Int) -> String
    let heading: @Sendable (SectionID) -> SectionHeading

    // An order.
    /// "12번 주문".
    let numbered: @Sendable (Int) -> String
    let state: @Sendable (OrderState) -> String
    /// Who moved it there.
    let actor: @Sendable (OrderActor) -> String
    /// One that is being moved.
    let moving: String
    /// What becomes of one that is on this device, in a word and in a sentence.
    let place: @Sendable (PendingOrder.Place) -> String
    let waits: @Sendable (PendingOrder) -> String
    /// The shop may have it, so that it cannot be taken back.
    let mayHaveArrived: String
    let tookBack: String
    let moved: @Sendable (OrderMoveReport) -> String
    let noSuchMove: @Sendable (Order) -> String
    /// One that has just come, and so many others.
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
    let feeUnknown: String
    let inCart: @Sendable (PlainText, Int) -> String
    let cartSum: @Sendable (Cart) -> String
    let soldOut: String
    let cartIsEmpty: @Sendable (_ key: String) -> String
    let cartIsFull: String
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
