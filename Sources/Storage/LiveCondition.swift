import NIOConcurrencyHelpers

/// What is wrong with the database at the moment, and who is told.
final class LiveCondition: Sendable {
    private struct State {
        var trouble: StoreTrouble?
        var onChange: (@Sendable (StoreTrouble?) -> Void)?
    }

    private let state = NIOLockedValueBox(State())

    var trouble: StoreTrouble? { state.withLockedValue(\.trouble) }

    /// On the one thread of the store that finds out.
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
