import Canvas
import Domain
import ShopClient
import TerminalText

/// A question asked before an order is cancelled or withdrawn.
enum OrderQuestion: Question {
    typealias Owner = OrdersCounter

    /// Whether to cancel an order that the shop has but has not started to prepare.
    case cancel(Order)
    /// Whether to withdraw an order that waits on this device.
    case takeBack(PendingOrder)

    func title(_ words: Words) -> String {
        switch self {
        case .cancel(let order): words.orders.numbered(order.id)
        case .takeBack(let order): words.orders.place(order.place)
        }
    }

    func rows(_ words: Words, _ layout: ListLayout) -> [ModalRow] {
        let contents =
            switch self {
            case .cancel(let order): order.lines.map { (title: $0.title(in: words.language), quantity: $0.quantity) }
            case .takeBack(let order):
                order.draft.lines.map { (title: $0.item.title(in: words.language), quantity: $0.quantity) }
            }
        return ModalRow.sentence(words.orders.question(self), in: layout)
            + ModalRow.sentence(
                OrderRow.contents(contents, columns: 2 * Modal.textColumns(in: layout), words.orders), .plain, .useful,
                in: layout)
    }

    func answers(_ words: Words) -> [String] { [words.orders.yes, words.orders.no] }

    func answer(isYes: Bool, _ orders: inout OrdersCounter, _ shell: inout ShellContext) -> [OrdersRequest] {
        switch self {
        case .cancel(let order) where isYes: orders.move(order.id, .cancel, &shell)
        case .takeBack(let order) where isYes: [.takeBack(order)]
        case .cancel, .takeBack: []
        }
    }
}
