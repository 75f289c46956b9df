import Foundation
import NIOConcurrencyHelpers

/// Everybody here who wants to know when sections change, and a connection that hears of what other servers change.
///
/// It is made with the first watch, and again, with growing pauses, where it is lost. Whatever was changed meanwhile is
/// told then: everybody is told once after each.
final class ChangeListener: Sendable {
    private struct State {
        var watchers: [UUID: @Sendable () -> Void] = [:]
        var isStarted = false
        var isClosed = false
    }

    /// Tells all servers, once the transaction is committed.
    static let notify = "NOTIFY banchan_changes"
    private static let listen = "LISTEN banchan_changes"

    private let limits: PostgreSQLLimits
    /// The server's number of the connection whose changes are told here without it.
    private let ownProcess: @Sendable () -> Int32?
    private let open: @Sendable () throws -> PostgreSQLConnection
    private let state = NIOLockedValueBox(State())
    private let end = WakeUpPipe()

    init(
        _ limits: PostgreSQLLimits, ignoring ownProcess: @escaping @Sendable () -> Int32?,
        open: @escaping @Sendable () throws -> PostgreSQLConnection
    ) {
        (self.limits, self.ownProcess, self.open) = (limits, ownProcess, open)
    }

    func watch(_ onChange: @escaping @Sendable () -> Void) -> any ChangeWatch {
        let id = UUID()
        let isFirst = state.withLockedValue { state in
            state.watchers[id] = onChange
            defer { state.isStarted = true }
            return !state.isStarted && !state.isClosed
        }
        if isFirst { start() }
        return RegisteredWatch { [state] in state.withLockedValue { $0.watchers[id] = nil } }
    }

    func tellEverybody() {
        for onChange in state.withLockedValue({ Array($0.watchers.values) }) { onChange() }
    }

    /// Ends the thread and its connection, soon.
    func close() {
        state.withLockedValue { $0.isClosed = true }
        end.wake()
    }

    private func start() {
        let thread = Thread { [self] in run() }
        thread.name = "changes"
        thread.start()
    }

    private func run() {
        var pause = limits.reconnect.lowerBound
        while !state.withLockedValue(\.isClosed) {
            if let connection = try? open(), (try? connection.run(ChangeListener.listen)) != nil {
                pause = limits.reconnect.lowerBound
                tellEverybody()
                try? hear(connection)
            }
            _ = SocketWait.first(of: [end.awaited], until: .now + pause)
            pause = min(pause * 2, limits.reconnect.upperBound)
        }
    }

    /// Tells of changes until the connection is lost or the listener closed.
    private func hear(_ connection: PostgreSQLConnection) throws {
        var last = try lastChange(connection)
        while true {
            // Those that came with the answer to a question are here already.
            let senders = try connection.notifications()
            if senders.contains(where: { $0 != ownProcess() }) { tellEverybody() }
            switch SocketWait.first(of: [(connection.socket, POLLIN), end.awaited], until: .now + limits.changePoll) {
            case 0: break
            case nil:
                // Nothing was heard: where something changed all the same, or the connection is dead, that shows now.
                let now = try lastChange(connection)
                if now != last { tellEverybody() }
                last = now
            default: return
            }
        }
    }

    private func lastChange(_ connection: PostgreSQLConnection) throws -> Int? {
        try connection.rows("SELECT number FROM changes", []).first?.integer("number")
    }
}
