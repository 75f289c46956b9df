import Domain
import ShopApp

/// The labels of receipts and reports.
struct LedgerLabels: Sendable {
    let order, delivery, total, cancelled, orders, item, counter, hour, count, won: String
    let states: [OrderState: String]

    init(_ language: Language) {
        switch language {
        case .korean: self = .korean
        case .english: self = .english
        }
    }

    private init(
        order: String, delivery: String, total: String, cancelled: String, orders: String, item: String,
        counter: String, hour: String, count: String, won: String, states: [OrderState: String]
    ) {
        (self.order, self.delivery, self.total, self.cancelled) = (order, delivery, total, cancelled)
        (self.orders, self.item, self.counter, self.hour) = (orders, item, counter, hour)
        (self.count, self.won, self.states) = (count, won, states)
    }

    private static let korean = LedgerLabels(
        order: "주문", delivery: "배달비", total: "합계", cancelled: "취소", orders: "주문", item: "상품",
        counter: "코너", hour: "시각", count: "개수", won: "금액",
        states: [
            .received: "접수", .preparing: "준비 중", .ready: "준비됨", .handedOver: "전달됨", .cancelled: "취소됨",
        ])
    private static let english = LedgerLabels(
        order: "Order", delivery: "Delivery", total: "Total", cancelled: "Cancelled", orders: "Orders", item: "Item",
        counter: "Counter", hour: "Hour", count: "Count", won: "Won",
        states: [
            .received: "received", .preparing: "preparing", .ready: "ready", .handedOver: "handed over",
            .cancelled: "cancelled",
        ])
}
