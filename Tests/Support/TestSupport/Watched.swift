import Foundation
import NIOConcurrencyHelpers
import Platform
import Testing

/// A value that changes on any thread, and whose changes tests can wait for.
public final class Watched<Value: Sendable>: Sendable {
    private struct Waiting: Sendable {
        let isMeant: @Sendable (Value) -> Bool
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State: Sendable {
        var value: Value
        var waiting: [Int: Waiting] = [:]
        var waits = 0
    }

    private let state: NIOLockedValueBox<State>

    public init(_ value: Value) { state = NIOLockedValueBox(State(value: value)) }

    public var value: Value { state.withLockedValue { $0.value } }

    /// Changes the value and resumes the waits that it now fulfils. Returns the result of `body`.
    @discardableResult
    public func change<Outcome: Sendable>(_ body: (inout Value) -> Outcome) -> Outcome {
        let (outcome, ready) = state.withLockedValue { state in
            let outcome = body(&state.value)
            // Call each condition only once: what it reads may change between two calls.
            let ready = state.waiting.filter { $0.value.isMeant(state.value) }
            for number in ready.keys { state.waiting[number] = nil }
            return (outcome, ready)
        }
        for waiting in ready.values { waiting.continuation.resume(returning: true) }
        return outcome
    }

    /// Returns once `isMeant` returns `true` for the value. If `limit` expires or the task is cancelled first, records
    /// an issue that contains the value.
    public func wait(
        atMost limit: Duration = .seconds(60), _ location: SourceLocation = #_sourceLocation,
        until isMeant: @escaping @Sendable (Value) -> Bool
    ) async {
        let number = state.withLockedValue { state in
            state.waits += 1
            return state.waits
        }
        let timer = OneShotTimer(after: limit) { self.giveUp(number) }
        let isSeen = await withTaskCancellationHandler {
            await withCheckedContinuation { begin(Waiting(isMeant: isMeant, continuation: $0), number) }
        } onCancel: {
            giveUp(number)
        }
        timer.cancel()
        if !isSeen { Issue.record("waited in vain; it is \(value)", sourceLocation: location) }
    }

    private func begin(_ waiting: Waiting, _ number: Int) {
        let isSeen = state.withLockedValue { state in
            let isSeen = waiting.isMeant(state.value)
            if !isSeen { state.waiting[number] = waiting }
            return isSeen
        }
        if isSeen || Task.isCancelled, let waiting = isSeen ? waiting : take(number) {
            waiting.continuation.resume(returning: isSeen)
        }
    }

    private func take(_ number: Int) -> Waiting? {
        state.withLockedValue { $0.waiting.removeValue(forKey: number) }
    }

    private func giveUp(_ number: Int) { take(number)?.continuation.resume(returning: false) }
}

/// A list of events in order.
public typealias Record<Element: Sendable> = Watched<[Element]>

extension Watched {
    /// Creates an empty record.
    public convenience init<Element>() where Value == [Element] { self.init([]) }

    public func append<Element>(_ element: Element) where Value == [Element] { change { $0.append(element) } }

    public func wait<Element>(count: Int, _ location: SourceLocation = #_sourceLocation) async
    where Value == [Element] {
        await wait(location) { $0.count >= count }
    }

    public var all: Value { value }
}

extension Watched where Value: Collection {
    public var count: Int { value.count }
}

/// Polls until `fact` returns `true`, for state that reports no changes. Records an issue if `limit` expires first.
public func wait(
    atMost limit: Duration = .seconds(60), _ location: SourceLocation = #_sourceLocation,
    untilFact fact: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + limit
    while try await !fact() {
        guard ContinuousClock.now < deadline else {
            Issue.record("waited in vain", sourceLocation: location)
            return
        }
        try await OneShotTimer.sleep(for: .milliseconds(5))
    }
}

/// Runs the blocking `work` on a new thread and returns its result, so that the threads shared by tasks stay free.
public func onOwnThread<Outcome: Sendable>(
    _ work: @escaping @Sendable () throws -> Outcome
) async throws -> Outcome {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: work)) }
    }
}
