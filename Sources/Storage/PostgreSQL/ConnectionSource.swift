import Domain
import NIOConcurrencyHelpers

/// Opens the connections of a store, to the one of its servers that can be written to.
///
/// After a failed attempt, further ones fail at once for a while, so that callers waiting for a database that hangs need
/// not each wait for their own timeout.
final class ConnectionSource: Sendable {
    private struct State {
        var failure: (error: PostgreSQLError, time: ContinuousClock.Instant)?
        /// The index of the server to which the last connection was opened.
        var server = 0
    }

    private let servers: [PostgreSQLAddress]
    private let password: Secret?
    private let limits: PostgreSQLLimits
    private let state = NIOLockedValueBox(State())

    /// The time that each of several servers has at least for a connection.
    private static let minConnecting = Duration.seconds(1)

    init(_ address: PostgreSQLAddress, password: Secret?, _ limits: PostgreSQLLimits) {
        (servers, self.password) = (address.servers, password)
        var own = limits
        own.connecting = min(
            limits.connecting, max(limits.connecting / servers.count, ConnectionSource.minConnecting))
        self.limits = own
    }

    /// Returns a connection to a database with this program's tables. Creates them if there are none, unless they
    /// `mustExist`.
    func open(mustExist: Bool = true) throws(PostgreSQLError) -> PostgreSQLConnection {
        if let failure = state.withLockedValue(\.failure), .now - failure.time < limits.reopening {
            throw failure.error
        }
        do {
            let connection = try connect { connection in
                try mustExist ? PostgreSQLSchema.check(connection) : PostgreSQLSchema.make(connection)
            }
            state.withLockedValue { $0.failure = nil }
            return connection
        } catch {
            let error = error as? PostgreSQLError ?? .unusable(.damaged)
            state.withLockedValue { $0.failure = (error, .now) }
            throw error
        }
    }

    /// Has the next caller try again, since the database is known to be in order.
    func forgetFailure() { state.withLockedValue { $0.failure = nil } }

    /// Whether a connection leads to the server to which the last one was opened. Another server may have taken over from
    /// one that still answers readers.
    func isCurrent(_ connection: PostgreSQLConnection) -> Bool {
        connection.server == state.withLockedValue(\.server)
    }

    /// Connects to the first server that answers and can be written to. Begins with the one that was used last: after a
    /// failover, nobody waits again for the one that is gone.
    private func connect(_ check: (PostgreSQLConnection) throws -> Void) throws -> PostgreSQLConnection {
        let last = state.withLockedValue(\.server)
        var isEachReadOnly = true
        for offset in servers.indices {
            let index = (last + offset) % servers.count
            do {
                let connection = try PostgreSQLConnection(to: servers[index], password: password, limits: limits)
                connection.server = index
                try check(connection)
                state.withLockedValue { $0.server = index }
                return connection
            } catch let error as PostgreSQLError where error.mayPassElsewhere {
                if error == .lost { isEachReadOnly = false }
            }
        }
        // While one of them is silent, a standby need not know yet that it has to take over.
        throw isEachReadOnly ? PostgreSQLError.unusable(.readOnlyServer) : .lost
    }
}
