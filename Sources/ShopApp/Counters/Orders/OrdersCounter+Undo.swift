import Domain
import Foundation
import ShopClient
import TerminalText

extension OrdersCounter: UndoesChanges {
    mutating func undo(_ shell: inout ShellContext) -> [OrdersRequest]? {
        guard !isUndoHeldUp else {
            shell.show(.isUnderway)
            shell.offerUndo()
            return []
        }
        defer { undoable = nil }
        switch undoable {
        case .move(let order, let number, let from, let to):
            orderBeingUndone = order
            return move(order, number: number, .keeper(from: from, to: to, reason: nil), &shell)
        case .moves(let orders, let from, let to):
            return moveAll(orders, from: from, to: to, isUndo: true, &shell)
        case .cart(let change): return undo(change, &shell)
        case nil: return nil
        }
    }

    /// Whether an order to be moved back is being changed or printed just now.
    private var isUndoHeldUp: Bool {
        switch undoable {
        case .move(let order, _, _, _): moving[order] != nil
        case .moves(let orders, _, _): orders.contains { moving[$0.id] != nil }
        case .cart, nil: false
        }
    }

    /// Undoes a change of the cart, also in its form if that is open.
    private mutating func undo(_ change: CartChange, _ shell: inout ShellContext) -> [OrdersRequest] {
        let hasRoom = change.undo(in: &cart)
        cartBefore = cart
        if var form = shell[OrderForm.self], form.isCart, !form.isSending {
            // The shop's fee and what was said of the order were about other lines.
            form.forgetFee()
            form.form.notice = nil
            form.show(cart.lines, focus: change.firstIndex)
            shell[OrderForm.self] = form
        }
        markSoldOut(&shell)
        shell.show(hasRoom ? .cartIsBack(orderable) : .cartIsFull)
        return keepCart()
    }

    /// Offers to undo a move of the keeper, unless it was undone with it. Returns whether it does.
    mutating func offerToUndo(_ report: OrderMoveReport, _ shell: inout ShellContext) -> Bool {
        let wasUndone = orderBeingUndone == report.draft.order
        if wasUndone { orderBeingUndone = nil }
        guard case .keeper(let from, let to, nil) = report.draft.kind else { return false }
        let (order, number) = (report.draft.order, report.draft.number)
        switch report.outcome {
        case .moved where !wasUndone: undoable = .move(order, number: number, from: to, to: from)
        case .unanswered where wasUndone: undoable = .move(order, number: number, from: from, to: to)
        default: return false
        }
        shell.offerUndo()
        return true
    }

    /// Offers to undo a change of the cart, if it is one.
    mutating func offerToUndo(_ change: CartChange, _ shell: inout ShellContext) {
        guard !change.isEmpty else { return }
        undoable = .cart(change)
        shell.offerUndo()
    }
}

/// A change of orders or of the cart that can be undone.
enum OrdersUndo {
    case move(Int, number: Int, from: OrderState, to: OrderState)
    case moves([(id: Int, number: Int)], from: OrderState, to: OrderState)
    case cart(CartChange)
}
