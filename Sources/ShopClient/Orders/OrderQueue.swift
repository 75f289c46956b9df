import Domain
import Foundation
import NIOConcurrencyHelpers
import Platform
import TerminalText

/// Places orders, and delivers later, exactly once, those that the server could not accept at once.
///
/// An order is written to disk before it is sent and removed after the answer; its idempotency key makes repeated
/// sending have one effect. While nothing waits, nothing runs.
public final class OrderQueue: Sendable {
    private let client: OrderClient
    private let store: PendingOrderStore?
    private let guest: LastGuestStore?
    private let session: TerminalSession
    private let backoff: RetryBackoff
    private let state = NIOLockedValueBox(OrderQueueState())
    private let steps = StepRunner()

    /// The maximum number of orders under way at once; a guest has one.
    private static let maxInFlight = 8

    /// Creates a queue. Without a `store`, an order that cannot be delivered at once is lost. `session` identifies the
    /// terminal.
    public init(
        client: OrderClient, store: PendingOrderStore? = nil, guest: LastGuestStore? = nil,
        session: TerminalSession = TerminalSession(directory: nil),
        backoff: RetryBackoff = .delivery
    ) {
        self.client = client
        self.store = store
        self.guest = guest
        self.session = session
        self.backoff = backoff
    }

    /// The name of the guest who ordered last on this device; empty if there is none. Reads a small file.
    public var lastGuest: PlainText { guest?.read() ?? "" }

    /// Returns how the guest who ordered last on this device got the order. Reads a small file.
    public func lastHandover() -> RememberedHandover? { guest?.readHandover() }

    /// Remembers how the guest who orders gets the order, for the next one. Writes a small file.
    public func remember(_ handover: RememberedHandover) { guest?.write(handover) }

    /// Places an order; `run` reports the result. Does not block.
    public func place(_ draft: OrderDraft) {
        let order = PendingOrder(draft: draft, session: session.id, confirmedAt: Date())
        let isTaken = change { state in
            guard state.placed.count + state.underWay.count < OrderQueue.maxInFlight else { return false }
            state.placed.append(order)
            return true
        }
        if !isTaken { report(order, .notSaved(.interrupted), isLate: false) }
    }

    /// Withdraws an order that waits on this device, unless the shop may have it already, or forgets one that was
    /// refused. Returns whether it is gone. Removes a small file.
    public func withdraw(_ key: UUID) -> Bool {
        guard let order = state.withLockedValue({ $0.withdrawable(key) }) else { return false }
        if order.state == .refused {
            store?.forgetRefused(order)
        } else if store?.withdraw(order) == false {
            return false
        }
        change { $0.remove(key) }
        return true
    }

    /// Forgets the orders that wait on this device or were refused, the name of the guest and how the guest got an
    /// order, if they were stored before that time. An order that is just being delivered stays.
    func forget(storedBefore time: Date) {
        for order in change({ $0.forget(confirmedBefore: time) }) {
            order.state == .refused ? store?.forgetRefused(order) : store?.remove(order)
        }
        store?.forgetUnreadable(storedBefore: time)
        guest?.forget(storedBefore: time)
    }

    /// Reports that the server is reachable again, which ends the back-off of waiting orders. Does not block.
    public func deliverNow() { change { $0.serverBecameReachable() } }

    /// Places and delivers orders until its task is cancelled, first those left by an earlier run. What is not done by
    /// then stays on disk. Only one call runs at a time: a second one returns at once.
    ///
    /// `tell` is called with one event after the other, in their order, in a task of its own. It may call the queue.
    public func run(_ tell: @escaping @Sendable (OrderEvent) -> Void) async {
        let (events, event) = AsyncStream.makeStream(of: OrderEvent.self)
        await withDiscardingTaskGroup { group in
            group.addTask { for await event in events { tell(event) } }
            await steps.run {
                open(event)
            } steps: {
                change { $0.nextSteps() }
            } perform: {
                await self.perform($0)
            } end: {
                close()
            }
            event.finish()
        }
    }

    /// Adopts what an earlier run left on disk.
    private func open(_ event: AsyncStream<OrderEvent>.Continuation) {
        let unreadable = store?.setAsideUnreadable() ?? []
        let (left, refused) = (store?.orders() ?? [], store?.refusedOrders() ?? [])
        let keptSince = change { state in
            state.event = event
            (state.waiting, state.refused) = (left, refused)
            return state.keptSince
        }
        if let keptSince { forget(storedBefore: keptSince) }
        if !unreadable.isEmpty { event.yield(.setAside(unreadable)) }
    }

