import NIOConcurrencyHelpers

/// A value that is set once, and that any number of tasks can wait for.
final class Promise<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiting: [CheckedContinuation<Value, Never>] = []
    }

    private let state = NIOLockedValueBox(State())

    /// Sets the value and resumes the waiting tasks. Only the first call has an effect.
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

    /// Returns the value, waiting until it is set. Cancelling does not end the wait, so the value must always be set.
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
