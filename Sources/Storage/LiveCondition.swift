import NIOConcurrencyHelpers

/// The current problem of the database, and the callback that is told of changes.
final class LiveCondition: Sendable {
    private struct State {
        var trouble: StoreTrouble?
        var onChange: (@Sendable (StoreTrouble?) -> Void)?
    }

    private let state = NIOLockedValueBox(State())

    var trouble: StoreTrouble? { state.withLockedValue(\.trouble) }

    /// Must be called on the one thread of the store that finds problems.
    func change(to trouble: StoreTrouble?) {
        let onChange = state.withLockedValue { state in
            state.trouble = trouble
            return state.onChange
        }
        onChange?(trouble)
    }

    func watch(_ onChange: @escaping @Sendable (StoreTrouble?) -> Void) {
        let trouble = state.withLockedValue { state in
            state.onChange = onChange
            return state.trouble
        }
        if let trouble { onChange(trouble) }
    }
}
