import Domain
import Foundation
import ShopClient
import TerminalText

/// Why commands of the cart have no effect.
private struct OffReasons: OptionSet {
    let rawValue: Int

    static let cartIsEmpty = OffReasons(rawValue: 1 << 0)
    static let nothingBefore = OffReasons(rawValue: 1 << 1)
    static let soldOut = OffReasons(rawValue: 1 << 2)
    static let notInCart = OffReasons(rawValue: 1 << 3)

    /// The commands without effect. Looked up, because each frame asks: the same set compares as equal without hashing.
    var commands: Set<Command> { OffReasons.sets[rawValue] }

    private static let sets: [Set<Command>] = (0..<1 << 4).map { bits in
        let reasons = OffReasons(rawValue: bits)
        var off: Set<Command> = []
        if reasons.contains(.cartIsEmpty) { off.insert(.openCart) }
        if reasons.contains(.nothingBefore) { off.insert(.orderLast) }
        if reasons.contains(.soldOut) { off.formUnion([.order, .putIn]) }
        if reasons.contains(.notInCart) { off.insert(.takeOut) }
        return off
    }
}

// The cart.
extension OrdersCounter: SellsItems {
    func saleKeys(on item: SaleItem?) -> CounterKeys {
        var reasons: OffReasons = []
        if cart.isEmpty { reasons.insert(.cartIsEmpty) }
        if !hasStrip { reasons.insert(.nothingBefore) }
        if let item {
            if item.isSoldOut { reasons.insert(.soldOut) }
            if cart.quantity(of: item.id) == 0 { reasons.insert(.notInCart) }
        }
        return CounterKeys(.onSale, off: reasons.commands)
    }

    mutating func handle(_ command: Command, on item: SaleItem, _ shell: inout ShellContext) -> [OrdersRequest] {
        switch command {
        case .order where item.isSoldOut, .putIn where item.isSoldOut: shell.show(.soldOut(item))
        case .order where !item.offered.isEmpty, .putIn where !item.offered.isEmpty:
            shell[OptionsForm.self] = OptionsForm(item, then: .sale(command))
        case .order:
            shell[OrderForm.self] = OrderForm(
                item, at: shop, fees: fees, key: shell.nextRequestKey(), guest: shell.guest,
                remembered: rememberedHandover(of: shell.guest, at: shell.now), closed: closed)
            return fetchTerms(of: [Cart.Line(item, quantity: 1)]) + findContact(named: shell.guest.name)
        case .putIn: return change(by: 1, of: item, &shell)
        case .takeOut: return change(by: -1, of: item, &shell)
        case .openCart: return openCart(&shell)
        case .orderLast: return hasStrip ? own.last.flatMap { handle(.orderAgain, on: $0, &shell) } ?? [] : []
        case .chooseAgain: return chooseAgain(item, &shell)
        default: break
        }
        return []
    }

    static let commandsOnLists: Set<Command> = [.openCart]

    var itemMarks: ItemMarks? {
        guard !cart.isEmpty else { return nil }
        return { [cart] item in
            let count = cart.quantityOfAll(item)
            return count > 0 ? "x\(count)" : nil
        }
    }

    private mutating func change(by count: Int, of item: SaleItem, _ shell: inout ShellContext) -> [OrdersRequest] {
        guard count > 0 || cart.quantity(of: item.id) > 0 else { return [] }
        let before = cart
        guard cart.add(count, of: item) else {
            shell.show(.cartIsFull)
            return []
        }
        if count < 0 { offerToUndo(CartChange(from: before, to: cart).losses, &shell) }
        shell.show(.inCart(item, cart.quantity(of: item.id), orderable))
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
        guard !isCartUnderway(&shell) else { return [] }
        cartBefore = cart
        let form = OrderForm(
            cart, at: shop, fees: fees, key: shell.nextRequestKey(), guest: shell.guest,
            remembered: rememberedHandover(of: shell.guest, at: shell.now), closed: closed)
        shell[OrderForm.self] = form
        markSoldOut(&shell)
        return fetchTerms(of: cart.lines) + findContact(named: shell.guest.name)
    }

    /// Whether the cart is being ordered, which is said then: nothing of it may be ordered again meanwhile.
    private func isCartUnderway(_ shell: inout ShellContext) -> Bool {
        if sentCart != nil { shell.show(.isUnderway) }
        return sentCart != nil
    }

    /// Marks what of the cart is sold out now, also in its form if that is open.
    mutating func markSoldOut(_ shell: inout ShellContext) {
        let items = shell.itemsOnSale
        soldOut = cart.isEmpty ? [] : Set(items.listed(cart.lines.map(\.item)).filter(\.value.isSoldOut).keys)
        shell[OrderForm.self]?.update(items)
    }

    /// What would be ordered: the cart without what is sold out.
    var orderable: Cart {
        var cart = cart
        for line in cart.lines where soldOut.contains(line.item.listedID) { cart.set(0, of: line.item) }
        return cart
    }