    /// Stores the orders that were not sent: a guest may confirm an order and quit at once.
    private func close() {
        for order in change({ $0.close() }) {
            session.keep()
            _ = store?.keep(order, durably: true)
        }
    }

    @discardableResult
    private func change<Value: Sendable>(_ body: (inout OrderQueueState) -> Value) -> Value {
        let (value, hasSteps) = state.withLockedValue { state in
            let before = state.here
            let value = body(&state)
            // Put into the stream under the lock, so that the last event has the current orders.
            if state.here != before { state.event?.yield(.waitingChanged(state.here)) }
            return (value, state.hasSteps)
        }
        if hasSteps { steps.wake() }
        return value
    }

    private func report(_ order: PendingOrder, _ outcome: OrderOutcome, isLate: Bool) {
        let event = state.withLockedValue { $0.event }
        event?.yield(.completed(OrderReport(draft: order.draft, outcome: outcome, isLate: isLate)))
    }
}

// The steps of a running queue, each a child task of `run`.
extension OrderQueue {
    private func perform(_ step: OrderQueueState.Step) async {
        switch step {
        case .send(let order): await send(order)
        case .deliver(let order): await deliver(order)
        case .backOff(let id, let attempt, let atLeast, let cancellation):
            await cancellation.run {
                if let atLeast { guard (try? await OneShotTimer.sleep(for: atLeast)) != nil else { return } }
                try? await self.backoff.wait(.reconnect(attempt: attempt))
            }
            if !Task.isCancelled { change { $0.endBackOff(id) } }
        }
    }

    /// Sends an order for the first time, while the guest waits for the answer.
    private func send(_ order: PendingOrder) async {
        session.keep()
        let isOnDisk = store?.keep(order, durably: false) ?? false
        guest?.write(order.draft.who)
        let result = await client.place(order)
        // If cancelled, the result is unknown: the next run sends it again.
        guard !Task.isCancelled else { return }
        change { $0.endSending(order) }
        switch result {
        case .made(let placed):
            store?.remove(order)
            change { $0.serverBecameReachable() }
            report(order, .stored(placed), isLate: false)
        case .refused(let status, let body):
            store?.remove(order)
            report(order, .refused(OrderRefusal(status, body, order)), isLate: false)
        case .later(let status, let pause): keep(order, isOnDisk, because: .status(status), atLeast: pause)
        case .unanswered(let failure): keep(order, isOnDisk, because: failure, atLeast: failure.delay)
        }
    }

    private func keep(_ order: PendingOrder, _ isOnDisk: Bool, because failure: FetchFailure, atLeast: Duration?) {
        guard isOnDisk, let store else { return report(order, .notSaved(failure), isLate: false) }
        let kept = store.kept(order.with(mayHaveArrived: failure.mayHaveArrived), durably: true)
        change { $0.keep(kept, atLeast: atLeast) }
        report(order, .kept(failure), isLate: false)
    }

    /// Tries to deliver an order that waited.
    private func deliver(_ waiting: PendingOrder) async {
        guard let store, let order = store.claim(waiting) else { return endOfOther(waiting) }
        let result = await client.place(order)
        guard !Task.isCancelled else { return }
        switch result {
        case .made(let placed):
            store.remove(order)
            change { $0.endDelivery(of: order, isDone: true, atLeast: nil) }
            report(order, .stored(placed), isLate: true)
        case .refused(let status, let body):
            store.setAside(order)
            change { state in
                state.endDelivery(of: order, isDone: true, atLeast: nil)
                state.refuse(order)
            }
            report(order, .refused(OrderRefusal(status, body, order)), isLate: true)
        case .later(_, let pause):
            change { $0.endDelivery(of: order.with(mayHaveArrived: true), isDone: false, atLeast: pause) }
        case .unanswered(let failure):
            let mayHaveArrived = order.mayHaveArrived || failure.mayHaveArrived
            let kept = mayHaveArrived ? order.with(mayHaveArrived: true) : store.kept(order, durably: false)
            change { $0.endDelivery(of: kept, isDone: false, atLeast: failure.delay) }
        }
    }

    /// Ends the waiting of an order that another program of this device has delivered, or its guest has withdrawn there.
    private func endOfOther(_ order: PendingOrder) {
        let isRefused = store?.isRefused(order) == true
        change { state in
            state.endDelivery(of: order, isDone: true, atLeast: nil)
            if isRefused { state.refuse(order) }
        }
    }
}

extension OrderRefusal {
    fileprivate init(_ status: Int, _ body: Data, _ order: PendingOrder) {
        self.init(status: status, body: body, of: order.draft.lines)
    }
}
