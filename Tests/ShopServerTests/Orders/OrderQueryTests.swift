import Domain
import Foundation
import Storage
import TerminalText
import TestSupport
import Testing

@testable import ShopServer

/// The conditions in the query of `GET /orders`.
@Suite struct OrderQueryTests {
    /// 2027-01-15T08:00:00Z, in the middle of the day in every zone from -8 to +15 hours.
    private static let noon = Date(timeIntervalSince1970: 1_800_000_000)

    /// Runs `body` with a shop of four orders on four days, the last of them today. The second is ready.
    private func withOrders(_ body: @escaping @Sendable (OrderingShop) async throws -> Void) async throws {
        let now = OrderQueryTests.noon
        try await withOrderingShop(configure: { $0.clock = { now } }) { shop in
            try await shop.store.transaction { transaction in
                for (days, who) in [(3, "지훈"), (2, "서연"), (1, "Anna"), (0, "김지훈")] {
                    let line = OrderLine(
                        item: OrderedItem(.menu, "H0002"), title: "시금치나물", quantity: 1, unitPrice: Won(3_900))
                    let new = NewOrder(
                        who: PlainText(who), lines: [line], day: .ofTests.adding(days: -days),
                        placedAt: now - Double(days) * 86_400, isAnnounced: false)
                    var order = try transaction.insert(new, change: 1)
                    guard who == "서연" else { continue }
                    for state in [OrderState.preparing, .ready] { try order.move(to: state, by: .keeper, at: now) }
                    try transaction.update(order, change: 2)
                }
            }
            try await body(shop)
        }
    }

    @Test func everyConditionNarrowsTheList() async throws {
        try await withOrders { shop in
            let queries: [(query: String, ids: [Int])] = [
                ("", [1, 2, 3, 4]), ("?since=2027-01-14", [3, 4]), ("?until=2027-01-13", [1, 2]),
                ("?since=2027-01-13&until=2027-01-14", [2, 3]), ("?since=today", [4]),
                ("?until=today&after=2", [3, 4]),
                ("?since=2027-01-14T08:00:01Z", [4]), ("?since=2027-01-14T17:00:01%2B09:00", [4]),
                ("?since=2027-01-14T17:00:01+09:00", [4]), ("?until=2027-01-13T08:00:00Z", [1]),
                ("?state=ready", [2]), ("?state=received&limit=2", [1, 3]), ("?q=%EC%A7%80%ED%9B%88", [1, 4]),
                ("?q=ANNA", [3]), ("?q=4", [4]), ("?q=%234", [4]), ("?q=%EC%A7%80&since=today", [4]),
                ("?since=&until=&state=&q=", [1, 2, 3, 4]), ("?q=%25", []),
            ]
            for (query, ids) in queries {
                let orders = try await shop.list(query).value([Order].self)
                #expect(orders.map(\.id) == ids, "\(query)")
            }
        }
    }

    @Test(arguments: [
        "?since=yesterday", "?since=2026-11-31", "?state=done", "?q=" + String(repeating: "a", count: 101),
    ])
    func whatIsNoConditionIsRefusedWithASentence(_ query: String) async throws {
        let reply = try await withOrderingShop { try await $0.list(query) }
        #expect(reply.status == 400)
        #expect(try reply.texts["error"]?.isEmpty == false)
    }
}