    /// The name of the key that opens the filled cart.
    var cartHints: [Command: LocalizedText] {
        cart.isEmpty ? [:] : [.openCart: Localized { [orderable] in $0.orders.openCart(orderable) }]
    }

    /// Returns the requests for what a form has to know: what the shop says of itself by now, and the fees of `lines`.
    func fetchTerms(of lines: [Cart.Line]) -> [OrdersRequest] {
        let unknown = fees.unknown(in: lines)
        let isAsked = shop.receive.contains(.delivery) && shop.delivery == nil
        return [.fetchProfile] + (unknown.isEmpty || !isAsked ? [] : [.fetchFees(unknown)])
    }

    /// Remembers how the guest gets an order that was just placed or kept, for the next one, unless others order in the
    /// same name.
    mutating func rememberHandover(of report: OrderReport, _ shell: ShellContext) -> [OrdersRequest] {
        guard !shell.guest.isShared, !report.isLate, report.outcome.isTaken else { return [] }
        let draft = report.draft
        let remembered = RememberedHandover(
            draft.handover, of: PlainText(draft.who), after: lastHandover, at: shell.now)
        lastHandover = remembered
        return [.remember(remembered)]
    }

    /// Returns how the last order was handed over, if that may be offered to its guest.
    private mutating func rememberedHandover(of guest: Guest, at now: Date) -> RememberedHandover? {
        forgetExpiredHandover(at: now)
        return guest.isShared ? nil : lastHandover
    }

    /// Forgets how the last guest got an order if the shop does not keep such data for so long. The file is deleted when
    /// the shop's profile arrives.
    mutating func forgetExpiredHandover(at now: Date) {
        if lastHandover?.isExpired(after: shop.keepGuestDataDays, at: now) == true { lastHandover = nil }
    }

    /// Returns the request to look the guest up, where this device has a phone book.
    func findContact(named name: PlainText) -> [OrdersRequest] {
        suggestsNames && !name.isEmpty ? [.findContact(named: name)] : []
    }

    /// Updates the cart from its edited form.
    mutating func setCart(to form: OrderForm, _ shell: inout ShellContext) -> [OrdersRequest] {
        shell.drop(.cart)
        for item in form.items {
            cart.set(form.quantity(of: item) ?? cart.quantity(of: item.id), of: item)
            if form.noteProblem(of: item) == nil { cart.setNote(form.note(of: item), of: item.id) }
        }
        // A quantity is changed back with its own keys; only lines that are gone need to be undone.
        offerToUndo(CartChange(from: cartBefore, to: cart).losses, &shell)
        return keepCart()
    }

    /// Takes all of `item` out of the cart. The next undo puts the line back.
    mutating func removeFromCart(_ item: SaleItem, _ shell: inout ShellContext) -> [OrdersRequest] {
        let before = cart
        cart.set(0, of: item)
        guard cart != before else { return [] }
        offerToUndo(CartChange(from: before, to: cart), &shell)
        cartBefore = cart
        shell.show(.removed(item, shell.words))
        return keepCart()
    }

    /// Asks for the options of a line of the order form again, as `item` is listed now.
    private mutating func chooseAgain(_ item: SaleItem, _ shell: inout ShellContext) -> [OrdersRequest] {
        guard let line = shell[OrderForm.self]?.lineToChoose else { return [] }
        if !item.offered.isEmpty {
            shell[OptionsForm.self] = OptionsForm(item, then: .replace(line.item.id), chosen: line.now)
        } else if item.options.isEmpty {
            return replace(line.item.id, with: item, &shell)
        } else {
            shell.show(.isNotListed(item))
        }
        return []
    }

    /// Puts `item` in the place of a line of the order form, and of the cart if that is what it orders.
    mutating func replace(
        _ line: SaleItem.ID, with item: SaleItem, _ shell: inout ShellContext
    ) -> [OrdersRequest] {
        guard var form = shell[OrderForm.self], let before = form.items.first(where: { $0.id == line }) else {
            return []
        }
        form.replace(line, with: item)
        shell[OrderForm.self] = form
        guard form.isCart else { return [] }
        let former = cart
        cart.set(0, of: before)
        let requests = setCart(to: form, &shell)
        // Also the pieces that another line may have got from this one.
        offerToUndo(CartChange(from: former, to: cart), &shell)
        cartBefore = cart
        return requests
    }

    /// Restores the cart saved by the previous run, and adds the items put in since the start.
    mutating func adopt(_ kept: Cart, _ shell: inout ShellContext) -> [OrdersRequest] {
        let since = cart
        cart = kept
        for line in since.lines { cart.add(line) }
        markSoldOut(&shell)
        return since.isEmpty ? [] : keepCart()
    }

