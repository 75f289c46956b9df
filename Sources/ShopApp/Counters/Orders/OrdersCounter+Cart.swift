import Domain
import ShopClient
import TerminalText

// The cart.
extension OrdersCounter {
    var saleKeys: KeyTable { .onSale }

    func ineffectiveCommands(on item: SaleItem) -> Set<Command> {
        let isInCart = cart.quantity(of: item.id) > 0
        return (item.isSoldOut ? [.order, .putIn] as Set : []).union(isInCart ? [] : [.takeOut])
    }

    mutating func handle(_ command: Command, on item: SaleItem, _ shell: inout ShellContext) -> [OrdersRequest] {
        switch command {
        case .order where item.isSoldOut, .putIn where item.isSoldOut: shell.show(.soldOut(item))
        case .order:
            shell[OrderForm.self] = OrderForm(item, fees: fees, key: shell.nextRequestKey(), guest: shell.guest)
            return fetchFees(of: [Cart.Line(item, quantity: 1)])
        case .putIn: return change(by: 1, of: item, &shell)
        case .takeOut: return change(by: -1, of: item, &shell)
        case .openCart: return openCart(&shell)
        default: break
        }
        return []
    }

    /// Returns the quantity of `item` in the cart as a mark; `nil` if it is not in the cart.
    func mark(of item: SaleItem) -> String? { mark(of: cart.quantity(of: item.id)) }
    func mark(of count: Int) -> String? { count > 0 ? "x\(count)" : nil }
    var hasMarks: Bool { !cart.isEmpty }

    private mutating func change(by count: Int, of item: SaleItem, _ shell: inout ShellContext) -> [OrdersRequest] {
        guard count > 0 || cart.quantity(of: item.id) > 0 else { return [] }
        let before = cart
        guard cart.add(count, of: item) else {
            shell.show(.cartIsFull)
            return []
        }
        if count < 0 { offerToUndo(before, &shell) }
        shell.show(.inCart(item, cart))
        return keepCart()
    }

    mutating func keepCart() -> [OrdersRequest] {
        cartChanges += 1
        return [.keepCart(cart, number: cartChanges)]
    }

    mutating func openCart(_ shell: inout ShellContext) -> [OrdersRequest] {
        guard !cart.isEmpty else {
            shell.show(.cartIsEmpty(shell.words))
            return []
        }
        cartBefore = cart
        shell[OrderForm.self] = OrderForm(cart, fees: fees, key: shell.nextRequestKey(), guest: shell.guest)
        return fetchFees(of: cart.lines)
    }

    private func fetchFees(of lines: [Cart.Line]) -> [OrdersRequest] {
        let unknown = fees.unknown(in: lines)
        return unknown.isEmpty ? [] : [.fetchFees(unknown)]
    }

    /// Updates the cart from its edited form.
    mutating func setCart(to form: OrderForm, _ shell: inout ShellContext) -> [OrdersRequest] {
        for item in form.items { cart.set(form.quantity(of: item) ?? cart.quantity(of: item.id), of: item) }
        offerToUndo(cartBefore, &shell)
        return keepCart()
    }

    /// Restores the cart saved by the previous run, and adds the items put in since the start.
    mutating func takeOver(_ kept: Cart) -> [OrdersRequest] {
        let since = cart
        cart = kept
        for line in since.lines { cart.add(line.quantity, of: line.item) }
        return since.isEmpty ? [] : keepCart()
    }

    mutating func reorder(_ lines: [Cart.Line], _ shell: inout ShellContext) -> [OrdersRequest] {
        guard !lines.isEmpty else {
            shell.show(.nothingToOrderAgain)
            return []
        }
        let before = cart
        for line in lines where !cart.add(line.quantity, of: line.item) { shell.show(.cartIsFull) }
        offerToUndo(before, &shell)
        return keepCart() + openCart(&shell)
    }

    /// Handles the result of an order. The form waiting for it closes, with the layers below, unless the guest has to
    /// decide again; the result is reported in either case.
    mutating func take(_ report: OrderReport, _ shell: inout ShellContext) -> [OrdersRequest] {
        guard var form = shell[OrderForm.self], form.isSending, form.key == report.draft.key else {
            shell.queue(.order(report))
            return []
        }
        switch report.outcome {
        case .refused(let refusal) where form.canBeConfirmed(after: refusal):
            form.take(refusal, of: report.draft, key: shell.nextRequestKey())
            shell[OrderForm.self] = form
            return form.isCart ? setCart(to: form, &shell) : []
        case .notSaved(let failure): shell[OrderForm.self]?.fail(failure)
        case .stored, .kept, .refused:
            shell.closeLayers()
            shell.queue(.order(report))
            guard form.isCart, !report.outcome.isRefused else { return [] }
            if case .cart = undoable { undoable = nil }
            cart = Cart()
            return keepCart()
        }
        return []
    }
}

extension OrderOutcome {
    fileprivate var isRefused: Bool { if case .refused = self { true } else { false } }
}
