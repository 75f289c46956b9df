import Platform

typealias ConnectionThreads = WorkerThreads<PooledConnection>

extension ConnectionThreads {
    /// Creates at most `count` threads, each with a connection of that source.
    convenience init(name: String, count: Int, _ limits: PostgreSQLLimits, of source: ConnectionSource) {
        self.init(
            name: name, count: count, maxWaiting: limits.waiting,
            makeContext: { PooledConnection(of: source, attempts: limits.attempts) }, isReady: { $0.isOpen })
    }
}

/// A thread's connection, opened when it is needed, and reopened after it was lost or another server has taken over.
final class PooledConnection {
    private let source: ConnectionSource
    private let attempts: Int
    private var connection: PostgreSQLConnection?

    /// `attempts` is the maximum number of times that work is run if it conflicts with other transactions.
    init(of source: ConnectionSource, attempts: Int) { (self.source, self.attempts) = (source, attempts) }

    /// Returns what `work` returns. Runs it again after a conflict with another transaction, and once more if a
    /// connection that was idle turns out to be lost, or to lead to a server that only reads now: in no case can
    /// anything have been committed.
    func perform<Value>(_ work: (PostgreSQLConnection) throws -> Value) throws -> Value {
        var mayBeStale = connection != nil
        for _ in 1..<attempts {
            do {
                return try work(present())
            } catch let error as PostgreSQLError where error.isConflict {
                continue
            } catch let error as PostgreSQLError where mayBeStale && error.mayPassElsewhere {
                (mayBeStale, connection) = (false, nil)
            }
        }
        return try work(present())
    }

    /// Whether there is a connection to the present server that is not known to be lost.
    var isOpen: Bool { connection.map { !$0.isLost && source.isCurrent($0) } ?? false }

    private func present() throws -> PostgreSQLConnection {
        if let connection, isOpen { return connection }
        connection = nil
        let opened = try source.open()
        connection = opened
        return opened
    }
}
