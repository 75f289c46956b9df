import Canvas
import Domain
import Foundation
import ShopClient
import TerminalText

/// The row style of orders stored by the shop.
struct OrderRowStyle: RowStyle {
    /// The time zone of displayed times.
    let zone: TimeZone
    /// The numbers of the orders with a pending state change.
    let moving: Set<Int>

    func lines(of order: Order, _ context: RowContext) -> [Line] {
        let words = context.words.orders
        let isMoving = moving.contains(order.id)
        return OrderRow(layout: context.layout, zone: zone).lines(
            OrderRow.Content(
                number: "#\(order.id)",
                lines: order.lines.map { (title: $0.title(in: context.words.language), quantity: $0.quantity) },
                who: order.who(in: context.words.language), total: order.total,
                time: order.steps.last?.at ?? order.placedAt,
                state: isMoving ? words.moving : words.state(order.state),
                style: isMoving ? .dim : OrderRow.style(of: order.state), isOver: !order.state.isOpen))
    }
}

/// The row style of orders waiting on this device.
struct WaitingRowStyle: RowStyle {
    let zone: TimeZone

    func lines(of order: PendingOrder, _ context: RowContext) -> [Line] {
        OrderRow(layout: context.layout, zone: zone).lines(
            OrderRow.Content(
                number: "-",
                lines: order.draft.lines.map {
                    (title: $0.item.title(in: context.words.language), quantity: $0.quantity)
                },
                who: PlainText(order.draft.who), total: order.draft.total, time: order.confirmedAt,
                state: context.words.orders.place(order.place),
                style: order.place == .refused ? Style(.bad, .reverse) : Style(.price, .reverse), isOver: false))
    }
}

/// The row of an order: its number, contents and total; below them the guest, the time of the latest state, and the
/// state.
struct OrderRow {
    struct Content {
        let number: String
        let lines: [(title: PlainText, quantity: Int)]
        let who: PlainText
        let total: Won
        let time: Date
        let state: String
        let style: Style
        /// Whether the order is in a final state.
        let isOver: Bool
    }

    let layout: ListLayout
    let zone: TimeZone

    private static let numberColumns = 5

    func lines(_ order: Content) -> [Line] {
        (0..<layout.rowHeight).map { number in
            var line = LineBuilder(width: layout.width, margin: layout.margin)
            switch (number, layout.density) {
            case (0, .oneLine): addTitle(order, withState: true, to: &line)
            case (0, _): addTitle(order, withState: false, to: &line)
            case (1, .twoLines), (1, .spacious): addDetails(order, to: &line)
            default: break
            }
            return line.line
        }
    }

    private func addTitle(_ order: Content, withState: Bool, to line: inout LineBuilder) {
        if withState {
            addState(order, to: &line)
        } else {
            line.right(order.total.text, order.isOver ? .dim : Style(.price, .bold), gap: 2)
        }
        let style: Style = order.isOver ? .dim : .bold
        line.left(order.number, style, gap: max(1, OrderRow.numberColumns - order.number.columns))
        line.left(OrderRow.contents(order.lines), style)
    }

    private func addDetails(_ order: Content, to line: inout LineBuilder) {
        addState(order, to: &line)
        line.skip(OrderRow.numberColumns)
        line.left(order.who.string, .plain, gap: 2)
        line.left(order.time.moment(in: zone), .dim)
    }

    private func addState(_ order: Content, to line: inout LineBuilder) {
        line.right(" \(order.state) ", order.style, gap: 2)
    }

    /// Returns the contents as text: "잡채 2, 키위쥬스".
    static func contents(_ lines: [(title: PlainText, quantity: Int)]) -> String {
        lines.prefix(maxNamed)
            .map { $0.quantity > 1 ? "\($0.title) \($0.quantity)" : $0.title.string }
            .joined(separator: ", ")
    }

    /// The maximum number of lines listed: more than the widest screen shows.
    private static let maxNamed = 12

    /// Returns the style of a state; states that wait for the keeper or the guest stand out.
    static func style(of state: OrderState) -> Style {
        switch state {
        case .received: Style(.accent, .reverse)
        case .preparing: Style(.price, .reverse)
        case .ready: Style(.good, .reverse)
        case .handedOver: .dim
        case .cancelled: Style(.bad)
        }
    }
}
