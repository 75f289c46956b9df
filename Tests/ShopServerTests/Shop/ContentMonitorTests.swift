import Domain
import Foundation
import NIOConcurrencyHelpers
import Platform
import Storage
import TestSupport
import Testing

@testable import ShopServer

/// Whoever watches a section hears of each content that it has, also of one that comes while the server is busy.
struct ContentMonitorTests {
    private static let section = SectionID.shop

    /// A shop that opens in the moment after it was read for the first time.
    private struct OpeningShop: ServerModule {
        private let isOpen = NIOLockedValueBox(false)

        init(_: Void, _ context: ServerContext) {}

        init() {}

        var contents: [SectionID: String] {
            isOpen.withLockedValue { isOpen in
                defer { isOpen = true }
                return [section: isOpen ? "open" : "closed"]
            }
        }

        /// What comes after that is far away.
        var timeUntilNewContents: Duration? { isOpen.withLockedValue { $0 ? nil : .milliseconds(1) } }

        func addRoutes(to routes: Routes) {}
    }

    /// A shop that is always open.
    private struct OpenShop: ServerModule {
        init(_: Void, _ context: ServerContext) {}

        init() {}

        let contents = [section: "open"]

        func prepareContents(from store: any StoreReader) throws -> Bool {
            try store.sectionContents()[section] == "paused"
        }

        func addRoutes(to routes: Routes) {}
    }

    private func withMonitor(
        of module: any ServerModule, _ body: (InMemoryStore, WakeUpSignal) async throws -> Void
    ) async throws {
        let (store, signal) = (InMemoryStore(), WakeUpSignal())
        let monitor = ContentMonitor(
            modules: [module], store: store, shop: .ofTests, days: ShopDays(of: .ofTests) { .now }, newContents: signal)
        let running = Task { await monitor.run() }
        defer { running.cancel() }
        try await body(store, signal)
    }

    private func noted(_ store: InMemoryStore) async throws -> String? {
        try await store.read { try $0.sectionContents()[ContentMonitorTests.section] }
    }

    @Test func whatChangesWhileItIsNotedIsNotedNext() async throws {
        try await withMonitor(of: OpeningShop()) { store, _ in
            try await wait { try await noted(store) == "open" }
        }
    }

    /// A pause of the shop is noted by the request that asks for it. Its end may come before the monitor has looked.
    @Test func whatAnotherOneNotedIsReplacedByWhatIsTrueNow() async throws {
        try await withMonitor(of: OpenShop()) { store, signal in
            try await wait { try await noted(store) == "open" }
            try await store.transaction { try $0.note("paused", of: ContentMonitorTests.section) }
            signal.signal()
            try await wait { try await noted(store) == "open" }
        }
    }
}
