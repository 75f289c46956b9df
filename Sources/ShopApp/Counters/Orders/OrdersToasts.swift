import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText

extension Toast.Topic {
    /// Returns the topic for the result of the order with that key.
    fileprivate static func order(_ key: UUID) -> Toast.Topic { Toast.Topic(name: "order \(key)") }
}

extension Toast {
    /// Returns the toast for a change of the cart.
    static func inCart(_ item: SaleItem, _ cart: Cart) -> Toast {
        Toast(
            Localized {
                [$0.orders.inCart(item.title(in: $0.language), cart.quantity(of: item.id)), $0.orders.cartSum(cart)]
            })
    }

    static func soldOut(_ item: SaleItem) -> Toast {
        Toast(Localized { [item.title(in: $0.language).string, $0.orders.soldOut] }, isError: true)
    }

    static func cartIsEmpty(_ words: Words) -> Toast {
        Toast(Localized(naming: words) { [$0.orders.cartIsEmpty($0.keyName(.putIn, in: .onSale))] })
    }

    static let cartIsFull = Toast(Localized { [$0.orders.cartIsFull] }, isError: true)
    static let nothingToOrderAgain = Toast(Localized { [$0.orders.nothingAgain] })

    static func order(_ report: OrderReport) -> Toast {
        Toast(Localized { $0.order.report(report) }, isError: report.isFailure, topic: .order(report.draft.key))
    }

    static func waitingOrder(_ order: PendingOrder) -> Toast {
        Toast(Localized { [$0.orders.waits(order)] }, topic: .order(order.id))
    }

    static func tookBack(_ order: PendingOrder, _ isGone: Bool) -> Toast {
        Toast(
            Localized { [isGone ? $0.orders.tookBack : $0.orders.mayHaveArrived] }, isError: !isGone,
            topic: .order(order.id))
    }

    static func moved(_ report: OrderMoveReport) -> Toast {
        let isDone = if case .moved = report.outcome { true } else { false }
        return Toast(
            Localized { [$0.orders.moved(report)] }, isError: !isDone, topic: Topic(name: "order \(report.draft.order)")
        )
    }

    /// Returns the toast for a state change that is not allowed now.
    static func noSuchMove(_ order: Order) -> Toast {
        Toast(Localized { [$0.orders.noSuchMove(order)] })
    }

    static func newOrder(_ order: Order, others: Int) -> Toast {
        Toast(
            Localized { [$0.orders.newOrder(order, others), order.contentsAndTotal] }, topic: Topic(name: "new orders"),
            isLong: true)
    }
}

extension Order {
    /// Returns the keeper's desktop notification of the order and of `others` more new orders.
    func notification(others: Int) -> Localized<DesktopNotification> {
        Localized { DesktopNotification(title: $0.orders.newOrder(self, others), body: contentsAndTotal) }
    }

    /// The guest's desktop notification of a ready or completed order.
    var finishedNotification: Localized<DesktopNotification> {
        Localized {
            DesktopNotification(
                title: "\($0.orders.numbered(id)): \($0.orders.state(state))", body: contentsAndTotal)
        }
    }

    fileprivate var contentsAndTotal: String {
        "\(OrderRow.contents(lines.map { ($0.title, $0.quantity) }))  \(total.text)"
    }
}

extension OrderReport {
    /// Whether the shop has not accepted the order, or not yet.
    fileprivate var isFailure: Bool {
        if case .stored = outcome { return false }
        return true
    }
}
