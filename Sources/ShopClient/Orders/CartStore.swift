import Domain
import Foundation
import NIOConcurrencyHelpers
import Platform

/// A terminal's cart on disk, so that it is there when the program is opened again. An empty one leaves no file.
///
/// Carts are written one after the other, and one that is older than what is there is not: whoever writes on several
/// threads leaves the latest.
public final class CartStore: Sendable {
    private static let largestFile = 256 << 10

    private let directory: CacheDirectory
    private let session: TerminalSession
    private let latest = NIOLockedValueBox(0)

    /// Keeps the cart of `session` in `directory`, which is one shop's. Nothing is created before something is in it.
    public init(directory: URL, session: TerminalSession) {
        self.directory = CacheDirectory(path: directory.path)
        self.session = session
    }

    /// For the shop at `address`, or for the embedded one, below `banchan/carts` in the user's data directory: that of
    /// `XDG_DATA_HOME`, or `~/.local/share`. `nil` where the environment names neither.
    public static func standard(
        for address: ShopAddress?, session: TerminalSession,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> CartStore? {
        guard let data = BaseDirectory.data.url(in: environment) else { return nil }
        let shop = FileName.of(address?.description ?? "own")
        return CartStore(
            directory: data.appendingPathComponent("banchan/carts").appendingPathComponent(shop), session: session)
    }

    private var name: String { session.id.uuidString.lowercased() + ".json" }

    /// Empty where none was kept, or none that can be read.
    public func read() -> Cart {
        directory.read(name, atMost: CartStore.largestFile).flatMap { try? JSONDecoder().decode(Cart.self, from: $0) }
            ?? Cart()
    }

    /// Keeps `cart`, unless one of a higher `number` was kept before. Says whether it is safe from the end of the program.
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
            return directory.replace(name) { try $0.write(data) } == .done
        }
    }
}
