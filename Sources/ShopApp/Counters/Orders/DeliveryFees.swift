import Domain
import ShopClient

/// The known delivery fees of dishes, by the dishes' hashes.
struct DeliveryFees: Hashable, Sendable {
    /// The maximum number of dishes remembered.
    private static let most = 256
    private var fees: [String: DeliveryFee] = [:]

    /// Returns the hashes of the dishes in `lines` whose fee is unknown.
    func unknown(in lines: [Cart.Line]) -> [String] {
        lines.map(\.item.item).filter { $0.counter == .menu && fees[$0.id] == nil }.map(\.id)
    }

    mutating func take(_ known: [String: DeliveryFee]) {
        if fees.count + known.count > DeliveryFees.most { fees = [:] }
        fees.merge(known) { _, new in new }
    }

    /// Returns the delivery charge for `lines`; `nil` if a fee is unknown.
    func charged(for lines: [Cart.Line]) -> Won? {
        guard unknown(in: lines).isEmpty else { return nil }
        return DeliveryFee.charged(
            for: lines.map { (fee: $0.item.item.counter == .menu ? fees[$0.item.item.id] : nil, total: $0.total) })
    }
}

extension SaleItem {
    /// Returns the item with another price.
    func costing(_ price: Won) -> SaleItem {
        SaleItem(item, title: title, titleInEnglish: titleInEnglish, price: price)
    }
}
