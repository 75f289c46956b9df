import Domain
import Storage
import TerminalText

/// Sells the items of one counter. A module brings it; orders of whatever counters are made through it.
protocol ItemSeller: Sendable {
    var counter: SalesCounter { get }

    /// What the item costs as of this transaction; `nil` for an item that the counter does not know.
    func quote(_ item: String, in store: any StoreReader) throws -> ItemQuote?

    /// Takes what so many of it need: all of it, or nothing. Throws `Shortage`.
    func take(_ quantity: Int, of item: String, in store: any StoreTransaction) throws

    /// Puts back what so many of it took, since their order was cancelled.
    func giveBack(_ quantity: Int, of item: String, in store: any StoreTransaction) throws
}

extension ItemSeller {
    func take(_ quantity: Int, of item: String, in store: any StoreTransaction) {}
    func giveBack(_ quantity: Int, of item: String, in store: any StoreTransaction) {}
}

/// What an item is sold for.
struct ItemQuote: Hashable, Sendable {
    let title: PlainText
    /// The title in English, where the shop has it so.
    var titleInEnglish: PlainText?
    /// What one costs.
    let unitPrice: Won
    var isSoldOut = false
    /// What delivering it costs; `nil` for what is not delivered.
    var deliveryFee: DeliveryFee?
}
