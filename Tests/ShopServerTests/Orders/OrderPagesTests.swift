import Domain
import Foundation
import ShopServer
import Storage
import TerminalText
import TestSupport
import Testing

/// The board and a terminal's list, with more orders than a page holds.
@Suite struct OrderPagesTests {
    /// Stores that many orders of `session`.
    private static func add(_ count: Int, of session: UUID, to shop: OrderingShop) async throws {
        try await shop.store.transaction { transaction in
            for _ in 0..<count {
                let line = OrderLine(
                    item: OrderedItem(.menu, "H0002"), title: "시금치나물", quantity: 1, unitPrice: Won(3_900))
                _ = try transaction.insert(
                    NewOrder(
                        who: "지훈", lines: [line], session: session, day: .ofTests, placedAt: .now, isAnnounced: false),
                    change: 1)
            }
        }
    }

    @Test func theNewestOf520OpenOrdersStandsFirstAndAllAreCounted() async throws {
        try await withOrderingShop { shop in
            try await OrderPagesTests.add(520, of: UUID(), to: shop)
            let first = try await shop.board(.received)
            #expect(first.count == 520)
            #expect(first.orders.map(\.id) == (321...520).reversed())
            #expect(try await shop.board(.preparing) == OrderList([], count: 0))
        }
    }

    @Test(arguments: [1, 7, 500]) func pagesHoldEachOrderOnce(_ length: Int) async throws {
        try await withOrderingShop { shop in
            let session = UUID()
            try await OrderPagesTests.add(20, of: session, to: shop)
            for path in [OrderState.received.board.path, "orders/mine"] {
                var (ids, before) = ([Int](), "")
                repeat {
                    let fields = [
                        "Authorization": "Bearer \(OrderingShop.token)", "Banchan-Session": session.uuidString,
                    ]
                    let page = try await ask(shop.url, "\(path)?limit=\(length)\(before)", fields: fields)
                        .value(OrderList.self)
                    #expect(page.count == 20)
                    ids += page.orders.map(\.id)
                    before = page.orders.last.map { "&before=\($0.id)" } ?? ""
                } while !before.isEmpty
                #expect(ids == (1...20).reversed(), "\(path)")
            }
        }
    }

    @Test(arguments: ["limit=0", "limit=501", "limit=x", "before=0", "before=x", "before=-1"])
    func whatIsNoPageIsRefused(_ query: String) async throws {
        try await withOrderingShop { shop in
            let reply = try await shop.keep("orders/board/received?\(query)")
            #expect(reply.status == 400)
        }
    }
}
