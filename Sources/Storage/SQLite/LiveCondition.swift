import Foundation
import NIOConcurrencyHelpers
import SQLiteFile

/// What is wrong with the database at the moment, and who is told.
final class LiveCondition: Sendable {
    private struct State {
        var trouble: StoreTrouble?
        var onChange: (@Sendable (StoreTrouble?) -> Void)?
    }

    private let path: String
    private let state = NIOLockedValueBox(State())

    init(of path: String) { self.path = path }

    var trouble: StoreTrouble? { state.withLockedValue(\.trouble) }

    /// On the store's thread.
    func change(to error: StoreError?) {
        let trouble = error.map { error in
            StoreTrouble(
                error, at: path, holder: error == .busy ? DatabaseUsers.writer(of: path) : nil,
                remains: error == .missing ? DatabaseUsers.ownDescriptor(of: path) : nil)
        }
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
