import Domain
import NIOConcurrencyHelpers
import Storage

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

    /// Returns to the stocks what each line of the order took.
    func giveBack(_ order: Order, in store: any StoreTransaction) throws {
        for (line, taken) in zip(order.lines, try store.taken(byOrder: order.id)) where !taken.isEmpty {
            try self[line.item]?.giveBack(taken, in: store)
        }
    }

    private subscript(item: OrderedItem) -> (any ItemSeller)? { sellers.withLockedValue { $0[item.counter] } }
}
