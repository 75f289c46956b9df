import Domain
import Foundation
import Platform

/// Orders on their way, on disk: a file an order, written before it is sent for the first time and removed once the
/// shop has answered, so that no order is lost whenever the program ends.
///
/// An order that the shop refuses after it had waited is moved to `refused/`, where its guest can look it up.
public struct PendingOrderStore: Sendable {
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
    ) -> PendingOrderStore? {
        guard let data = BaseDirectory.data.url(in: environment) else { return nil }
        let shop = FileName.of(address?.description ?? "own")
        return PendingOrderStore(directory: data.appendingPathComponent("banchan/orders").appendingPathComponent(shop))
    }

    /// Writes an order down, until power fails if not `durably`. Says whether it is there.
    func keep(_ order: PendingOrder, durably: Bool) -> Bool {
        guard waiting.names(ending: PendingOrderStore.ending).count < PendingOrderStore.capacity || isKept(order) else {
            return false
        }
        guard let data = try? JSONEncoder().encode(order) else { return false }
        return waiting.replace(name(order), durably: durably) { try $0.write(data) } == .done
    }

    /// The shop has answered.
    func remove(_ order: PendingOrder) { waiting.remove(name(order)) }

    /// The shop refused the order, which its guest has yet to see.
    func setAside(_ order: PendingOrder) {
        if let data = try? JSONEncoder().encode(order),
            refused.names(ending: PendingOrderStore.ending).count < PendingOrderStore.capacity,
            refused.replace(name(order), write: { try $0.write(data) }) != .done
        {
            return
        }
        waiting.remove(name(order))
    }

    /// Nobody needs to see that the shop refused it any more.
    func forgetRefused(_ order: PendingOrder) { refused.remove(name(order)) }

    /// The orders that are kept, the oldest first. Files that are no orders are left alone.
    func orders() -> [PendingOrder] { orders(in: waiting) }

    /// Those that were refused, the oldest first.
    func refusedOrders() -> [PendingOrder] { orders(in: refused).map { $0.at(.refused) } }

    private func orders(in directory: CacheDirectory) -> [PendingOrder] {
        let names = directory.names(ending: PendingOrderStore.ending).prefix(PendingOrderStore.capacity)
        let orders = names.compactMap { name -> PendingOrder? in
            guard let data = directory.read(name, atMost: PendingOrderStore.largestFile),
                let order = try? JSONDecoder().decode(PendingOrder.self, from: data),
                order.isPlausible, self.name(order) == name
            else { return nil }
            return order
        }
        return orders.sorted { ($0.confirmedAt, $0.draft.key.uuidString) < ($1.confirmedAt, $1.draft.key.uuidString) }
    }

    private func isKept(_ order: PendingOrder) -> Bool {
        waiting.names(ending: PendingOrderStore.ending).contains(name(order))
    }

    private func name(_ order: PendingOrder) -> String {
        order.draft.key.uuidString.lowercased() + PendingOrderStore.ending
    }
}

extension PendingOrder {
    /// Whether this program can have written it: its sums do not overflow.
    fileprivate var isPlausible: Bool {
        let (prices, lines) = (Won(0)...Won(1_000_000_000), draft.lines)
        return (1...Order.mostLines).contains(lines.count) && prices.contains(draft.deliveryFee)
            && lines.allSatisfy { OrderLine.quantities.contains($0.quantity) && prices.contains($0.item.price) }
    }
}
