import Domain

/// The prices that pages told, which count from then on in place of the list's.
struct KnownPrices: Hashable, Sendable {
    private static let most = 256
    private var prices: [String: Won] = [:]

    mutating func note(_ price: Won, of detailHash: String) {
        if prices.count >= KnownPrices.most, prices[detailHash] == nil { prices = [:] }
        prices[detailHash] = price
    }

    /// What is charged for one of `dish`.
    func charged(for dish: Dish) -> Won { prices[dish.detailHash] ?? dish.price }
}
