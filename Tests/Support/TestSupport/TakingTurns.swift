import NIOConcurrencyHelpers
import Testing

/// Lets only a few of the tests that open sessions, servers or terminals run at the same time, whatever suite they are
/// in.
///
/// Each session of FoundationNetworking keeps threads of libdispatch's one pool waiting while it is busy. Dozens of
/// them at once take the whole pool, and then none can go on; the program itself has one.
///
/// Each has a limit of its own, which begins with its turn: a `timeLimit` would count the wait as well.
public struct TakingTurns: SuiteTrait, TestTrait, TestScoping {
    fileprivate static let usual = Turns(count: 5)
    fileprivate static let long = Turns(count: 3)
    private static let limit = Duration.seconds(300)
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
    /// Waits for its turn among all tests that have this trait.
    public static var takingTurns: TakingTurns { TakingTurns(turns: TakingTurns.usual) }

    /// The same for what takes long by itself, such as waiting for limits: the others go on beside it.
    public static var takingLongTurns: TakingTurns { TakingTurns(turns: TakingTurns.long) }
}

/// As many turns as there are, given in the order in which they were asked for.
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
