import Domain
import Foundation
import Storage
import TerminalText
import TestSupport
import Testing

@Suite struct OutboxTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let lease = Duration.seconds(30)
    private let pace = Duration.seconds(1)
    private let maxPause = Duration.seconds(3_600)

    @Test func onlyAnnouncedOrdersHaveAMessage() async throws {
        try await withOutbox(orders: 0) { store in
            try await store.place(.example(isAnnounced: false))
            #expect(try await claim(store, at: now) == .nothing)
            try await store.place(.example(who: "서연", isAnnounced: true))
            #expect(try await message(store, at: now).order?.who == "서연")
        }
    }

    @Test func aMessageIsHandedOutOnceAndForgottenWhenDelivered() async throws {
        try await withOutbox(orders: 1) { store in
            let message = try await message(store, at: now)
            #expect(message.attempts == 1)
            #expect(try await claim(store, at: now + 2) == .later(now + 30))
            try await store.record(message, .delivered)
            #expect(try await claim(store, at: now + 60) == .nothing)
        }
    }

    @Test func messagesGoOutInTheirOrderAndAtTheirPace() async throws {
        try await withOutbox(orders: 2) { store in
            let first = try await message(store, at: now)
            #expect(try await claim(store, at: now + 0.5) == .later(now + 1))
            let second = try await message(store, at: now + 1)
            #expect(first.id < second.id)
        }
    }

    @Test func aLeaseThatRanOutIsSomebodyElses() async throws {
        try await withOutbox(orders: 1) { store in
            let first = try await message(store, at: now)
            let second = try await message(store, at: now + 31)
            #expect(second.id == first.id)
            #expect(second.attempts == 2)
            // The first lease has expired, so its outcome is ignored, unless it says that the message was delivered.
            try await store.record(first, .failed(.status(400)))
            try await store.record(first, .retry(.aside(at: now + 1_000)))
            #expect(try await message(store, at: now + 62).attempts == 3)
            try await store.record(first, .delivered)
            #expect(try await claim(store, at: now + 100) == .nothing)
        }
    }

    /// The number of a message that was delivered may be given to the next one.
    @Test(arguments: TestedStore.allCases) func aLateOutcomeConcernsNoOtherOrder(_ tested: TestedStore) async throws {
        try await tested.withPlace { open in
            let store = try open()
            try await store.place(.example(isAnnounced: true))
            let first = try await message(store, at: now)
            try await store.record(first, .delivered)
            try await store.place(.example(isAnnounced: true))
            let second = try await message(store, at: now + 31)
            try await store.record(first, .delivered)
            #expect(try await store.read { try $0.message(second.id) }?.order?.id == 2)
        }
    }

    @Test func aMessageThatWaitsLetsOthersGo() async throws {
        try await withOutbox(orders: 2) { store in
            let first = try await message(store, at: now)
            try await store.record(first, .retry(.aside(at: now + 20)))
            let second = try await message(store, at: now + 1)
            #expect(second.id != first.id)
            try await store.record(second, .delivered)
            #expect(try await claim(store, at: now + 2) == .later(now + 20))
            #expect(try await message(store, at: now + 20).id == first.id)
        }
    }

    @Test func aPauseHoldsAllOfThem() async throws {
        try await withOutbox(orders: 2) { store in
            try await store.record(message(store, at: now), .retry(.holding(until: now + 20)))
            #expect(try await claim(store, at: now + 10) == .later(now + 20))
            #expect(try await message(store, at: now + 20).attempts == 2)
        }
    }

    @Test func ordersThatNobodyWasToldOfGetOneMessageEach() async throws {
        try await withOutbox(orders: 1) { store in
            for _ in 0..<1_203 { try await store.place() }
            try await store.transaction { transaction in
                let before = try #require(try transaction.order(7))
                var order = before
                try order.move(to: .cancelled, by: .guest, at: .now)
                try transaction.keep(order, changedFrom: before, on: before.day, at: .now)
            }
            for _ in 0..<2 { try await store.announceMissedOrders() }
            let messages = try await store.read { reader in try (1...2_000).compactMap { try reader.message($0) } }
            #expect(messages.map(\.order?.id) == (1...1_204).filter { $0 != 7 })
        }
    }

    @Test func whatFailedIsSentAgainWhenAsked() async throws {
        try await withOutbox(orders: 3) { store in
            for second in 0..<3 {
                try await store.record(message(store, at: now + Double(second)), .failed(.status(404)))
            }
            #expect(try await store.read { try $0.undeliveredOrders() }.map(\.order.id) == [1, 2, 3])
            #expect(try await store.transaction { try $0.resendFailed(orders: [3, 9]) } == [3])
            let again = try await message(store, at: now + 10)
            #expect((again.order?.id, again.attempts) == (3, 1))
            // What is being sent right now is left alone.
            #expect(try await store.transaction { try $0.resendFailed(orders: nil, at: now + 11) } == [1, 2])
            let held = try await store.read { try $0.undeliveredOrders(at: now) }
            #expect(held.map(\.isRefused) == [false, false, false])
            for second in 0..<2 {
                try await store.record(message(store, at: now + 12 + Double(second)), .delivered)
            }
            try await store.record(again, .delivered)
            #expect(try await store.read { try $0.outboxBacklog(at: now) } == nil)
        }
    }

    @Test func aMessageThatIsTriedOnItsOwnComesAfterAllOthersAndIsListedWithItsFailure() async throws {
        try await withOutbox(orders: 1) { store in
            try await store.record(message(store, at: now), .retry(.aside(at: now + 1)))
            for _ in 0..<2 { try await store.place(.example(at: now, isAnnounced: true)) }
            let ids = try await [message(store, at: now + 5), message(store, at: now + 6), message(store, at: now + 7)]
            #expect(ids.map(\.id) == [2, 3, 1])
            let held = try await store.read { try $0.undeliveredOrders(at: now) }
            #expect(held.map(\.failure) == [.status(500)])
            #expect(held.map(\.attempts) == [2])
            #expect(try await store.read { try $0.outboxBacklog(at: now) }?.waiting == 1)
            try await store.record(ids[2], .delivered)
            #expect(try await store.read { try $0.outboxBacklog(at: now) } == nil)
        }
    }

    @Test func whatWaitsForAMinuteIsHeldUpWhateverTheReason() async throws {
        try await withOutbox(orders: 0) { store in
            try await store.place(.example(at: now, isAnnounced: true))
            #expect(try await store.read { try $0.outboxBacklog(at: now + 59) } == nil)
            let expected = OutboxBacklog(waiting: 1, refused: 0, since: now)
            #expect(try await store.read { try $0.outboxBacklog(at: now + 61) } == expected)
            #expect(try await store.read { try $0.undeliveredOrders(at: now + 61) }.map(\.since) == [now])
        }
    }

    @Test(arguments: TestedStore.allCases) func anOrderCancelledBeforeAnybodyWasToldIsNotAnnounced(
        _ tested: TestedStore
    ) async throws {
        try await withOrders(in: tested) { store in
            try await cancel(1, in: store)
            // An attempt that certainly failed told nobody either.
            try await store.record(message(store, at: now), .retry(.aside(at: now + 1)))
            try await cancel(2, in: store)
            // Cancelled during an attempt that then certainly fails.
            let third = try await message(store, at: now + 1)
            #expect(third.order?.id == 3)
            try await cancel(3, in: store)
            try await store.record(third, .failed(.status(404)))
            #expect(try await claim(store, at: now + 100) == .nothing)
            #expect(try await store.read { try $0.outboxBacklog(at: now + 1_000) } == nil)
        }
    }

    @Test(arguments: TestedStore.allCases) func aCancellationFollowsAnOrderThatWasOrMayHaveBeenAnnounced(
        _ tested: TestedStore
    ) async throws {
        try await withOrders(in: tested) { store in
            try await store.record(message(store, at: now), .delivered)
            let interrupted = OutboxRetry(after: .timedOut, at: now + 1, isAside: true)
            try await store.record(message(store, at: now + 1), .retry(interrupted))
            // Cancelled on its way: the cancellation is sent only after that.
            let third = try await message(store, at: now + 2)
            for order in [1, 1, 2, 3] { try await cancel(order, in: store) }
            var told: [OutboxMessage] = []
            for second in 3..<5 { told.append(try await message(store, at: now + Double(second))) }
            #expect(try await claim(store, at: now + 5) == .later(third.leasedUntil))
            try await store.record(third, .delivered)
            told.append(try await message(store, at: now + 6))
            #expect(told.map(\.kind) == [.cancellation, .cancellation, .cancellation])
            #expect(told.compactMap(\.order?.id).sorted() == [1, 2, 3])
            for message in told { try await store.record(message, .delivered) }
            #expect(try await claim(store, at: now + 100) == .nothing)
        }
    }

    @Test(arguments: [true, false]) func aCancellationNeedsAnAnnouncedOrderAndAWebhook(_ isAnnounced: Bool) async throws
    {
        try await withOutbox(orders: 0) { store in
            try await store.place(.example(isAnnounced: isAnnounced))
            if isAnnounced { try await store.record(message(store, at: now), .delivered) }
            try await cancel(1, in: store, isAnnounced: !isAnnounced)
            #expect(try await claim(store, at: now + 100) == .nothing)
        }
    }

    @Test func whatFailedIsNotSentAgain() async throws {
        try await withOutbox(orders: 1) { store in
            try await store.record(message(store, at: now), .failed(.status(404)))
            #expect(try await claim(store, at: now + 10_000) == .nothing)
        }
    }

    @Test func aClockThatWasSetBackHoldsNothingForLong() async throws {
        try await withOutbox(orders: 1) { store in
            try await store.record(message(store, at: now), .retry(.holding(until: now + 20)))
            let yearsBefore = now - 100_000_000
            #expect(try await message(store, at: yearsBefore).attempts == 2)
        }
    }

    /// The pace of the message before is that of another clock, too.
    @Test(arguments: TestedStore.allCases) func aClockThatWasSetBackByHoursHoldsNothing(
        _ tested: TestedStore
    ) async throws {
        try await withOrders(in: tested) { store in
            try await store.record(message(store, at: now), .delivered)
            let second = try await message(store, at: now + 1)
            try await store.record(second, .retry(.holding(until: now + 3_600)))
            #expect(try await claim(store, at: now + 1) == .later(now + 3_600))
            #expect(try await message(store, at: now - 9 * 3_600).id == second.id)
        }
    }

    @Test(arguments: TestedStore.allCases) func twoProgramsNeverHoldOneMessage(_ tested: TestedStore) async throws {
        try await tested.withPlace { open in
            let stores = [try open(), try open()]
            for _ in 0..<20 { try await stores[0].place(.example(isAnnounced: true)) }
            let claims = try await withThrowingTaskGroup(of: OutboxClaim.self) { group in
                for store in stores {
                    for _ in 0..<20 {
                        group.addTask {
                            try await store.claimMessage(at: now, lease: lease, pace: .zero, maxPause: maxPause)
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let messages = claims.compactMap { if case .message(let message) = $0 { message.id } else { nil } }
            #expect(messages.count == 20)
            #expect(Set(messages).count == 20)
        }
    }

    /// What waits is sent with the order as it is then; only what may have been told needs a message more.
    @Test func aReductionIsAMessageOnlyIfTheOrderMayHaveBeenTold() async throws {
        try await withOutbox(orders: 1) { store in
            func reduce(isAnnounced: Bool = true) async throws {
                try await self.reduce(1, in: store, isAnnounced: isAnnounced)
            }
            try await reduce()
            let first = try await message(store, at: now)
            #expect(first.kind == .order)
            try await store.record(first, .delivered)
            try await reduce(isAnnounced: false)
            #expect(try await claim(store, at: now + 9) == .nothing)
            // Two that wait together are one.
            try await reduce()
            try await reduce()
            let second = try await message(store, at: now + 9)
            #expect(second.kind == .reduction)
            // While it is under way, another one is added.
            try await reduce()
            try await store.record(second, .delivered)
            let third = try await message(store, at: now + 18)
            #expect(third.kind == .reduction)
            try await cancel(1, in: store)
            try await store.record(third, .delivered)
            let last = try await message(store, at: now + 27)
            #expect(last.kind == .cancellation)
            try await store.record(last, .delivered)
            // A reduction that waits gives way to the cancellation.
            try await reduce()
            try await cancel(1, in: store)
            #expect(try await message(store, at: now + 36).kind == .cancellation)
        }
    }

    @Test(arguments: TestedStore.allCases) func aReducedOrderThatIsCancelledIsNotAnnouncedAfterwards(
        _ tested: TestedStore
    ) async throws {
        try await withOrders(in: tested) { store in
            // The first may have arrived; the second is under way, and surely does not arrive.
            let interrupted = OutboxRetry(after: .timedOut, at: now + 9, isAside: true)
            try await store.record(message(store, at: now), .retry(interrupted))
            let second = try await message(store, at: now + 1)
            for order in [1, 2] {
                try await reduce(order, in: store)
                try await cancel(order, in: store)
            }
            try await store.record(second, .retry(.aside(at: now + 2)))
            let left = try await messages(in: store)
            #expect(left.map(\.kind) == [.cancellation, .order])
            #expect(left.map(\.order?.id) == [1, 3])
        }
    }

    @Test func aCancellationDuringTheAttemptOfAReductionIsSentWhateverBecomesOfThat() async throws {
        try await withOutbox(orders: 1) { store in
            try await store.record(message(store, at: now), .delivered)
            try await reduce(1, in: store)
            let reduction = try await message(store, at: now + 1)
            try await cancel(1, in: store)
            try await store.record(reduction, .failed(.status(404)))
            #expect(try await messages(in: store).map(\.kind) == [.cancellation])
            #expect(try await message(store, at: now + 2).kind == .cancellation)
        }
    }

    @Test func anOrderThatSurelyDidNotArriveNeedsNoReduction() async throws {
        try await withOutbox(orders: 1) { store in
            let first = try await message(store, at: now)
            try await reduce(1, in: store)
            #expect(try await messages(in: store).map(\.kind) == [.order, .reduction])
            try await store.record(first, .retry(.aside(at: now + 1)))
            #expect(try await messages(in: store).map(\.kind) == [.order])
        }
    }

    private func messages(in store: any Store) async throws -> [OutboxMessage] {
        try await store.read { reader in try (1...10).compactMap { try reader.message($0) } }
    }

    private func reduce(_ order: Int, in store: any Store, isAnnounced: Bool = true) async throws {
        try await store.transaction { transaction in
            let reduced = try #require(try transaction.order(order))
            try transaction.announceReduction(of: reduced, isAnnounced: isAnnounced, at: now)
        }
    }

    /// Runs `body` on a store with three announced orders.
    private func withOrders(in tested: TestedStore, _ body: (any Store) async throws -> Void) async throws {
        try await tested.withPlace { open in
            let store = try open()
            for _ in 0..<3 { try await store.place(.example(at: now, isAnnounced: true)) }
            try await body(store)
        }
    }

    private func cancel(_ order: Int, in store: any Store, isAnnounced: Bool = true) async throws {
        try await store.transaction { transaction in
            let before = try #require(try transaction.order(order))
            var order = before
            if order.state != .cancelled {
                try order.move(to: .cancelled, by: .guest, at: now)
                try transaction.keep(order, changedFrom: before, on: before.day, at: now)
            }
            try transaction.announceCancellation(of: order, isAnnounced: isAnnounced, at: now)
        }
    }

    private func withOutbox(orders: Int, _ body: (any Store) async throws -> Void) async throws {
        let store = InMemoryStore()
        for _ in 0..<orders { try await store.place(.example(at: now, isAnnounced: true)) }
        try await body(store)
    }

    private func claim(_ store: any Store, at date: Date) async throws -> OutboxClaim {
        try await store.claimMessage(at: date, lease: lease, pace: pace, maxPause: maxPause)
    }

    private func message(_ store: any Store, at date: Date) async throws -> OutboxMessage {
        let claim = try await claim(store, at: date)
        guard case .message(let message) = claim else { throw UnexpectedClaim(claim: claim) }
        return message
    }

    struct UnexpectedClaim: Error { let claim: OutboxClaim }
}

extension OutboxRetry {
    fileprivate static func aside(at time: Date) -> OutboxRetry {
        OutboxRetry(after: .status(500), at: time, isAside: true)
    }

    fileprivate static func holding(until time: Date) -> OutboxRetry {
        OutboxRetry(after: .status(503), at: time, othersAt: time, isAside: false)
    }
}
