import Domain
import Storage
import TerminalText

/// Sells the items of one counter. Each module provides its own, and orders can span several counters.
protocol ItemSeller: Sendable {
    var counter: SalesCounter { get }

    /// Returns the item's current offer, read in this transaction. Returns `nil` if the counter does not know the item.
    func quote(_ item: String, in store: any StoreReader) throws -> ItemQuote?

    /// Takes what `quantity` of the item needs from the stock, all of it or nothing. Returns what was taken, which is
    /// stored with the line. Throws `Shortage`.
    func take(_ quantity: Int, of item: String, in store: any StoreTransaction) throws -> TakenStock

    /// Returns to the stock what a line took, because its order was cancelled.
    func giveBack(_ taken: TakenStock, in store: any StoreTransaction) throws
}

extension ItemSeller {
    func take(_ quantity: Int, of item: String, in store: any StoreTransaction) -> TakenStock { [:] }
    func giveBack(_ taken: TakenStock, in store: any StoreTransaction) {}
}

/// The terms on which an item is sold now.
struct ItemQuote: Hashable, Sendable {
    let title: PlainText
    /// The title in English; `nil` if the shop has none.
    var titleInEnglish: PlainText?
    /// The price of one item.
    let unitPrice: Won
    var isSoldOut = false
    /// The cost of delivering the item; `nil` if it is not delivered.
    var deliveryFee: DeliveryFee?
}
