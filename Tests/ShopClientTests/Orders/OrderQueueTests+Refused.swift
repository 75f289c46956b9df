import Domain
import Foundation
import ShopHTTP
import TerminalText
import TestPeers
import TestSupport
import Testing

@testable import ShopClient

// Orders that waited and that the shop does not accept.
extension OrderQueueTests {
    @Test func aKeptOrderThatIsRefusedIsToldAndMovedAside() async throws {
        let server = try OrderTaker { peer, _, number in
            peer.answer(number == 1 ? "503 Oops" : "404 Not Found")
        }
        defer { server.stop() }
        let queue = try queue(at: server.port)
        await placeAndRetryOnce(queue)
        #expect(reports.outcomes.last == .refused(OrderRefusal(status: 404)))
        #expect(reports.reports.all[1].isLate)
        #expect(directory.files == ["refused"])
        #expect(reports.waiting.all == [1, 0])
        #expect(reports.places.all.first == [.sending])
        #expect(reports.places.all.last == [.refused])
    }

    /// Another dish has the hash by the time that the order is delivered.
    @Test func aKeptOrderOfWhatIsSomethingElseByNowIsRefusedAndNamed() async throws {
        let server = try OrderTaker { peer, _, number in
            let line = #"{"line": 0, "title": "잡채", "unit_price": 9900, "sold_out": false}"#
            if number == 1 {
                peer.answer("503 Oops")
            } else {
                peer.answer("409 Conflict", body: #"{"error": "x", "lines": [\#(line)]}"#)
            }
        }
        defer { server.stop() }
        let queue = try queue(at: server.port)
        await placeAndRetryOnce(queue)
        #expect(reports.outcomes.last == .refused(OrderRefusal(status: 409, problems: [0: .title("잡채")])))
        #expect(reports.places.all.last == [.refused])
    }

    /// As an earlier version of the program kept an order of one dish.
    @Test func aKeptOrderOfAnotherFormatIsToldMovedAsideAndNotSent() async throws {
        let server = try OrderTaker { peer, order, _ in peer.store(order) }
        defer { server.stop() }
        let key = "5e0c2f0b-6a0e-4f2a-9a53-0a4b6e4b6a11"
        let kept = """
            {"draft": {"key": "\(key.uppercased())", "title": "반찬",
             "request": {"detail_hash": "H1", "quantity": 2, "unit_price": 9900, "who": "홍길동"}},
             "session": "5E0C2F0B-6A0E-4F2A-9A53-0A4B6E4B6A12", "confirmedAt": 0, "mayHaveArrived": false}
            """
        try FileManager.default.createDirectory(at: directory.url, withIntermediateDirectories: true)
        try Data(kept.utf8).write(to: directory.url.appending(path: "\(key).json"))
        let queue = try queue(at: server.port)
        await running(queue) { [reports] in await reports.setAside.wait(count: 1) }
        let moved = directory.url.appending(path: "unreadable/\(key).json")
        #expect(reports.setAside.all == [[moved.path]])
        #expect(try Data(contentsOf: moved) == Data(kept.utf8))
        #expect(server.orders.count == 0)
        // It is told once.
        await running(try self.queue(at: server.port)) { [reports] in
            queue.deliverNow()
            #expect(reports.setAside.count == 1)
        }
    }

    @Test func aRefusedOrderIsSeenUntilItsGuestRemovesIt() async throws {
        let order = PendingOrder(draft: draft(), session: session.id, confirmedAt: .now)
        let store = PendingOrderStore(directory: directory.url.path)
        _ = store.keep(order, durably: false)
        store.setAside(order)
        let gone = try OrderTaker { _, _, _ in }
        gone.stop()
        let queue = try queue(at: gone.port)
        await running(queue) { [reports] in
            await reports.places.wait(count: 1)
            #expect(reports.places.all == [[.refused]])
            #expect(queue.withdraw(order.id))
            await reports.places.wait { $0.last == [] }
        }
        #expect(store.refusedOrders().isEmpty)
    }
}
