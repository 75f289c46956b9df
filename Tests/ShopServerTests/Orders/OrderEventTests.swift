import Domain
import Foundation
import Storage
import TestSupport
import Testing

@Suite struct OrderEventTests {
    @Test func theKeeperIsToldOfTheBoardAndGuestsOnlyOfTheirOwnOrders() async throws {
        try await withOrderingShop { shop in
            try await shop.settled()
            let (session, other) = (UUID(), UUID())
            let keeper = try await EventProbe(to: shop.url, token: OrderingShop.token)
            let guest = try await EventProbe(to: shop.url, session: session)
            let stranger = try await EventProbe(to: shop.url, session: other)
            #expect(try await keeper.events(15).count == 15)
            _ = try await (guest.events(7), stranger.events(7))
            let (order, _) = try await shop.placed(session: session)
            try await keeper.passes(OrderState.received.board, version: 1)
            #expect(try await guest.events(8).last?.event.section == .myOrders)
            _ = try await shop.move(order.id, to: .preparing, seen: .received)
            try await keeper.passes(OrderState.preparing.board, version: 1)
            #expect(try await guest.events(9).last?.event.section == .myOrders)
            // Another session receives only the events of public sections.
            _ = try await shop.sell("banana")
            #expect(try await stranger.events(8).last?.event.section == .fruits)
            let sections = try await guest.events(10).map(\.event.section)
            #expect(!sections.contains { $0.path.hasPrefix("orders/board") })
        }
    }

    @Test func aWrongTokenHearsWhatGuestsHear() async throws {
        try await withOrderingShop { shop in
            try await shop.settled()
            let probe = try await EventProbe(to: shop.url, token: "wrong")
            _ = try await probe.events(6)
            _ = try await shop.placed()
            _ = try await shop.sell("banana")
            #expect(try await probe.events(7).last?.event.section == .fruits)
        }
    }

    /// The changes of an older database have lower numbers than those that a stream was told of.
    @Test func aTerminalIsToldOfItsOrdersWhenAnOlderDatabaseIsRestored() async throws {
        try await withOrderingShop { shop in
            try await shop.settled()
            let session = UUID()
            let guest = try await EventProbe(to: shop.url, session: session)
            _ = try await guest.events(7)
            _ = try await shop.placed(session: session)
            #expect(try await guest.events(8).last?.event.section == .myOrders)
            let older = shop.directory.appending(component: "older.sqlite").path
            try await SQLiteStore(at: older).close()
            #expect(rename(older, shop.directory.appending(component: "shop.sqlite").path) == 0)
            try await wait { try await ask(shop.url, "ready").status == 200 }
            // All public sections, and its own.
            #expect(try await guest.events(8 + 7).dropFirst(8).contains { $0.event.section == .myOrders })
        }
    }

    @Test func whatAnotherServerMovesIsToldHere() async throws {
        try await withOrderingShop { shop in
            try await shop.settled()
            let (order, session) = try await shop.placed()
            let guest = try await EventProbe(to: shop.url, session: session)
            _ = try await guest.events(7)
            try await shop.another { other in
                let reply = try await other.cancel(order.id, by: session)
                #expect(reply.status == 200)
                let event = try await guest.events(8).last?.event
                #expect(event?.section == .myOrders)
            }
        }
    }
}
