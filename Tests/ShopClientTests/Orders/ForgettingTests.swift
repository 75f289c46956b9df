import Domain
import Foundation
import ShopHTTP
import TerminalText
import TestPeers
import TestSupport
import Testing

@testable import ShopClient

/// What guests wrote is not kept on their terminal for longer than the shop keeps it.
@Suite struct ForgettingTests {
    private let directory = TemporaryDirectory()
    private let now = Date(timeIntervalSince1970: 1_900_000_000)

    private func order(_ days: Double) -> PendingOrder {
        PendingOrder(draft: draft(), session: UUID(), confirmedAt: now - days * 86_400)
    }

    private func files() -> [String] {
        let paths = FileManager.default.subpaths(atPath: directory.url.path) ?? []
        return paths.filter { $0.hasSuffix(".json") }.sorted()
    }

    @Test func whatIsOlderThanTheShopsDaysIsForgotten() async throws {
        let store = PendingOrderStore(directory: directory.url.path)
        let guest = LastGuestStore(directory: directory.url.path)
        let (old, new) = ([order(31), order(40)], [order(29), order(1)])
        for order in [old[0], new[0]] { #expect(store.keep(order, durably: false)) }
        for order in [old[1], new[1]] {
            #expect(store.keep(order, durably: false))
            store.setAside(order)
        }
        guest.write("홍길동")
        try FileManager.default.setAttributes(
            [.modificationDate: now - 31 * 86_400], ofItemAtPath: directory.url.path + "/last-guest")
        let queue = OrderQueue(client: .none, store: store, guest: guest, backoff: ManualBackoff().backoff)
        let here = Watched<[PendingOrder]>([])
        let run = Task {
            await queue.run { if case .waitingChanged(let orders) = $0 { here.change { $0 = orders } } }
        }
        await here.wait { $0.count == 4 }
        #expect(queue.lastGuest == "홍길동")
        // An order that is just being delivered stays.
        try await wait {
            queue.forget(storedBefore: now - 30 * 86_400)
            return files().count == 2
        }
        let kept = Set(new.map(\.id))
        await here.wait { Set($0.map(\.id)) == kept }
        #expect(queue.lastGuest.isEmpty)
        run.cancel()
        await run.value
    }

    /// A cart and an order of three days ago.
    private func keepThingsOfThreeDays() throws -> (store: PendingOrderStore, carts: CartStore) {
        let store = PendingOrderStore(directory: directory.url.path)
        let order = PendingOrder(draft: draft(), session: UUID(), confirmedAt: .now - 3 * 86_400)
        #expect(store.keep(order, durably: false))
        store.setAside(order)
        let carts = CartStore(directory: directory.url.path + "/carts", session: TerminalSession(directory: nil))
        var cart = Cart()
        cart.set(1, of: SaleItem(OrderedItem(.menu, "H1"), title: "잡채", price: Won(1_000)))
        #expect(carts.write(cart, number: 1))
        for file in files() where file.hasPrefix("carts/") {
            try FileManager.default.setAttributes(
                [.modificationDate: Date.now - 3 * 86_400], ofItemAtPath: "\(directory.url.path)/\(file)")
        }
        return (store, carts)
    }

    @Test func theDaysAreThoseOfTheShopsProfile() async throws {
        let (store, carts) = try keepThingsOfThreeDays()
        let queue = OrderQueue(client: .none, store: store)
        let run = Task { await queue.run { _ in } }
        for (days, isKept) in [(nil, true), (4, true), (2, false)] {
            let retention = GuestDataRetention(queue, carts: carts, profiles: nil)
            let source = ShopProfileSource { days.map { PresentShop(ShopProfile(keepGuestDataDays: $0)) } }
            try await wait {
                _ = await source.applied(to: retention).fetch()
                return files().isEmpty == !isKept
            }
        }
        run.cancel()
        await run.value
    }

    /// What the shop said when it was reached last holds for later runs, which may never reach it.
    @Test(arguments: [4, 2]) func aTerminalThatNeverReachesTheShopAgainForgetsToo(days: Int) async throws {
        let said = ShopProfile(receive: [.here], keepGuestDataDays: days)
        let profiles = ShopProfileStore(directory: directory.url.path + "/cache")
        profiles.write(said)
        let (store, carts) = try keepThingsOfThreeDays()
        let before = files()
        let queue = OrderQueue(client: .none, store: store)
        let retention = GuestDataRetention(queue, carts: carts, profiles: profiles)
        let forgetting = Task { await retention.run() }
        // The orders of earlier runs are not read yet.
        try await wait { files().contains { $0.hasPrefix("carts/") } == (days == 4) }
        let run = Task { await queue.run { _ in } }
        let kept = days == 4 ? before : ["cache/profile.json"]
        try await wait { files() == kept }
        #expect(await ShopProfileSource.none.applied(to: retention).fetch() == PresentShop(said))
        for task in [forgetting, run] { task.cancel() }
        await forgetting.value
        await run.value
    }

    /// Once the shop was reached, a failed fetch says nothing.
    @Test func theShopsLastWordsAreForTerminalsThatHaveNotReachedIt() async throws {
        let profiles = ShopProfileStore(directory: directory.url.path + "/cache")
        let retention = GuestDataRetention(OrderQueue(client: .none), carts: nil, profiles: profiles)
        let unreachable = ShopProfileSource.none.applied(to: retention)
        #expect(await unreachable.fetch() == nil)
        let said = PresentShop(ShopProfile(receive: [.here]))
        #expect(await ShopProfileSource { said }.applied(to: retention).fetch() == said)
        #expect(await unreachable.fetch() == nil)
        #expect(profiles.read() == said.profile)
    }
}