    mutating func reorder(_ lines: [Cart.Line], _ shell: inout ShellContext) -> [OrdersRequest] {
        guard !lines.isEmpty else {
            shell.show(.nothingToOrderAgain)
            return []
        }
        guard !isCartUnderway(&shell) else { return [] }
        let again = RepeatedOrder(lines, shell.itemsOnSale)
        guard !again.lines.isEmpty else {
            shell.show(.isGone(again))
            return []
        }
        let before = cart
        for line in again.lines where !cart.add(line) { shell.show(.cartIsFull) }
        offerToUndo(CartChange(from: before, to: cart), &shell)
        let requests = keepCart() + openCart(&shell)
        shell[OrderForm.self]?.show(again)
        return requests
    }

    /// The label of the key that leads to the orders; `nil` where they are shown, and if there is none.
    private func keyToFollow(_ shell: ShellContext) -> String? { shell.isShown ? nil : shell.keysOfTabs[id] }

    /// Handles the result of an order. The form waiting for it closes, with the layers below, unless the guest has to
    /// decide again; the result is reported in either case.
    mutating func finish(_ report: OrderReport, _ shell: inout ShellContext) -> [OrdersRequest] {
        let ordered = endSending(of: report)
        switch report.outcome {
        case .notSaved: unansweredOrders.keep(report.draft, at: shell.now)
        case .refused(let refusal): unansweredOrders.end(report.draft, refusedWith: refusal.status, at: shell.now)
        case .stored, .kept: unansweredOrders.end(report.draft, at: shell.now)
        }
        guard var form = shell[OrderForm.self], form.isSending, form.key == report.draft.key else {
            shell.queue(.order(report, followedWith: keyToFollow(shell)))
            return takeOut(ordered)
        }
        switch report.outcome {
        case .refused(let refusal) where form.canBeConfirmed(after: refusal):
            form.show(refusal, of: report.draft, key: shell.nextRequestKey())
            shell[OrderForm.self] = form
            // The shop may take orders again by now.
            let asked: [OrdersRequest] = form.isRefusedByClosedShop ? [.fetchProfile] : []
            return asked + (form.isCart ? setCart(to: form, &shell) : [])
        case .notSaved(let failure): shell[OrderForm.self]?.fail(failure, of: report.draft)
        case .stored, .kept, .refused:
            shell.closeLayers()
            shell.queue(.order(report, followedWith: keyToFollow(shell)))
            return takeOut(ordered)
        }
        return []
    }

    /// Returns what of the cart was ordered by `report`, also if the guest has closed the form since.
    private mutating func endSending(of report: OrderReport) -> Cart {
        guard let sentCart, sentCart.key == report.draft.key else { return Cart() }
        self.sentCart = nil
        switch report.outcome {
        case .stored, .kept: return sentCart.cart
        case .refused, .notSaved: return Cart()
        }
    }

    /// Takes what was ordered out of the cart. What was put in since then stays.
    private mutating func takeOut(_ ordered: Cart) -> [OrdersRequest] {
        guard !ordered.isEmpty else { return [] }
        if case .cart = undoable { undoable = nil }
        _ = CartChange(from: Cart(), to: ordered).undo(in: &cart)
        return keepCart()
    }
}

/// The known delivery fees of dishes, by the dishes' hashes.
struct DeliveryFees: Hashable, Sendable {
    /// The maximum number of dishes remembered.
    private static let limit = 256
    private var fees: [String: DeliveryFee] = [:]

    /// Returns the hashes of the dishes in `lines` whose fee is unknown.
    func unknown(in lines: [Cart.Line]) -> [String] {
        lines.map(\.item.item).filter { $0.counter == .menu && fees[$0.id] == nil }.map(\.id)
    }

    mutating func learn(_ known: [String: DeliveryFee]) {
        if fees.count + known.count > DeliveryFees.limit { fees = [:] }
        fees.merge(known) { _, new in new }
    }

    /// Returns the delivery charge for `lines`; `nil` if a fee is unknown.
    func charged(for lines: [Cart.Line]) -> Won? {
        unknown(in: lines).isEmpty ? DeliveryFee.charged(for: charges(of: lines)) : nil
    }

    /// Returns how far `lines` are from being delivered for nothing; `nil` if they are, or if nothing makes it free.
    func freeDelivery(of lines: [Cart.Line]) -> FreeDelivery? {
        DeliveryFee.largest(of: charges(of: lines)).flatMap {
            FreeDelivery(from: $0.fee.freeFrom, subtotal: $0.subtotal)
        }
    }

    private func charges(of lines: [Cart.Line]) -> [(fee: DeliveryFee?, total: Won)] {
        lines.map { (fee: $0.item.item.counter == .menu ? fees[$0.item.item.id] : nil, total: $0.total) }
    }
}

extension SaleItem {
    func costing(_ price: Won) -> SaleItem {
        SaleItem(item, title: title, titleInEnglish: titleInEnglish, options: options, price: price)
    }
}
