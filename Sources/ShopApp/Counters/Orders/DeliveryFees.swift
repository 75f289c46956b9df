import Domain
import ShopClient

/// What is known of the delivery of dishes, by their hashes.
struct DeliveryFees: Hashable, Sendable {
    /// Dishes that are remembered at most.
    private static let most = 256
    private var fees: [String: DeliveryFee] = [:]

    /// The dishes among `lines` of which nothing is known.
    func unknown(in lines: [Cart.Line]) -> [String] {
        lines.map(\.item.id).filter { $0.counter == .menu && fees[$0.id] == nil }.map(\.id)
    }

    mutating func take(_ known: [String: DeliveryFee]) {
        if fees.count + known.count > DeliveryFees.most { fees = [:] }
        fees.merge(known) { _, new in new }
    }

    /// What is charged for delivering `lines`; `nil` while that is not known.
    func charged(for lines: [Cart.Line]) -> Won? {
        guard unknown(in: lines).isEmpty else { return nil }
        return DeliveryFee.charged(
            for: lines.map { (fee: $0.item.id.counter == .menu ? fees[$0.item.id.id] : nil, total: $0.total) })
    }
}

extension SaleItem {
    /// The same thing at another price.
    func costing(_ price: Won) -> SaleItem {
        SaleItem(id, title: title, titleInEnglish: titleInEnglish, price: price)
    }
}
