import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText

extension Toast.Topic {
    /// What the cart comes to.
    static let cart = Toast.Topic(name: "cart")

    fileprivate static func order(_ key: UUID) -> Toast.Topic { Toast.Topic(name: "order \(key)") }
}

extension Toast {
    static func inCart(_ item: SaleItem, _ quantity: Int, _ cart: Cart) -> Toast {
        Toast(
            .done,
            Localized {
                [$0.orders.inCart(item.title(in: $0.language), quantity), $0.orders.cartSum(cart)]
            }, topic: .cart)
    }

    static func soldOut(_ item: SaleItem) -> Toast {
        Toast(.failed, Localized { [item.title(in: $0.language).string, $0.orders.soldOut] })
    }

    static func isNotListed(_ item: SaleItem) -> Toast {
        Toast(.failed, Localized { [item.title(in: $0.language).string, $0.orders.isNotListed] })
    }

    static func removed(_ item: SaleItem, _ words: Words) -> Toast {
        Toast(.done, Localized(naming: words) { [$0.orders.removed(item.title(in: $0.language)), $0.undoHint] })
    }

    static func cartIsEmpty(_ words: Words) -> Toast {
        Toast(.note, Localized(naming: words) { [$0.orders.cartIsEmpty($0.keyName(.putIn, in: .onSale))] })
    }

    static let cartIsFull = Toast(.failed, Localized { [$0.orders.cartIsFull] })
    static let isUnderway = Toast(.note, Localized { [$0.orders.isUnderway] })
    static let nothingToOrderAgain = Toast(.note, Localized { [$0.orders.nothingAgain] })

    static func isGone(_ order: RepeatedOrder) -> Toast {
        Toast(.failed, Localized { [$0.order.changedSince(gone: order.gone.map(\.title))] })
    }

    static func order(_ report: OrderReport, followedWith key: String?) -> Toast {
        Toast(
            report.kind, Localized { $0.order.report(report, followedWith: key) }, topic: .order(report.draft.key),
            isLong: report.kind == .note)
    }

    static func waitingOrder(_ order: PendingOrder) -> Toast {
        Toast(.note, Localized { [$0.orders.waits(order)] }, topic: .order(order.id))
    }

    static func tookBack(_ order: PendingOrder, _ isGone: Bool) -> Toast {
        Toast(
            .init(isDone: isGone), Localized { [isGone ? $0.orders.tookBack : $0.orders.mayHaveArrived] },
            topic: .order(order.id))
    }

    static func setAside(_ files: [String]) -> Toast {
        Toast(.failed, Localized { [$0.orders.setAside(files.count), files[0]] }, isLong: true)
    }

    /// Returns the toast for the result of a state change; with `canUndo`, it names the key that undoes it.
    static func moved(_ report: OrderMoveReport, canUndo: Bool, _ words: Words) -> Toast {
        let isDone =
            switch report.outcome {
            case .moved, .printed: true
            case .otherState, .refused, .unanswered: false
            }
        return Toast(
            .init(isDone: isDone),
            Localized(naming: words) { [$0.orders.moved(report)] + (canUndo ? [$0.undoHint] : []) },
            topic: Topic(name: "order \(report.draft.order)"))
    }

    static func closed(_ closing: Closing?) -> Toast {
        Toast(.done, Localized { $0.report.closed(closing) }, topic: Topic(name: "closing"), isLong: true)
    }

    static func notClosed(_ outcome: ClosingOutcome) -> Toast {
        Toast(.failed, Localized { [$0.report.failed(outcome)] }, topic: Topic(name: "closing"))
    }

    static func cartIsBack(_ cart: Cart) -> Toast {
        Toast(.done, Localized { [$0.orders.cartIsBack, $0.orders.cartSum(cart)] }, topic: .cart)
    }

    /// Returns the toast that tells a guest what the shop did with an order.
    static func progress(_ order: Order) -> Toast {
        let reason = order.state.needsReason ? order.reason.map { [$0.string] } ?? [] : []
        return Toast(
            .init(isDone: order.state != .cancelled), Localized { [$0.orders.progress(order)] + reason },
            topic: Topic(name: "order \(order.id)"), isLong: true)
    }

    /// Returns the toast that tells a guest what the shop took out of an order or refunded of it.
    static func reduced(_ order: Order, _ reduction: OrderReduction) -> Toast {
        Toast(
            .note,
            Localized { [$0.orders.reduced(order, reduction), $0.orders.reasonAndTotal(order, reduction)] },
            topic: Topic(name: "order \(order.id) reduced"), isLong: true)
    }

    static func bell(isMuted: Bool, _ words: Words) -> Toast {
        Toast(
            .note,
            Localized(naming: words) { [$0.orders.bell(isMuted: isMuted, $0.keyName(.muteBell, in: .onTheBoard))] })
    }

    static func newOrder(_ order: Order, others: Int) -> Toast {
        Toast(
            .note,
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
                title: "\($0.orders.numbered(number)): \($0.orders.state(state))", body: contentsAndTotal($0))
        }
    }

    fileprivate func contentsAndTotal(_ words: Words) -> String {
        let titles = remainingLines.map { ($0.title(in: words.language), $0.quantity) }
        return OrderRow.contents(titles, columns: OrderRow.toastColumns, words.orders) + "  \(total.text)"
    }
}

extension OrderReport {
    fileprivate var kind: Toast.Kind {
        switch outcome {
        case .stored: .done
        case .kept: .note
        case .notSaved, .refused: .failed
        }
    }
}
