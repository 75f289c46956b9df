import Domain
import Foundation
import Platform
import TerminalText

/// An order as it is stored on this device and sent, with everything that makes a second sending equal to the first.
public struct PendingOrder: Hashable, Sendable, Codable, Identifiable {
    /// The state of an order that is not at the shop.
    public enum State: Hashable, Sendable {
        /// It is being sent for the first time.
        case sending
        /// It is sent once the server is reachable.
        case waiting
        /// The shop refused it after it had waited.
        case refused
    }

    public let draft: OrderDraft
    public let session: UUID
    public let confirmedAt: Date
    /// Whether the shop may have received it without an answer arriving: then it cannot be withdrawn here.
    public internal(set) var mayHaveArrived: Bool
    public internal(set) var state: State

    public init(
        draft: OrderDraft, session: UUID, confirmedAt: Date, mayHaveArrived: Bool = true, state: State = .waiting
    ) {
        self.state = state
        self.draft = draft
        self.session = session
        self.confirmedAt = confirmedAt
        self.mayHaveArrived = mayHaveArrived
    }

    public var id: UUID { draft.key }

    var write: KeyedWrite { KeyedWrite(key: draft.key, session: session, path: "orders", body: draft.request) }

    /// Returns a copy with this value of `mayHaveArrived`.
    func with(mayHaveArrived: Bool) -> PendingOrder {
        var order = self
        order.mayHaveArrived = mayHaveArrived
        return order
    }

    /// Returns a copy with this place.
    func at(_ state: State) -> PendingOrder {
        var order = self
        order.state = state
        return order
    }

    private enum CodingKeys: CodingKey { case draft, session, confirmedAt, mayHaveArrived }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        draft = try values.decode(OrderDraft.self, forKey: .draft)
        session = try values.decode(UUID.self, forKey: .session)
        confirmedAt = try values.decode(Date.self, forKey: .confirmedAt)
        mayHaveArrived = try values.decode(Bool.self, forKey: .mayHaveArrived)
        // The place is not encoded: the directory of the file determines it.
        state = .waiting
    }
}

/// A store on disk of orders under way: one file an order, written before it is first sent and removed once the shop
/// has answered, so that no order is lost whenever the program ends.
///
/// An order that the shop refuses after it had waited is moved to `refused/`, where its guest can look it up; a file
/// that cannot be read, to `unreadable/`.
public struct PendingOrderStore: Sendable {
    /// The maximum number of stored orders; more than a guest places during an outage.
    public static let capacity = 64
    /// More than an order of 50 lines with long titles needs.
    private static let maxFileSize = 256 << 10
    private static let ending = ".json"

    private let waiting: CacheDirectory
    private let refused: CacheDirectory
    private let unreadable: CacheDirectory

    /// Creates a store in the directory at this path, which belongs to one shop. Nothing is created before the first
    /// order.
    public init(directory: String) {
        waiting = CacheDirectory(path: directory)
        refused = CacheDirectory(path: directory + "/refused")
        unreadable = CacheDirectory(path: directory + "/unreadable")
    }

