import Domain
import Foundation
import NIOConcurrencyHelpers
import Platform

/// Keeps what guests wrote on this device no longer than the shop says, or said when it was reached last: waiting and
/// refused orders, carts, and how the last guest got an order.
public final class GuestDataRetention: Sendable {
    private let queue: OrderQueue
    private let carts: CartStore?
    private let store: ShopProfileStore?
    /// What the shop said when it was reached last, if it was reached by this run.
    private let profile = NIOLockedValueBox<ShopProfile?>(nil)
    private static let pause = Duration.seconds(24 * 3_600)

    public init(_ queue: OrderQueue, carts: CartStore?, profiles store: ShopProfileStore?) {
        self.queue = queue
        self.carts = carts
        self.store = store
    }

    /// A retention that keeps everything.
    public static let none = GuestDataRetention(OrderQueue(client: .none), carts: nil, profiles: nil)

    /// Forgets what is older than the shop's days. Pass `nil` if the shop cannot be reached.
    func apply(_ profile: ShopProfile?) {
        let isNew = self.profile.withLockedValue { known in
            defer { known = profile ?? known }
            return profile != nil && profile != known
        }
        if let profile, isNew { store?.write(profile) }
        let known = self.profile.withLockedValue(\.self) ?? store?.read() ?? ShopProfile()
        let time = Date.now - Double(known.keepGuestDataDays) * 24 * 3_600
        queue.forget(storedBefore: time)
        carts?.forget(storedBefore: time)
    }

    /// Returns what the shop said to an earlier run; `nil` if it was reached by this one.
    func profileBeforeContact() -> ShopProfile? {
        profile.withLockedValue { $0 == nil } ? store?.read() : nil
    }

    /// Forgets once a day, also where the shop is never reached again. Runs until cancelled.
    public func run() async {
        while !Task.isCancelled {
            apply(nil)
            try? await OneShotTimer.sleep(for: GuestDataRetention.pause)
        }
    }
}

/// Stores what a shop says of itself, for terminals that cannot reach it.
public struct ShopProfileStore: Sendable {
    private static let file = "profile.json"
    private static let maxFileSize = 1 << 20
    private let directory: CacheDirectory

    public init(directory: String) { self.directory = CacheDirectory(path: directory) }

    /// Returns the store beside the last known sections of the shop at `address`, or of the embedded one. Returns `nil`
    /// if the environment defines no cache directory.
    public static func standard(for address: ShopAddress?, environment: [String: String]) -> ShopProfileStore? {
        let shop = FileName.of(address?.description ?? "own")
        return BaseDirectory.cache.path(in: environment).map { ShopProfileStore(directory: "\($0)/banchan/\(shop)") }
    }

    /// Returns what the shop said last, or `nil` if nothing is stored that can be read.
    func read() -> ShopProfile? {
        directory.read(ShopProfileStore.file, atMost: ShopProfileStore.maxFileSize).flatMap {
            try? JSONDecoder().decode(ShopProfile.self, from: $0)
        }
    }

    func write(_ profile: ShopProfile) {
        guard let data = try? JSONEncoder().encode(profile), read() != profile else { return }
        _ = directory.replace(ShopProfileStore.file) { try $0.write(data) }
    }
}

extension ShopProfileStore {
    /// Returns how the shop appeared when it was reached last, or `nil` if that is not known. Reads less than the whole
    /// profile: the first frame waits for it.
    public func lastAppearance() -> ShopAppearance? {
        directory.read(ShopProfileStore.file, atMost: ShopProfileStore.maxFileSize).flatMap {
            try? JSONDecoder().decode(ShopAppearance.self, from: $0)
        }
    }
}
