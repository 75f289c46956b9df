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

    static func setAside(_ files: [String]) -> Toast {
        Toast(Localized { [$0.orders.setAside(files.count), files[0]] }, isError: true, isLong: true)
    }

    /// Returns the toast for the result of a state change; with `canUndo`, it names the key that undoes it.
    static func moved(_ report: OrderMoveReport, canUndo: Bool, _ words: Words) -> Toast {
        let isDone = if case .moved = report.outcome { true } else { false }
        return Toast(
            Localized(naming: words) { [$0.orders.moved(report)] + (canUndo ? [$0.undoHint] : []) }, isError: !isDone,
            topic: Topic(name: "order \(report.draft.order)"))
    }

    static func cartIsBack(_ cart: Cart) -> Toast {
        Toast(Localized { [$0.orders.cartIsBack, $0.orders.cartSum(cart)] })
    }

    /// Returns the toast for a state change that is not allowed now.
    static func noSuchMove(_ order: Order) -> Toast {
        Toast(Localized { [$0.orders.noSuchMove(order)] })
    }

    /// Returns the toast that tells a guest what the shop did with an order.
    static func progress(_ order: Order) -> Toast {
        let reason = order.reason.map { [$0.string] } ?? []
        return Toast(
            Localized { [$0.orders.progress(order)] + (order.state == .cancelled ? reason : []) },
            isError: order.state == .cancelled, topic: Topic(name: "order \(order.id)"), isLong: true)
    }

    static func newOrder(_ order: Order, others: Int) -> Toast {
        Toast(
            Localized { [$0.orders.newOrder(order, others), order.contentsAndTotal($0)] },
            topic: Topic(name: "new orders"),
            isLong: true)
    }
}

extension Order {
    /// Returns the keeper's desktop notification of the order and of `others` more new orders.
    func notification(others: Int) -> Localized<DesktopNotification> {
        Localized { DesktopNotification(title: $0.orders.newOrder(self, others), body: contentsAndTotal($0)) }
    }

    /// The guest's desktop notification of a ready or completed order.
    var finishedNotification: Localized<DesktopNotification> {
        Localized {
            DesktopNotification(
                title: "\($0.orders.numbered(id)): \($0.orders.state(state))", body: contentsAndTotal($0))
        }
    }

    fileprivate func contentsAndTotal(_ words: Words) -> String {
        let titles = lines.map { ($0.title(in: words.language), $0.quantity) }
        return OrderRow.contents(titles, columns: OrderRow.toastColumns, words.orders) + "  \(total.text)"
    }
}

extension OrderReport {
    /// Whether the shop has not accepted the order, or not yet.
    fileprivate var isFailure: Bool {
        if case .stored = outcome { return false }
        return true
    }
}
