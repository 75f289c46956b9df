import Domain
import ShopClient

// Undo.
extension OrdersCounter {
    mutating func undo(_ shell: inout ShellContext) -> [OrdersRequest]? {
        defer { undoable = nil }
        switch undoable {
        case .move(let order, let from, let to):
            orderBeingUndone = order
            return move(order, .keeper(from: from, to: to, reason: nil), &shell)
        case .cart(let before):
            cart = before
            shell.show(.cartIsBack(cart))
            return keepCart()
        case nil: return nil
        }
    }

    /// Offers to undo a move of the keeper, unless it was undone with it. Returns whether it does.
    mutating func offerToUndo(_ report: OrderMoveReport, _ shell: inout ShellContext) -> Bool {
        let wasUndone = orderBeingUndone == report.draft.order
        if wasUndone { orderBeingUndone = nil }
        guard case .keeper(let from, let to, nil) = report.draft.kind else { return false }
        switch report.outcome {
        case .moved where !wasUndone: undoable = .move(report.draft.order, from: to, to: from)
        case .unanswered where wasUndone: undoable = .move(report.draft.order, from: from, to: to)
        default: return false
        }
        shell.offerUndo()
        return true
    }

    /// Offers to restore `before` if the cart has lost or gained lines.
    mutating func offerToUndo(_ before: Cart, _ shell: inout ShellContext) {
        guard Set(before.lines.map(\.item.id)) != Set(cart.lines.map(\.item.id)) else { return }
        undoable = .cart(before)
        shell.offerUndo()
    }
}

/// A change of orders or of the cart that can be undone.
enum OrdersUndo {
    /// Moves an order back.
    case move(Int, from: OrderState, to: OrderState)
    /// Restores the cart.
    case cart(Cart)
}
