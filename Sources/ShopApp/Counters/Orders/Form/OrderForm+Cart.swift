import Domain
import ShopClient
import TerminalText

/// How far an order is from being delivered for nothing.
struct FreeDelivery: Hashable, Sendable {
    /// The subtotal from which it is free.
    let from: Won
    /// The part of the order that counts.
    let subtotal: Won

    /// What is missing; more than 0.
    var gap: Won { Won(from.amount - subtotal.amount) }

    /// Returns `nil` if it is free, or never.
    init?(from: Won?, subtotal: Won) {
        guard let from, subtotal < from else { return nil }
        (self.from, self.subtotal) = (from, subtotal)
    }
}

// What the form of the cart can do besides ordering.
extension OrderForm {
    /// Returns the fields of the cart's lines.
    static func lineFields(
        _ lines: [Cart.Line], in quantities: ClosedRange<Int>
    ) -> [(Stop, Form<Stop, OrderProblem, OrderNotice>.Field)] {
        lines.flatMap { line -> [(Stop, Form<Stop, OrderProblem, OrderNotice>.Field)] in
            [
                (.quantity(line.item.id), .number(QuantityField(line.quantity, in: quantities))),
                (.lineNote(line.item.id), .text(TextField(line.note ?? ""))),
            ]
        }
    }

    func isSoldOut(_ item: SaleItem) -> Bool { soldOut.contains(item.id) }

    /// The items of the cart with a note that the cart does not take.
    var itemsWithUnsavedNote: [SaleItem] { items.filter { noteProblem(of: $0) != nil } }

    /// What is missing until delivery is free; `nil` if it costs nothing now, or always the same.
    var freeDelivery: FreeDelivery? {
        guard fulfillment == .delivery, fee.map({ $0.amount > 0 }) == true, !lines.isEmpty else { return nil }
        if let rule = shop.delivery {
            return FreeDelivery(from: rule.freeFrom, subtotal: Won(lines.reduce(0) { $0 + $1.total.amount }))
        }
        return fees.freeDelivery(of: lines)
    }

    /// Marks what is sold out by now, and proposes the cheapest dish that makes delivery free.
    mutating func update(_ offer: ItemsOnSale) {
        guard isCart, !isSending else { return }
        let listed = offer.listed(items)
        for item in items {
            guard let now = listed[item.listedID] else { continue }
            if now.isSoldOut { soldOut.insert(item.id) } else { soldOut.remove(item.id) }
        }
        propose(from: offer)
    }

    mutating func propose(from offer: ItemsOnSale) {
        guard isCart else { return }
        proposal = freeDelivery.flatMap { delivery in
            let own = Set(items.map(\.listedID))
            return offer.all.lazy.filter { item in
                item.item.counter == .menu && !item.isSoldOut && item.offered.isEmpty && item.price >= delivery.gap
                    && !own.contains(item.listedID)
            }.min { $0.price < $1.price }
        }
        hideWhatIsNotAsked()
        if !form.stops.contains(form.focus) { form.focus(on: .confirm) }
    }

    /// Shows the lines of the cart as they are now, with the focus on the one at `index`, or on none of them. The cart does
    /// not have notes that are too long, so these stay as they were typed.
    mutating func show(_ lines: [Cart.Line], focus index: Int?) {
        let unsaved = itemsWithUnsavedNote.map { Stop.lineNote($0.id) }.map { ($0, form[$0]) }
        items = lines.map(\.item)
        soldOut.formIntersection(items.map(\.id))
        form.replace(where: \.isOfLine, with: OrderForm.lineFields(lines, in: 0...OrderLine.quantities.upperBound))
        for (stop, field) in unsaved { form[stop] = field }
        hideWhatIsNotAsked()
        if let index, items.indices.contains(index) { form.focus(on: .quantity(items[index].id)) }
    }

    /// Takes the line with the focus out of the cart. Closes the form of a cart that is empty then.
    mutating func removeLine(_ orders: inout OrdersCounter, _ shell: inout ShellContext) -> [OrdersRequest] {
        guard case .quantity(let id) = focus, let index = items.firstIndex(where: { $0.id == id }) else { return [] }
        let requests = orders.removeFromCart(items[index], &shell)
        guard !orders.cart.isEmpty else {
            shell.close(OrderForm.self)
            return requests
        }
        forgetFee()
        form.notice = nil
        show(orders.cart.lines, focus: min(index, orders.cart.lines.count - 1))
        propose(from: shell.itemsOnSale)
        return requests
    }

    /// Puts the proposed dish into the cart.
    mutating func addProposal(_ orders: inout OrdersCounter, _ shell: inout ShellContext) -> [OrdersRequest] {
        guard let proposal, orders.cart.add(1, of: proposal) else { return [] }
        forgetFee()
        form.notice = nil
        form.focus(on: .confirm)
        orders.cartBefore = orders.cart
        show(orders.cart.lines, focus: nil)
        propose(from: shell.itemsOnSale)
        return orders.keepCart() + orders.fetchTerms(of: orders.cart.lines)
    }
}

extension OrderForm.Stop {
    /// Whether it belongs to a line.
    fileprivate var isOfLine: Bool {
        switch self {
        case .quantity, .lineNote: true
        case .who, .receive, .proposal, .confirm, .cancel, .detail: false
        }
    }
}
