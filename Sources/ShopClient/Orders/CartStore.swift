import Domain
import Foundation
import NIOConcurrencyHelpers
import Platform
import TerminalText

/// A terminal's cart on disk, so that it survives a restart of the program. An empty cart leaves no file.
///
/// Writes are serialised, and a cart older than the stored one is ignored, so that calls from several threads leave the
/// latest cart.
public final class CartStore: Sendable {
    private static let maxFileSize = 256 << 10

    private let directory: CacheDirectory
    private let session: TerminalSession
    private let latest = NIOLockedValueBox(0)

    /// Creates a store in the directory at this path, which belongs to one shop, for the cart of `session`. Nothing is
    /// created before the cart has an item.
    public init(directory: String, session: TerminalSession) {
        self.directory = CacheDirectory(path: directory)
        self.session = session
    }

    /// Returns the store for the shop at `address`, or for the embedded one, in `banchan/carts` of the user's data
    /// directory: `XDG_DATA_HOME`, or `~/.local/share`. Returns `nil` if the environment defines neither.
    public static func standard(
        for address: ShopAddress?, session: TerminalSession,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> CartStore? {
        let shop = FileName.of(address?.description ?? "own")
        return BaseDirectory.data.path(in: environment).map {
            CartStore(directory: "\($0)/banchan/carts/\(shop)", session: session)
        }
    }

    private var name: String { session.id.uuidString.lowercased() + ".json" }

    /// Returns the stored cart, or an empty one if there is none that can be read.
    public func read() -> Cart {
        directory.read(name, atMost: CartStore.maxFileSize).flatMap { try? JSONDecoder().decode(Cart.self, from: $0) }
            ?? Cart()
    }

    /// Forgets the carts of all sessions that were stored before that time: guests write notes into them.
    func forget(storedBefore time: Date) { directory.remove(storedBefore: time) { $0.hasSuffix(".json") } }

    /// Stores `cart`, unless one with the same or a higher `number` was stored before. Returns `false` if it could not
    /// be written.
    @discardableResult
    public func write(_ cart: Cart, number: Int) -> Bool {
        latest.withLockedValue { latest in
            guard number > latest else { return true }
            latest = number
            guard !cart.isEmpty else {
                directory.remove(name)
                return true
            }
            guard let data = try? JSONEncoder().encode(cart) else { return false }
            session.keep()
            return directory.replace(name) { try $0.write(data) } == .done
        }
    }
}
