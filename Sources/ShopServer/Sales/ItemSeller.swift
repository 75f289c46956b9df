import Domain
import NIOConcurrencyHelpers
import Storage
import TerminalText

/// Sells the items of one counter. Each module provides its own, and orders can span several counters.
protocol ItemSeller: Sendable {
    var counter: SalesCounter { get }

    /// Returns the item's current offer, read in this transaction. Returns `nil` if the counter does not know the item.
    func quote(_ item: String, in store: any StoreReader) throws -> ItemQuote?

    /// Takes what `quantity` of the item needs from the stock, all of it or nothing. Returns what was taken, which is
    /// stored with the line. Throws `Shortage` or `TooFewLeft`.
    func take(_ quantity: Int, of item: String, in store: any StoreTransaction) throws -> TakenStock

    /// Returns to the stock what pieces of a line took that were taken out of the order, or cancelled with it. `state` is
    /// ready if the order has ever been: what is made already cannot be returned.
    func giveBack(_ taken: TakenStock, of item: String, from state: OrderState, in store: any StoreTransaction) throws
}

extension ItemSeller {
    func take(_ quantity: Int, of item: String, in store: any StoreTransaction) -> TakenStock { [:] }
    func giveBack(_ taken: TakenStock, of item: String, from state: OrderState, in store: any StoreTransaction) {}
}

/// The terms on which an item is sold now.
struct ItemQuote: Hashable, Sendable {
    /// The name of the section that lists the item; `nil` if the counter has none.
    var section: String?
    let title: PlainText
    /// The title in English; `nil` if the shop has none.
    var titleInEnglish: PlainText?
    /// The price of one without options.
    let unitPrice: Won
    var options: [ItemOption] = []
    var isSoldOut = false
    /// Whether selling it takes something from a stock.
    var takesStock = true
    /// Whether the item is made when it is ordered: an order of such items alone begins as ready.
    var isMadeAtOnce = false
    /// The cost of delivering the item; `nil` if it is not delivered.
    var deliveryFee: DeliveryFee?
    /// Whether that cost is known.
    var isFeeKnown = true
}

/// The sellers of all modules, by counter. Passed to the modules when they are created, and filled once all of them
/// are.
final class ItemSellers: Sendable {
    private let sellers = NIOLockedValueBox<[SalesCounter: any ItemSeller]>([:])

    func add(_ added: [any ItemSeller]) {
        sellers.withLockedValue { sellers in
            for seller in added { sellers[seller.counter] = seller }
        }
    }

    func quote(_ item: OrderedItem, in store: any StoreReader) throws -> ItemQuote? {
        try self[item]?.quote(item.id, in: store)
    }

    func take(_ quantity: Int, of item: OrderedItem, in store: any StoreTransaction) throws -> TakenStock {
        try self[item]?.take(quantity, of: item.id, in: store) ?? [:]
    }

    /// Returns to the stocks what the pieces took that `order` no longer has. What was handed over returns nothing.
    func giveBack(from before: Order, to order: Order, in store: any StoreTransaction) throws {
        guard order.state == .cancelled || order.lines != before.lines else { return }
        var taken = try store.taken(byOrder: order.id)
        // One that went back was made nevertheless.
        let state = before.steps.contains { $0.state == .ready } ? .ready : before.state
        for (index, line) in before.lines.enumerated() where taken.indices.contains(index) && !taken[index].isEmpty {
            let left = order.state == .cancelled ? 0 : order.lines[index].quantity
            guard left < line.quantity else { continue }
            let kept = taken[index].mapValues { $0 * left / line.quantity }
            let returned = taken[index].merging(kept) { $0 - $1 }
            taken[index] = kept.filter { $0.value > 0 }
            if before.state.isOpen {
                try self[line.item]?.giveBack(returned, of: line.item.id, from: state, in: store)
            }
        }
        if order.state != .cancelled, !taken.isEmpty { try store.setTaken(taken, byOrder: order.id) }
    }

    private subscript(item: OrderedItem) -> (any ItemSeller)? { sellers.withLockedValue { $0[item.counter] } }
}
