import NIOConcurrencyHelpers

/// A value that somebody will give once, and that any number may wait for.
final class Promise<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiting: [CheckedContinuation<Value, Never>] = []
    }

    private let state = NIOLockedValueBox(State())

    /// Gives the value; only the first one counts.
    func fulfil(_ value: Value) {
        let waiting = state.withLockedValue { state in
            guard state.value == nil else { return [CheckedContinuation<Value, Never>]() }
            state.value = value
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: value) }
    }

    var isFulfilled: Bool { state.withLockedValue { $0.value != nil } }

    /// The value, as soon as there is one. Cancelling does not end the wait: whoever gives the value must always do so.
    var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let value = state.withLockedValue { state in
                    if state.value == nil { state.waiting.append(continuation) }
                    return state.value
                }
                if let value { continuation.resume(returning: value) }
            }
        }
    }
}
