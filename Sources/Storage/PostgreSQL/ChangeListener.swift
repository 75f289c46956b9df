import Foundation
import NIOConcurrencyHelpers
import Platform

/// The watchers of section changes in this process, and a connection that listens for changes by other servers.
///
/// The connection is opened for the first watch, and reopened with exponential back-off if it is lost. All watchers are
/// notified after each reconnect, since changes may have been missed meanwhile. A pooler passes on no notifications, so
/// behind one the number of the last change is polled more often.
final class ChangeListener: Sendable {
    private struct State {
        var watchers: [UUID: @Sendable () -> Void] = [:]
        var isStarted = false
        var isClosed = false
    }

    /// Notifies all servers when the transaction commits.
    static let notify = "NOTIFY banchan_changes"
    private static let listen = "LISTEN banchan_changes"

    private let limits: PostgreSQLLimits
    /// The backend process ID of the connection whose changes are announced in this process directly.
    private let ownProcess: @Sendable () -> Int32?
    private let source: ConnectionSource
    private let state = NIOLockedValueBox(State())
    private let end = WakeUpPipe()

    init(
        to source: ConnectionSource, _ limits: PostgreSQLLimits, ignoring ownProcess: @escaping @Sendable () -> Int32?
    ) {
        (self.source, self.limits, self.ownProcess) = (source, limits, ownProcess)
    }

    func watch(_ onChange: @escaping @Sendable () -> Void) -> any ChangeWatch {
        let id = UUID()
        let isFirst = state.withLockedValue { state in
            state.watchers[id] = onChange
            defer { state.isStarted = true }
            return !state.isStarted && !state.isClosed
        }
        if isFirst { Thread.start("changes") { [self] in run() } }
        return RegisteredWatch { [state] in state.withLockedValue { $0.watchers[id] = nil } }
    }

    func notifyAll() {
        for onChange in state.withLockedValue({ Array($0.watchers.values) }) { onChange() }
    }

    /// Ends the thread and its connection asynchronously.
    func close() {
        state.withLockedValue { $0.isClosed = true }
        end.wake()
    }

    private func run() {
        var pause = limits.reconnect.lowerBound
        while !state.withLockedValue(\.isClosed) {
            if let connection = try? source.open(), let last = try? listen(connection) {
                pause = limits.reconnect.lowerBound
                notifyAll()
                try? hear(connection, since: last)
            }
            _ = SocketWait.first(of: [end.awaited], until: .now + pause)
            pause = min(pause * 2, limits.reconnect.upperBound)
        }
    }

    /// Begins to listen, and returns the number of the last change so far. What watchers read after that is no older, so a
    /// change that they did not see has a higher number.
    private func listen(_ connection: PostgreSQLConnection) throws -> Int {
        try connection.run(ChangeListener.listen)
        return try lastChange(connection)
    }

    /// Notifies watchers of changes after number `last` until the connection is lost, another server has taken over, or
    /// the listener was closed.
    private func hear(_ connection: PostgreSQLConnection, since last: Int) throws {
        let interval = try connection.isPooled() ? limits.pooledPoll : limits.changePoll
        var last = last
        while source.isCurrent(connection) {
            // Notifications that arrived with the answer to a query are already buffered.
            let senders = try connection.notifications()
            if senders.contains(where: { $0 != ownProcess() }) { notifyAll() }
            switch SocketWait.first(of: [(connection.socket, POLLIN), end.awaited], until: .now + interval) {
            case 0: break
            case nil:
                // Polls after a timeout, which finds a missed change or a dead connection.
                let now = try lastChange(connection)
                if now != last { notifyAll() }
                last = now
            default: return
            }
        }
    }

    /// Returns the number of the last change, 0 before the first one. Throws if the server only reads: what is read of it
    /// may be outdated.
    private func lastChange(_ connection: PostgreSQLConnection) throws -> Int {
        let found = try connection.rows(
            """
            SELECT COALESCE(MAX(number), 0) AS number, \(PostgreSQLSchema.onlyReads) AS only_reads
            FROM banchan.sections
            """
        ).first
        guard let found, try found.integer("only_reads") == 0 else { throw PostgreSQLError.unusable(.readOnlyServer) }
        return try found.integer("number")
    }
}
