import Domain
import ShopClient

/// What is offered instead of the options that a guest chose for an item.
struct OptionsChange: Hashable, Sendable {
    /// The item as it was chosen.
    let item: SaleItem
    /// The choices that are still offered.
    let now: [ChosenOption]
    /// The price of one with them.
    let price: Won

    init(_ item: SaleItem, now: [ChosenOption], price: Won) {
        (self.item, self.now, self.price) = (item, now, price)
    }

    /// The item as it is offered now, if all its choices still are, under other names or at another price. If nothing
    /// has another name, they no longer answer the item's options: it has to be chosen again.
    var taken: SaleItem? {
        let current = item.options.compactMap { made in now.first { $0.isSameChoice(as: made) } }
        guard current.count == item.options.count, current.count == now.count, !renamed.isEmpty else { return nil }
        return SaleItem(
            item.item, title: item.title, titleInEnglish: item.titleInEnglish, options: current, price: price)
    }

    /// The choices that have another name now, or whose options do.
    var renamed: [(before: ChosenOption, now: ChosenOption)] {
        item.options.compactMap { made in
            now.first { $0.isSameChoice(as: made) && ($0.title, $0.optionTitle) != (made.title, made.optionTitle) }
                .map { (made, $0) }
        }
    }

    /// The choices that are no longer offered.
    var gone: [ChosenOption] { item.options.filter { made in !now.contains { $0.isSameChoice(as: made) } } }
}

extension OrderForm {
    /// The first line to be ordered whose options have to be chosen again.
    var lineToChoose: OptionsChange? {
        items.lazy.filter { quantity(of: $0) != 0 }.compactMap { item -> OptionsChange? in
            guard case .options(let change) = problems[.quantity(item.id)], change.taken == nil else { return nil }
            return change
        }.first
    }

    /// Puts `item` in the place of the line `id`, with its quantity and its note. If the form has that item as well, its
    /// line gets both quantities.
    mutating func replace(_ id: SaleItem.ID, with item: SaleItem) {
        guard let index = items.firstIndex(where: { $0.id == id }) else { return }
        form.problems[.quantity(id)] = nil
        if id != item.id, let other = items.first(where: { $0.id == item.id }) {
            let sum = (quantity(of: items[index]) ?? 0) + (quantity(of: other) ?? 0)
            setQuantity(min(sum, OrderLine.quantities.upperBound), at: .quantity(item.id))
            setQuantity(0, at: .quantity(id))
        } else {
            items[index] = item
            form.rename(.quantity(id), to: .quantity(item.id))
            form.rename(.lineNote(id), to: .lineNote(item.id))
        }
        form.notice = form.problems.isEmpty ? nil : form.notice
    }

    private mutating func setQuantity(_ quantity: Int, at stop: Stop) {
        let quantities = 0...OrderLine.quantities.upperBound
        form[stop] = .number(QuantityField(quantity, in: quantities))
    }
}

extension OrderRefusal {
    /// Whether the options of a line are not offered as they were chosen.
    var changesOptions: Bool { problems.values.contains { if case .options = $0 { true } else { false } } }
}
