import Domain
import NIOConcurrencyHelpers

/// Opens the connections of a store. After a failed attempt, further ones fail at once for a while, so that callers
/// waiting for a database that hangs need not each wait for their own timeout.
final class ConnectionSource: Sendable {
    private struct Failure {
        let error: PostgreSQLError
        let time: ContinuousClock.Instant
    }

    private let address: PostgreSQLAddress
    private let password: Secret?
    private let limits: PostgreSQLLimits
    private let failure = NIOLockedValueBox<Failure?>(nil)

    init(_ address: PostgreSQLAddress, password: Secret?, _ limits: PostgreSQLLimits) {
        (self.address, self.password, self.limits) = (address, password, limits)
    }

    /// Returns a connection to a database with this program's tables. Creates them if there are none, unless they
    /// `mustExist`.
    func open(mustExist: Bool = true) throws(PostgreSQLError) -> PostgreSQLConnection {
        if let failure = failure.withLockedValue(\.self), .now - failure.time < limits.reopening { throw failure.error }
        do {
            let connection = try PostgreSQLConnection(to: address, password: password, limits: limits)
            try mustExist ? PostgreSQLSchema.check(connection) : PostgreSQLSchema.make(connection)
            failure.withLockedValue { $0 = nil }
            return connection
        } catch {
            let error = error as? PostgreSQLError ?? .unusable(.damaged)
            failure.withLockedValue { $0 = Failure(error: error, time: .now) }
            throw error
        }
    }
}
