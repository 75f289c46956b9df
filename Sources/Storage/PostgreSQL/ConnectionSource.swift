import Domain
import NIOConcurrencyHelpers

/// Makes the connections of a store. After an attempt that failed, the next ones fail at once for a while: whoever waits
/// for a database that hangs is told so before everybody has tried.
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

    /// A connection to a database whose layout is the present one: older ones are brought up to date. Where there is none,
    /// it is made, unless it `mustExist`.
    func open(mustExist: Bool = true) throws(PostgreSQLError) -> PostgreSQLConnection {
        if let failure = failure.withLockedValue(\.self), .now - failure.time < limits.reopening { throw failure.error }
        do {
            let connection = try PostgreSQLConnection(to: address, password: password, limits: limits)
            try mustExist ? PostgreSQLSchema.check(connection) : PostgreSQLSchema.migrate(connection)
            failure.withLockedValue { $0 = nil }
            return connection
        } catch {
            let error = error as? PostgreSQLError ?? .unusable(.damaged)
            failure.withLockedValue { $0 = Failure(error: error, time: .now) }
            throw error
        }
    }
}
