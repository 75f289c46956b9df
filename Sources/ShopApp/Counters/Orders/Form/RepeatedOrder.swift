import Domain
import ShopClient
import TerminalText

/// What an earlier order comes to when it is ordered again, with what has changed since.
struct RepeatedOrder {
    /// The lines as they are offered now. What no list shows stays as it was.
    private(set) var lines: [Cart.Line] = []
    /// What differs from the earlier order.
    private(set) var changes: [SaleItem.ID: OrderProblem] = [:]
    /// What is not sold any more.
    private(set) var gone: [SaleItem] = []

    init(_ earlier: [Cart.Line], _ offer: ItemsOnSale) {
        let (listed, complete) = (offer.listed(earlier.map(\.item)), offer.complete)
        for line in earlier {
            if let now = listed[line.item.listedID] {
                add(line, offeredAs: now)
            } else if complete.contains(line.item.item.counter) {
                gone.append(line.item)
            } else {
                lines.append(line)
            }
        }
    }

    private mutating func add(_ line: Cart.Line, offeredAs now: SaleItem) {
        let item = line.item
        guard let options = try? now.offered.resolved(item.options) else {
            let left = item.options.compactMap { made in
                now.offered.first { $0.id == made.option }?.chosen(made.choice)
            }
            changes[item.id] = .options(OptionsChange(item, now: left, price: now.price.adding(left)))
            return lines.append(line)
        }
        let current = SaleItem(
            item.item, title: item.title, titleInEnglish: item.titleInEnglish, options: options,
            price: now.price.adding(options))
        if current.price != item.price { changes[item.id] = .price(before: item.price, now: current.price) }
        lines.append(Cart.Line(current, quantity: line.quantity, note: line.note))
    }
}

extension OrderForm {
    /// Shows what has changed since the order that was put into the cart again. What is sold out is marked anyway.
    mutating func show(_ order: RepeatedOrder) {
        for (item, change) in order.changes { form.problems[.quantity(item)] = change }
        let isSoldOut = order.lines.contains { self.isSoldOut($0.item) }
        guard !order.changes.isEmpty || !order.gone.isEmpty || isSoldOut else { return }
        form.notice = .changedSince(gone: order.gone.map(\.title))
    }
}

extension Order {
    /// Whether anything of it can be put into the cart again.
    var canBeOrderedAgain: Bool { lines.contains { $0.quantity > 0 && $0.item.isSold } }
}

extension OrderedItem {
    /// Whether the item can be ordered again from an order; items of the drinks machine cannot.
    var isSold: Bool { !id.isEmpty && counter != .drinks }
}
