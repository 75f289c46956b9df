import Foundation
import NIOConcurrencyHelpers
import SQLiteFile

/// What is wrong with the ledger's database at the moment, and who is told.
final class LiveCondition: Sendable {
    private struct State {
        var trouble: LedgerTrouble?
        var onChange: (@Sendable (LedgerTrouble?) -> Void)?
    }

    private let path: String
    private let state = NIOLockedValueBox(State())

    init(of path: String) { self.path = path }

    var trouble: LedgerTrouble? { state.withLockedValue(\.trouble) }

    /// On the ledger's thread.
    func change(to error: LedgerError?) {
        let trouble = error.map { error in
            LedgerTrouble(
                error, at: path, holder: error == .busy ? DatabaseUsers.writer(of: path) : nil,
                remains: error == .missing ? DatabaseUsers.ownDescriptor(of: path) : nil)
        }
        let onChange = state.withLockedValue { state in
            state.trouble = trouble
            return state.onChange
        }
        onChange?(trouble)
    }

    func watch(_ onChange: @escaping @Sendable (LedgerTrouble?) -> Void) {
        let trouble = state.withLockedValue { state in
            state.onChange = onChange
            return state.trouble
        }
        if let trouble { onChange(trouble) }
    }
}
