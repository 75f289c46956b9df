/// A thread's connection, made when it is needed, and again after it was lost.
final class PooledConnection {
    private let open: @Sendable () throws -> PostgreSQLConnection
    private let attempts: Int
    private var connection: PostgreSQLConnection?

    /// `attempts` is how often work is run where other transactions get in its way.
    init(attempts: Int, open: @escaping @Sendable () throws -> PostgreSQLConnection) {
        (self.attempts, self.open) = (attempts, open)
    }

    /// Returns what `work` returns. It is run again where another transaction got in its way, and once more where a
    /// connection that was idle turns out to be lost: neither can have kept anything.
    func perform<Value>(_ work: (PostgreSQLConnection) throws -> Value) throws -> Value {
        var mayBeStale = connection != nil
        for _ in 1..<attempts {
            do {
                return try work(present())
            } catch let error as PostgreSQLError where error.isConflict {
                continue
            } catch PostgreSQLError.lost where mayBeStale {
                (mayBeStale, connection) = (false, nil)
            }
        }
        return try work(present())
    }

    /// Whether there is one that is not known to be lost.
    var isOpen: Bool { connection.map { !$0.isLost } ?? false }

    private func present() throws -> PostgreSQLConnection {
        if let connection, isOpen { return connection }
        connection = nil
        let opened = try open()
        connection = opened
        return opened
    }
}
