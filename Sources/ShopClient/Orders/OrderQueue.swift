import Domain
import Foundation
import NIOConcurrencyHelpers
import Platform
import ShopHTTP
import TerminalText

/// Places orders, and delivers later, once, what the server could not take at once.
///
/// An order is written to disk before it is sent and removed after the answer; its key makes every further sending the
/// same order. While nothing waits, nothing runs.
public final class OrderQueue: Sendable {
    private let client: OrderClient
    private let store: PendingOrderStore?
    private let guest: LastGuest?
    private let session: TerminalSession
    private let backoff: RetryBackoff
    private let state = NIOLockedValueBox(OrderQueueState())

    /// Orders under way at once; a guest has one.
    private static let mostUnderWay = 8

    /// Without a `store` an order that cannot be delivered at once is not kept. `session` names the terminal.
    public init(
        client: OrderClient, store: PendingOrderStore? = nil, guest: LastGuest? = nil,
        session: TerminalSession = TerminalSession(directory: nil),
        backoff: RetryBackoff = .delivery
    ) {
        self.client = client
        self.store = store
        self.guest = guest
        self.session = session
        self.backoff = backoff
    }

    /// What whoever ordered last on this device is called; empty where nobody did. Reads a small file.
    public var lastGuest: PlainText { guest?.read() ?? "" }

    /// Places an order; the delegate of `run` hears how it went. Never waits.
    public func place(_ draft: OrderDraft) {
        let order = PendingOrder(draft: draft, session: session.id, confirmedAt: Date())
        let isTaken = change { state in
            guard state.placed.count + state.underWay.count < OrderQueue.mostUnderWay else { return false }
            state.placed.append(order)
            return true
        }
        if !isTaken { tell(order, .notKept(.interrupted), isLate: false) }
    }

    /// Takes an order back that waits on this device, unless the shop may have it already; forgets one that was refused. Says whether it is gone. Removes
    /// a small file.
    public func takeBack(_ key: UUID) -> Bool {
        guard let order = change({ $0.takeBack(key) }) else { return false }
        order.place == .refused ? store?.forgetRefused(order) : store?.remove(order)
        return true
    }

    /// The server is there again: what waits is not left waiting. Never waits.
    public func deliverNow() { change { $0.serverIsThere() } }

    /// Places and delivers orders until its task is cancelled, first those that a run before left. What is not done by
    /// then stays on disk. One at a time: a second call returns at once.
    public func run(telling delegate: any OrderQueueDelegate) async {
        let (wakeUps, wakeUp) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let (left, refused) = (store?.orders() ?? [], store?.refusedOrders() ?? [])
        let isFirst = change { state in
            guard state.wakeUp == nil else { return false }
            state.wakeUp = wakeUp
            state.delegate = delegate
            (state.waiting, state.refused) = (left, refused)
            return true
        }
        guard isFirst else { return }
        await withDiscardingTaskGroup { group in
            for await _ in wakeUps {
                for step in change({ $0.takeSteps() }) { group.addTask { await self.perform(step) } }
            }
            group.cancelAll()
        }
        // A guest may confirm and leave in one breath.
        for order in change({ $0.close() }) { _ = store?.keep(order, durably: true) }
    }

    @discardableResult
    private func change<Value: Sendable>(_ body: (inout OrderQueueState) -> Value) -> Value {
        state.withLockedValue { state in
            let before = state.here
            let value = body(&state)
            // Under the lock: the latest that is told is what waits.
            let here = state.here
            if here != before { state.delegate?.orderQueue(self, didChangeWaitingTo: here) }
            if state.hasSteps { state.wakeUp?.yield() }
            return value
        }
    }

    private func tell(_ order: PendingOrder, _ outcome: OrderOutcome, isLate: Bool) {
        let delegate = state.withLockedValue { $0.delegate }
        delegate?.orderQueue(self, didComplete: OrderReport(draft: order.draft, outcome: outcome, isLate: isLate))
    }
}

// What a running queue does, each step a child task of `run`.
extension OrderQueue {
    private func perform(_ step: OrderQueueState.Step) async {
        switch step {
        case .send(let order): await send(order)
        case .deliver(let order): await deliver(order)
        case .backOff(let number, let attempt, let atLeast, let cancellation):
            await cancellation.run {
                if let atLeast { guard (try? await OneShotTimer.sleep(for: atLeast)) != nil else { return } }
                try? await self.backoff.wait(attempt)
            }
            if !Task.isCancelled { change { $0.endBackOff(number) } }
        }
    }

    /// An order's first way: the guest waits for the answer.
    private func send(_ order: PendingOrder) async {
        let isOnDisk = store?.keep(order, durably: false) ?? false
        guest?.write(order.draft.who)
        let result = await client.place(order)
        // Cancelled from outside, nobody knows: the next run sends it again.
        guard !Task.isCancelled else { return }
        change { $0.endSending(order) }
        switch result {
        case .made(let placed):
            store?.remove(order)
            change { $0.serverIsThere() }
            tell(order, .stored(placed), isLate: false)
        case .refused(let status, let body):
            store?.remove(order)
            tell(order, .refused(OrderRefusal(status, body, order)), isLate: false)
        case .later(let status, let pause): keep(order, isOnDisk, because: .status(status), atLeast: pause)
        case .unanswered(let failure): keep(order, isOnDisk, because: failure, atLeast: nil)
        }
    }

    private func keep(_ order: PendingOrder, _ isOnDisk: Bool, because failure: FetchFailure, atLeast: Duration?) {
        guard isOnDisk else { return tell(order, .notKept(failure), isLate: false) }
        let order = order.with(mayHaveArrived: failure != .unreachable)
        _ = store?.keep(order, durably: true)
        change { $0.keep(order, atLeast: atLeast) }
        tell(order, .kept(failure), isLate: false)
    }

    /// A further way of an order that waited.
    private func deliver(_ order: PendingOrder) async {
        if !order.mayHaveArrived { _ = store?.keep(order.with(mayHaveArrived: true), durably: false) }
        let result = await client.place(order)
        guard !Task.isCancelled else { return }
        switch result {
        case .made(let placed):
            store?.remove(order)
            change { $0.endDelivery(of: order, isDone: true, atLeast: nil) }
            tell(order, .stored(placed), isLate: true)
        case .refused(let status, let body):
            store?.setAside(order)
            change { state in
                state.endDelivery(of: order, isDone: true, atLeast: nil)
                state.refuse(order)
            }
            tell(order, .refused(OrderRefusal(status, body, order)), isLate: true)
        case .later(_, let pause):
            change { $0.endDelivery(of: order.with(mayHaveArrived: true), isDone: false, atLeast: pause) }
        case .unanswered(let failure):
            let order = order.with(mayHaveArrived: order.mayHaveArrived || failure != .unreachable)
            if !order.mayHaveArrived { _ = store?.keep(order, durably: false) }
            change { $0.endDelivery(of: order, isDone: false, atLeast: nil) }
        }
    }
}

extension OrderRefusal {
    fileprivate init(_ status: Int, _ body: Data, _ order: PendingOrder) {
        self.init(status: status, body: body, lines: order.draft.lines.count)
    }
}

extension RetryBackoff {
    /// About 2, 4, 8 ... and then always 256 seconds: whoever notices that the server is back ends the pause anyway.
    public static let delivery = RetryBackoff(length: { attempt in .seconds(1 << min(max(1, attempt), 8)) })
}
