import Domain
import Foundation
import Logging
import NIOConcurrencyHelpers
import Storage
import TerminalText
import TestSupport
import Testing

@testable import ShopServer

/// Phone number, address and notes of an order are its guest's and the keeper's, and are erased by the server when the
/// shop's days are over.
@Suite struct GuestDataTests {
    private static let texts = ["010-1234-5678", "서울시 반찬로 1", "문 앞에 놓아 주세요", "덜 맵게 해 주세요"]

    private static func order() -> OrderRequest {
        var order = OrderingShop.order(quantity: 2)
        order.lines[0].note = PlainText(texts[3])
        order.handover.note = PlainText(texts[2])
        return order
    }

    private func mentions(_ data: Data) -> Bool {
        GuestDataTests.texts.contains { data.range(of: Data($0.utf8)) != nil }
    }

    @Test func theyAreErasedAfterTheDaysThatTheShopSays() async throws {
        let now = NIOLockedValueBox(Date(timeIntervalSince1970: 1_800_000_000))
        try await withOrderingShop(configure: { $0.clock = { now.withLockedValue(\.self) } }) { shop in
            let session = UUID()
            let placing = UUID()
            let order: Order = try await shop.place(GuestDataTests.order(), by: session, key: placing).value()
            let open: Order = try await shop.place(GuestDataTests.order(), by: session).value()
            let moving = UUID()
            let moved = try await shop.move(order.id, to: .preparing, seen: .received, key: moving)
            #expect(mentions(moved.body))
            for (seen, state) in [(OrderState.preparing, OrderState.ready), (.ready, .handedOver)] {
                _ = try await shop.move(order.id, to: state, seen: seen)
            }
            #expect(mentions(try await shop.mine(session).body))
            // What a request is answered with is stored without them.
            let stored = try await shop.store.read { try $0.record(ofAnswerTo: moving) }
            #expect(!mentions(Data(try #require(stored).utf8)))
            #expect(try await shop.move(order.id, to: .preparing, seen: .received, key: moving).body == moved.body)

            now.withLockedValue { $0 += 3 * 86_400 }
            try shop.write(#"{"keep_guest_data_days": 3}"#, to: ShopFile.name)
            try await wait { try await ask(shop.url, "shop").value(ShopProfile.self).keepGuestDataDays == 3 }
            #expect(try await shop.kept.map(\.hasPersonalData) == [true, true])
            try shop.write(#"{"keep_guest_data_days": 2}"#, to: ShopFile.name)
            try await wait { try await shop.kept.map(\.hasPersonalData) == [false, true] }
            let mine = try await shop.mine(session).value(OrderList.self).orders
            #expect(mine.map(\.hasPersonalData) == [true, false])
            #expect(mine[0] == open)
            #expect(!mentions(try await shop.board(.handedOver).orders.map { try JSONEncoder().encode($0) }[0]))
            // Whoever repeats a request gets the order without them.
            for again in [
                try await shop.place(GuestDataTests.order(), by: session, key: placing),
                try await shop.move(order.id, to: .preparing, seen: .received, key: moving),
            ] {
                #expect(again.status == 200)
                #expect(try again.value(Order.self).id == order.id)
                #expect(!mentions(again.body))
            }
        }
    }

    @Test func aServerErasesAtItsStartWhatBecameOldMeanwhile() async throws {
        try await withOrderingShop { shop in
            let order: Order = try await shop.place(GuestDataTests.order(), by: UUID()).value()
            _ = try await shop.move(order.id, to: .cancelled, seen: .received, reason: "없어요")
            let later = Date.now.addingTimeInterval(32 * 86_400)
            let server = try shop.anotherServer { $0.clock = { later } }
            _ = try await server.url
            try await wait { try await shop.kept.map(\.hasPersonalData) == [false] }
            let log = shop.directory.appending(component: "shop.sqlite-wal")
            try await wait { try !mentions(Data(contentsOf: log)) }
            try await server.stop()
        }
    }

    /// A server that was killed after erasing left what it erased in the log of the database.
    @Test func aServerEmptiesAtItsStartTheLogThatAnEarlierOneLeft() async throws {
        try await withOrderingShop { shop in
            let order: Order = try await shop.place(GuestDataTests.order(), by: UUID()).value()
            _ = try await shop.move(order.id, to: .cancelled, seen: .received, reason: "없어요")
            let calendar = ShopProfile().calendar
            let tomorrow = try #require(calendar.day(of: .now)).adding(days: 1)
            #expect(try await shop.store.eraseGuestData(finishedBefore: tomorrow, in: calendar) == 1)
            let log = shop.directory.appending(component: "shop.sqlite-wal")
            #expect(try mentions(Data(contentsOf: log)))
            let server = try shop.anotherServer()
            _ = try await server.url
            try await wait { try !mentions(Data(contentsOf: log)) }
            try await server.stop()
        }
    }

    @Test func nobodyElseIsToldOfThem() async throws {
        let lines = NIOLockedValueBox<[String]>([])
        try await withOrderingShop(configure: { configuration in
            configuration.logger = Logger(label: "test") { _ in RecordingHandler(lines: lines) }
            configuration.onRequest = { line in lines.withLockedValue { $0.append(line) } }
        }) { shop in
            let order: Order = try await shop.place(GuestDataTests.order(), by: UUID()).value()
            _ = try await shop.place(Data(#"{"phone": "010-1234-5678", "who": ""}"#.utf8), key: UUID().uuidString)
            _ = try await shop.move(order.id, to: .cancelled, seen: .received, reason: "없어요")
            for reply in [
                try await shop.mine(UUID()), try await shop.keep("metrics"), try await ask(shop.url, "metrics"),
                try await ask(shop.url, "orders/\(order.id)", fields: ["Banchan-Session": UUID().uuidString]),
                try await ask(shop.url, "orders/\(order.id)"), try await ask(shop.url, "shop"),
            ] {
                #expect(!mentions(reply.body))
            }
            #expect(try await shop.keep("orders/\(order.id)")["Cache-Control"] == "no-store")
        }
        #expect(!lines.withLockedValue(\.self).isEmpty)
        #expect(!mentions(Data(lines.withLockedValue { $0.joined(separator: "\n") }.utf8)))
    }
}

extension StoreReader {
    fileprivate func record(ofAnswerTo key: UUID) throws -> String? {
        guard case .answer(let text) = try self.key(key)?.outcome else { return nil }
        return text
    }
}

extension OrderingShop {
    fileprivate func place(_ order: OrderRequest, by session: UUID, key: UUID = UUID()) async throws -> Reply {
        let fields = ["Idempotency-Key": key.uuidString, "Banchan-Session": session.uuidString]
        return try await ask(url, "orders", method: "POST", fields: fields, body: JSONEncoder().encode(order))
    }
}
