import Domain
import Foundation
import ShopHTTP
import TerminalText
import TestPeers
import TestSupport
import Testing

@testable import ShopClient

/// Orders sent over a real connection to a scripted server.
@Suite struct OrderQueueTests {
    let directory = TemporaryDirectory()
    let backoff = ManualBackoff()
    let reports = OrderReports()
    let session = TerminalSession(directory: nil)

    func queue(
        at port: UInt16, limits: HTTPLimits = WriteSender.limits, keeps: Bool = true, backoff: ManualBackoff? = nil
    ) throws -> OrderQueue {
        let address = try ShopAddress("http://127.0.0.1:\(port)")
        return OrderQueue(
            client: .http(client: HTTPClient(), address: { address }, limits: limits),
            store: keeps ? PendingOrderStore(directory: directory.url.path) : nil, session: session,
            backoff: (backoff ?? self.backoff).backoff
        )
    }

    /// Runs `queue` while `body` runs.
    func running(_ queue: OrderQueue, _ body: () async throws -> Void) async rethrows {
        let run = Task { [reports] in await queue.run { reports.append($0) } }
        try await body()
        run.cancel()
        await run.value
    }

    @Test func anOrderIsSentOnceWithItsKeyAndLeavesNothingBehind() async throws {
        let server = try OrderTaker { peer, order, _ in peer.store(order) }
        defer { server.stop() }
        let draft = draft()
        let queue = try queue(at: server.port)
        await running(queue) { [reports] in
            queue.place(draft)
            await reports.reports.wait(count: 1)
        }
        let received = try #require(server.orders.all.first)
        #expect(server.orders.count == 1)
        #expect(server.heads.first?.hasPrefix("POST /orders HTTP/1.1\r\n") == true)
        #expect(received.key == draft.key.uuidString.lowercased())
        #expect(received.session == session.id.uuidString.lowercased())
        #expect(
            try JSONDecoder().decode(OrderRequest.self, from: received.body)
                == OrderRequest(
                    who: "홍길동",
                    lines: [
                        OrderRequest.Line(
                            item: OrderedItem(.menu, "H1"), title: "반찬", quantity: 2, unitPrice: Won(9_900))
                    ], deliveryFee: Won(0)))
        guard case .stored(let placed?) = reports.outcomes.first else {
            Issue.record("not stored: \(reports.outcomes)")
            return
        }
        #expect(placed.total == Won(19_800))
        #expect(!reports.reports.all[0].isLate)
        #expect(directory.files.isEmpty)
        #expect(reports.waiting.all.isEmpty)
        #expect(backoff.begun.count == 0)
    }

    /// Orders are withdrawn concurrently; the last report must describe the final state.
    @Test func whatWaitsIsToldInTheOrderInWhichItChanges() async throws {
        let store = PendingOrderStore(directory: directory.url.path)
        let orders = (0..<60).map { _ in PendingOrder(draft: draft(), session: session.id, confirmedAt: Date()) }
        #expect(orders.allSatisfy { store.keep($0.with(mayHaveArrived: false), durably: false) })
        let queue = try queue(at: 1)
        await running(queue) { [reports, backoff] in
            await backoff.begun.wait(count: 1)
            await withDiscardingTaskGroup { group in
                for order in orders { group.addTask { #expect(queue.withdraw(order.draft.key)) } }
            }
            await reports.places.wait { $0.last?.isEmpty == true }
            let told = reports.places.all.suffix(61).map(\.count)
            #expect(told == told.sorted(by: >))
            #expect(told.last == 0)
        }
    }

    /// Each report makes its receiver change the queue, which reports that in turn.
    @Test(.timeLimit(.minutes(5))) func whoHearsOfAnEventMayCallTheQueue() async throws {
        let store = PendingOrderStore(directory: directory.url.path)
        for _ in 0..<20 { store.setAside(PendingOrder(draft: draft(), session: session.id, confirmedAt: Date())) }
        let (queue, counts) = (try queue(at: 1), Record<Int>())
        let run = Task {
            await queue.run { event in
                guard case .waitingChanged(let refused) = event else { return }
                queue.deliverNow()
                if let last = refused.last { _ = queue.withdraw(last.id) }
                counts.append(refused.count)
            }
        }
        await counts.wait { $0.last == 0 }
        #expect(counts.all == (0...20).reversed())
        run.cancel()
        await run.value
    }

    @Test func theOrderIsOnDiskBeforeItIsSent() async throws {
        let seen = Record<[String]>()
        let server = try OrderTaker { [directory] peer, order, _ in
            seen.append(directory.files)
            peer.store(order)
        }
        defer { server.stop() }
        let queue = try queue(at: server.port)
        let draft = draft()
        await running(queue) { [reports] in
            queue.place(draft)
            await reports.reports.wait(count: 1)
        }
        #expect(seen.all == [["\(draft.key.uuidString.lowercased()).json"]])
    }

    @Test func withoutAServerTheOrderIsKeptAndDeliveredOnceWhenItIsBack() async throws {
        let draft = draft()
        let gone = try OrderTaker { _, _, _ in }
        let port = gone.port
        gone.stop()
        let queue = try queue(at: port)
        try await running(queue) { [reports, backoff, directory] in
            queue.place(draft)
            await reports.reports.wait(count: 1)
            #expect(reports.outcomes == [.kept(.unreachable)])
            #expect(reports.waiting.all == [1])
            #expect(directory.files.count == 1)
            await backoff.end(1)
            await backoff.begun.wait(count: 2)
            let server = try OrderTaker(port: port) { peer, order, _ in peer.store(order) }
            queue.deliverNow()
            await reports.reports.wait(count: 2)
            #expect(server.orders.all.map(\.key) == [draft.key.uuidString.lowercased()])
            #expect(reports.reports.all[1].isLate)
            #expect(reports.waiting.all == [1, 0])
            #expect(directory.files.isEmpty)
            server.stop()
        }
        #expect(backoff.begun.all == [1, 2])
    }

    @Test func whatNeverReachedTheServerCanBeTakenBack() async throws {
        let (draft, other) = (draft(), draft())
        let gone = try OrderTaker { _, _, _ in }
        let port = gone.port
        gone.stop()
        let queue = try queue(at: port)
        await running(queue) { [reports, directory] in
            queue.place(draft)
            await reports.reports.wait(count: 1)
            #expect(!queue.withdraw(other.key))
            #expect(queue.withdraw(draft.key))
            #expect(directory.files.isEmpty)
            await reports.waiting.wait(count: 2)
            #expect(reports.waiting.all == [1, 0])
            #expect(!queue.withdraw(draft.key))
        }
    }

    /// Two windows, or two visits of one guest by ssh, have the same orders.
    @Test func whatIsTakenBackInOneProgramIsNotSentByAnother() async throws {
        let (withdrawn, sent) = (draft(), draft())
        let store = PendingOrderStore(directory: directory.url.path)
        for (number, draft) in [withdrawn, sent].enumerated() {
            let order = PendingOrder(
                draft: draft, session: session.id, confirmedAt: Date(timeIntervalSince1970: Double(number)),
                mayHaveArrived: false)
            #expect(store.keep(order, durably: false))
        }
        let gone = try OrderTaker { _, _, _ in }
        let port = gone.port
        gone.stop()
        let (others, otherBackoff) = (OrderReports(), ManualBackoff())
        let (first, second) = (try queue(at: port), try queue(at: port, backoff: otherBackoff))
        try await running(first) { [backoff, reports] in
            // Both have read the orders, and neither has reached the shop. One tries after the other: who tries while
            // another does so does not know what becomes of that.
            await backoff.begun.wait(count: 1)
            let run = Task { await second.run { others.append($0) } }
            await otherBackoff.begun.wait(count: 1)
            #expect(first.withdraw(withdrawn.key))
            let server = try OrderTaker(port: port) { peer, order, _ in peer.store(order) }
            second.deliverNow()
            await others.reports.wait(count: 1)
            #expect(server.orders.all.map(\.key) == [sent.key.uuidString.lowercased()])
            #expect(!first.withdraw(sent.key), "the shop has it")
            first.deliverNow()
            await reports.places.wait { $0.last?.isEmpty == true }
            #expect(server.orders.count == 1)
            server.stop()
            run.cancel()
            await run.value
        }
    }

    @Test func whatWasTakenBackWhileAnotherProgramHadReadItIsNotSent() async throws {
        let order = PendingOrder(draft: draft(), session: session.id, confirmedAt: Date(), mayHaveArrived: false)
        let store = PendingOrderStore(directory: directory.url.path)
        #expect(store.keep(order, durably: false))
        #expect(store.claim(order)?.mayHaveArrived == false)
        #expect(!store.withdraw(order), "it is being sent")
        #expect(store.claim(order)?.mayHaveArrived == true, "as the other program left it")
        #expect(store.keep(order, durably: false))
        #expect(store.withdraw(order))
        #expect(store.claim(order) == nil)
        #expect(directory.files.isEmpty)
    }

    @Test func whatTheServerMayHaveCannotBeTakenBack() async throws {
        let server = try OrderTaker { peer, _, _ in peer.resetOnClose() }
        defer { server.stop() }
        let draft = draft()
        let queue = try queue(at: server.port)
        await running(queue) { [reports, directory] in
            queue.place(draft)
            await reports.reports.wait(count: 1)
            #expect(!queue.withdraw(draft.key))
            #expect(directory.files.count == 1)
        }
        let kept = PendingOrderStore(directory: directory.url.path).orders()
        #expect(kept.map(\.mayHaveArrived) == [true])
    }

    @Test func anAnswerThatWasLostIsAskedForAgainWithTheSameKeyAndBody() async throws {
        let server = try OrderTaker { peer, order, number in
            // The order is stored but the answer is lost, for as many attempts as follow immediately; a later attempt
            // gets the same answer.
            if number <= 2 { peer.resetOnClose() } else { peer.store(order, status: "200 OK") }
        }
        defer { server.stop() }
        let queue = try queue(at: server.port)
        await placeAndRetryOnce(queue)
        #expect(server.orders.count == 3)
        #expect(Set(server.orders.all).count == 1)
        #expect(directory.files.isEmpty)
    }

    @Test func aConnectionThatIsClosedWithoutAnAnswerIsNotNoticed() async throws {
        let server = try OrderTaker { peer, order, number in
            if number > 1 { return peer.store(order) }
            peer.resetOnClose()
        }
        defer { server.stop() }
        let queue = try queue(at: server.port)
        await running(queue) { [reports] in
            queue.place(draft())
            await reports.reports.wait(count: 1)
        }
        guard case .stored = reports.outcomes.first else {
            Issue.record("not stored: \(reports.outcomes)")
            return
        }
        #expect(Set(server.orders.all).count == 1)
        #expect(reports.waiting.all.isEmpty)
        #expect(backoff.begun.count == 0)
    }

    @Test func aServerThatIsBusyOrNotWellIsTriedAgainWithGrowingPauses() async throws {
        let server = try OrderTaker { peer, order, number in
            let statuses = ["503 Oops", "429 Slow", "500 Oops", "200 OK"]
            if number <= statuses.count { peer.answer(statuses[number - 1]) } else { peer.store(order) }
        }
        defer { server.stop() }
        let queue = try queue(at: server.port)
        await running(queue) { [reports, backoff] in
            queue.place(draft())
            for attempt in 1...4 { await backoff.end(attempt) }
            await reports.reports.wait(count: 2)
        }
        #expect(reports.outcomes.first == .kept(.status(503)))
        #expect(backoff.begun.all == [1, 2, 3, 4])
        #expect(Set(server.orders.all).count == 1)
    }

    @Test func aServerThatHangsIsNotWaitedForLong() async throws {
        let server = try OrderTaker { peer, _, _ in peer.stayOpen() }
        defer { server.stop() }
        let queue = try queue(at: server.port, limits: HTTPLimits(deadline: .milliseconds(100)))
        await running(queue) { [reports] in
            queue.place(draft())
            await reports.reports.wait(count: 1)
        }
        #expect(reports.outcomes == [.kept(.timedOut)])
    }

    @Test func whatARunLeftBehindTheNextOneDelivers() async throws {
        let hanging = try OrderTaker { peer, _, _ in peer.stayOpen() }
        let draft = draft()
        let first = try queue(at: hanging.port)
        await running(first) {
            first.place(draft)
            await hanging.orders.wait(count: 1)
        }
        hanging.stop()
        #expect(directory.files.count == 1)
        #expect(reports.outcomes.isEmpty)
        let server = try OrderTaker { peer, order, _ in peer.store(order) }
        defer { server.stop() }
        let second = try queue(at: server.port)
        await running(second) { [reports] in await reports.reports.wait(count: 1) }
        #expect(server.orders.all == hanging.orders.all)
        #expect(reports.reports.all[0].isLate)
        #expect(reports.reports.all[0].draft == draft)
        #expect(directory.files.isEmpty)
    }

    @Test func whoeverConfirmsAndLeavesInOneBreathHasOrdered() async throws {
        let server = try OrderTaker { peer, _, _ in peer.stayOpen() }
        defer { server.stop() }
        for number in 1...50 {
            let queue = try queue(at: server.port)
            await running(queue) { queue.place(draft(number)) }
        }
        #expect(directory.files.count == 50)
    }

    @Test func anOrderThatIsRefusedAtOnceIsNotKept() async throws {
        let server = try OrderTaker { peer, _, _ in
            let line = #"{"line": 0, "title": "반찬", "unit_price": 12000, "sold_out": false}"#
            peer.answer("409 Conflict", body: #"{"error": "the price has changed", "lines": [\#(line)]}"#)
        }
        defer { server.stop() }
        let queue = try queue(at: server.port)
        await running(queue) { [reports] in
            queue.place(draft())
            await reports.reports.wait(count: 1)
        }
        #expect(reports.outcomes == [.refused(OrderRefusal(status: 409, problems: [0: .price(Won(12_000))]))])
        #expect(directory.files.isEmpty)
        #expect(reports.waiting.all.isEmpty)
    }

    @Test func manyThatWaitAreDeliveredOneAfterTheOtherInTheirOrder() async throws {
        let drafts = (1...5).map { draft($0) }
        let closed = try OrderTaker { _, _, _ in }
        let port = closed.port
        closed.stop()
        let queue = try queue(at: port)
        try await running(queue) { [reports] in
            for (index, draft) in drafts.enumerated() {
                queue.place(draft)
                await reports.reports.wait(count: index + 1)
            }
            let server = try OrderTaker(port: port) { peer, order, number in peer.store(order, as: number) }
            queue.deliverNow()
            await reports.reports.wait(count: 10)
            #expect(server.orders.all.map(\.key) == drafts.map { $0.key.uuidString.lowercased() })
            server.stop()
        }
        #expect(reports.waiting.all == [1, 2, 3, 4, 5, 4, 3, 2, 1, 0])
    }

    @Test func whereNothingCanBeKeptThatIsSaid() async throws {
        let closed = try OrderTaker { _, _, _ in }
        closed.stop()
        let queue = try queue(at: closed.port, keeps: false)
        await running(queue) { [reports] in
            queue.place(draft())
            await reports.reports.wait(count: 1)
        }
        #expect(reports.outcomes == [.notSaved(.unreachable)])
        #expect(backoff.begun.count == 0)
    }

    /// Places an order, and ends the wait after the first attempt. Returns when both attempts are reported.
    func placeAndRetryOnce(_ queue: OrderQueue) async {
        await running(queue) { [reports, backoff] in
            queue.place(draft())
            await backoff.end(1)
            await reports.reports.wait(count: 2)
        }
    }
}
