import Foundation
import Platform
import ShopModels

/// Orders on their way, on disk: a file an order, written before it is sent for the first time and removed once the
/// shop has answered, so that no order is lost whenever the program ends.
///
/// An order that the shop refuses after it had waited is moved to `refused/`, where its guest can look it up.
public struct OrderShelf: Sendable {
    /// Orders that are kept at most; more than a guest places while a server is away.
    public static let capacity = 64
    private static let largestFile = 16 << 10
    private static let ending = ".json"

    private let waiting: CacheDirectory
    private let refused: CacheDirectory

    /// Keeps orders in `directory`, which is one shop's. Nothing is created before the first order.
    public init(directory: URL) {
        waiting = CacheDirectory(path: directory.path)
        refused = CacheDirectory(path: directory.appendingPathComponent("refused").path)
    }

    /// The shelf for the shop at `address`, or for the embedded one, below `banchan/orders` in the user's data
    /// directory: that of `XDG_DATA_HOME`, or `~/.local/share`. `nil` where the environment names neither.
    public static func standard(
        for address: ShopAddress?, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> OrderShelf? {
        guard let data = BaseDirectory.data.url(in: environment) else { return nil }
        let shop = FileName.of(address?.description ?? "own")
        return OrderShelf(directory: data.appendingPathComponent("banchan/orders").appendingPathComponent(shop))
    }

    /// Writes an order down, until power fails if not `durably`. Says whether it is there.
    func keep(_ order: KeptOrder, durably: Bool) -> Bool {
        guard waiting.names(ending: OrderShelf.ending).count < OrderShelf.capacity || isKept(order) else {
            return false
        }
        guard let data = try? JSONEncoder().encode(order) else { return false }
        return waiting.replace(name(order), durably: durably) { try $0.write(data) } == .done
    }

    /// The shop has answered.
    func remove(_ order: KeptOrder) { waiting.remove(name(order)) }

    /// The shop refused the order, which its guest has yet to see.
    func setAside(_ order: KeptOrder) {
        if let data = try? JSONEncoder().encode(order),
            refused.names(ending: OrderShelf.ending).count < OrderShelf.capacity,
            refused.replace(name(order), write: { try $0.write(data) }) != .done
        {
            return
        }
        waiting.remove(name(order))
    }

    /// The orders that are kept, the oldest first. Files that are no orders are left alone.
    func orders() -> [KeptOrder] {
        let names = waiting.names(ending: OrderShelf.ending).prefix(OrderShelf.capacity)
        let orders = names.compactMap { name -> KeptOrder? in
            guard let data = waiting.read(name, atMost: OrderShelf.largestFile),
                let order = try? JSONDecoder().decode(KeptOrder.self, from: data),
                order.isPlausible, self.name(order) == name
            else { return nil }
            return order
        }
        return orders.sorted { ($0.confirmedAt, $0.draft.key.uuidString) < ($1.confirmedAt, $1.draft.key.uuidString) }
    }

    private func isKept(_ order: KeptOrder) -> Bool { waiting.names(ending: OrderShelf.ending).contains(name(order)) }

    private func name(_ order: KeptOrder) -> String { order.draft.key.uuidString.lowercased() + OrderShelf.ending }
}

extension KeptOrder {
    /// Whether this program can have written it: its sums do not overflow.
    fileprivate var isPlausible: Bool {
        OrderRequest.quantities.contains(draft.request.quantity)
            && (0...1_000_000_000).contains(draft.request.unitPrice.amount)
    }
}