    /// Returns the store for the shop at `address`, or for the embedded one, in `banchan/orders` of the user's data
    /// directory: `XDG_DATA_HOME`, or `~/.local/share`. Returns `nil` if the environment defines neither.
    public static func standard(
        for address: ShopAddress?, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> PendingOrderStore? {
        let shop = FileName.of(address?.description ?? "own")
        return BaseDirectory.data.path(in: environment).map {
            PendingOrderStore(directory: "\($0)/banchan/orders/\(shop)")
        }
    }

    /// Writes an order, surviving a power failure only if `durably`. Returns whether it is stored.
    func keep(_ order: PendingOrder, durably: Bool) -> Bool {
        guard waiting.names(ending: PendingOrderStore.ending).count < PendingOrderStore.capacity || isKept(order) else {
            return false
        }
        guard let data = try? JSONEncoder().encode(order) else { return false }
        return waiting.replace(name(order), durably: durably) { try $0.write(data) } == .done
    }

    func remove(_ order: PendingOrder) { waiting.remove(name(order)) }

    /// Records that the shop may receive a waiting order from now on, and returns it as it was on disk. Returns `nil` if
    /// it waits no longer: other programs of this device have the same orders, and one of them has delivered or withdrawn
    /// it.
    func claim(_ order: PendingOrder) -> PendingOrder? {
        waiting.alone(with: name(order)) {
            let former = self.order(name(order), in: waiting) ?? order
            if !former.mayHaveArrived { _ = keep(former.with(mayHaveArrived: true), durably: false) }
            return former
        }
    }

    /// Stores whether the shop may have received a waiting order. Returns the order as it is on disk then.
    func kept(_ order: PendingOrder, durably: Bool) -> PendingOrder {
        keep(order, durably: durably) ? order : order.with(mayHaveArrived: true)
    }

    /// Whether the shop has refused the order, of whichever program.
    func isRefused(_ order: PendingOrder) -> Bool { refused.contains(name(order)) }

    /// Removes a waiting order. Returns `false` if it waits no longer, or another program is sending it.
    func withdraw(_ order: PendingOrder) -> Bool {
        waiting.alone(with: name(order)) {
            guard self.order(name(order), in: waiting)?.mayHaveArrived == false else { return false }
            waiting.remove(name(order))
            return true
        } ?? false
    }

    /// Moves an order that the shop refused to `refused/`, where its guest can see it, or drops it if that directory is
    /// full. If the move fails, the order stays waiting.
    func setAside(_ order: PendingOrder) {
        if let data = try? JSONEncoder().encode(order),
            refused.names(ending: PendingOrderStore.ending).count < PendingOrderStore.capacity,
            refused.replace(name(order), write: { try $0.write(data) }) != .done
        {
            return
        }
        waiting.remove(name(order))
    }

    func forgetUnreadable(storedBefore time: Date) { unreadable.remove(storedBefore: time) }

    func forgetRefused(_ order: PendingOrder) { refused.remove(name(order)) }

    /// Moves the files that are not orders as this version of the program writes them to `unreadable/`. Returns their
    /// paths there.
    func setAsideUnreadable() -> [String] {
        [waiting, refused].flatMap { directory in
            directory.files().map(\.name).sorted().compactMap { name in
                guard name.hasSuffix(PendingOrderStore.ending), order(name, in: directory) == nil,
                    directory.move(name, to: unreadable)
                else { return nil }
                return "\(unreadable.path)/\(name)"
            }
        }
    }

    /// Returns the waiting orders, oldest first. Files that are not orders are ignored.
    func orders() -> [PendingOrder] { orders(in: waiting) }

    /// Returns the refused orders, oldest first.
    func refusedOrders() -> [PendingOrder] { orders(in: refused).map { $0.at(.refused) } }

    private func orders(in directory: CacheDirectory) -> [PendingOrder] {
        let names = directory.names(ending: PendingOrderStore.ending).prefix(PendingOrderStore.capacity)
        return names.compactMap { order($0, in: directory) }.sorted {
            ($0.confirmedAt, $0.draft.key.uuidString) < ($1.confirmedAt, $1.draft.key.uuidString)
        }
    }

    /// Returns the order in that file; `nil` if there is none as this version of the program writes it.
    private func order(_ name: String, in directory: CacheDirectory) -> PendingOrder? {
        guard let data = directory.read(name, atMost: PendingOrderStore.maxFileSize),
            let order = try? JSONDecoder().decode(PendingOrder.self, from: data),
            order.isPlausible, self.name(order) == name
        else { return nil }
        return order
    }

    private func isKept(_ order: PendingOrder) -> Bool {
        waiting.names(ending: PendingOrderStore.ending).contains(name(order))
    }

    private func name(_ order: PendingOrder) -> String {
        order.draft.key.uuidString.lowercased() + PendingOrderStore.ending
    }
}

extension PendingOrder {
    /// Whether this program can have written the order: its values are in the valid ranges, so that sums do not
    /// overflow.
    fileprivate var isPlausible: Bool {
        let (prices, lines) = (Won(0)...Won(1_000_000_000), draft.lines)
        return (1...Order.maxLines).contains(lines.count) && prices.contains(draft.deliveryFee)
            && confirmedAt.isWritable
            && Guest.problem(with: PlainText(draft.who)) == nil
            && lines.allSatisfy { OrderLine.quantities.contains($0.quantity) && prices.contains($0.item.price) }
    }
}
