import NIOConcurrencyHelpers
import Testing

/// Limits how many of the tests that open sessions, servers or terminals run at the same time, across all suites.
///
/// A busy session of FoundationNetworking blocks threads of libdispatch's shared pool. Dozens of sessions at once
/// exhaust the pool and deadlock; the program itself has only one session.
///
/// Each test has its own time limit, which starts with its turn. A `timeLimit` trait would also count the wait for the
/// turn.
public struct TakingTurns: SuiteTrait, TestTrait, TestScoping {
    fileprivate static let usual = Turns(count: 5)
    fileprivate static let long = Turns(count: 3)
    private static let limit = Duration.seconds(LongForm.count(300, long: 86_400))
    fileprivate let turns: Turns

    public var isRecursive: Bool { true }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        await turns.take()
        defer { turns.giveBack() }
        try await withoutActuallyEscaping(function) { function in
            try await withThrowingTaskGroup { group in
                group.addTask { try await function() }
                group.addTask {
                    try await Task.sleep(for: TakingTurns.limit)
                    Issue.record("It takes longer than \(TakingTurns.limit).")
                }
                try await group.next()
                group.cancelAll()
            }
        }
    }
}

extension Trait where Self == TakingTurns {
    /// Waits for a turn among all tests with this trait.
    public static var takingTurns: TakingTurns { TakingTurns(turns: TakingTurns.usual) }

    /// Waits for a turn among tests that are slow by nature, such as those that wait for timeouts, so that they do not
    /// hold up the others.
    public static var takingLongTurns: TakingTurns { TakingTurns(turns: TakingTurns.long) }
}

/// A counting semaphore that serves waiters in order of arrival.
private final class Turns: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: NIOLockedValueBox<State>

    init(count: Int) { state = NIOLockedValueBox(State(free: count)) }

    func take() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLockedValue { state in
                guard state.free == 0 else {
                    state.free -= 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    func giveBack() {
        let next = state.withLockedValue { state -> CheckedContinuation<Void, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}
