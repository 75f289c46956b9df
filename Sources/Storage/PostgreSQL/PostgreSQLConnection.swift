import CPostgreSQL
import Domain
import Glibc

/// A connection to a PostgreSQL server, used on one thread only. Every wait has a timeout. A connection that was lost
/// stays lost.
///
/// A pooler such as PgBouncer may stand in between and give each transaction another session of the server. So nothing
/// outlives a transaction: no statement has a name, and settings are made anew in each.
final class PostgreSQLConnection {
    private let library: postgresql_library
    private let handle: OpaquePointer
    private let answerTimeout: Duration
    let settings: TransactionSettings
    /// The number of statements sent since the last synchronization.
    private var unanswered = 0
    private(set) var isLost = false

    /// Connects. Without a `password`, libpq looks into `PGPASSWORD` and `.pgpass`.
    init(to address: PostgreSQLAddress, password: Secret?, limits: PostgreSQLLimits) throws(PostgreSQLError) {
        guard let library = postgresql_library()?.pointee else { throw .noLibrary }
        let options = ConnectionOptions(address, password: password, limits)
        guard let handle = options.start(library) else { throw .lost }
        (self.library, self.handle) = (library, handle)
        answerTimeout = limits.statement + limits.answerMargin
        settings = TransactionSettings(limits)
        // SQLSTATE codes are enough: full messages may contain confidential data.
        _ = library.PQsetErrorVerbosity(handle, postgresql_verbosity_state.rawValue)
        _ = library.PQsetNoticeProcessor(handle, { _, _ in }, nil)
        try connect(until: .now + limits.connecting)
        guard library.PQenterPipelineMode(handle) == 1 else { throw loss() }
    }

    deinit { library.PQfinish(handle) }

    private func connect(until deadline: ContinuousClock.Instant) throws(PostgreSQLError) {
        var wanted = POLLOUT
        while library.PQstatus(handle) != postgresql_connection_bad.rawValue {
            guard wait(for: wanted, until: deadline) else { throw .lost }
            switch library.PQconnectPoll(handle) {
            case postgresql_poll_ok.rawValue: return
            case postgresql_poll_reading.rawValue: wanted = POLLIN
            case postgresql_poll_writing.rawValue: wanted = POLLOUT
            default: throw refusalOfConnection
            }
        }
        throw refusalOfConnection
    }

    private var refusalOfConnection: PostgreSQLError {
        PostgreSQLError(connecting: String(cString: library.PQerrorMessage(handle)))
    }

    /// Runs a script of statements without parameters.
    func run(_ script: String) throws(PostgreSQLError) {
        _ = try answer()
        guard library.PQexitPipelineMode(handle) == 1, library.PQsendQuery(handle, script) == 1 else { throw loss() }
        let deadline = ContinuousClock.now + answerTimeout
        var refusal: PostgreSQLError?
        while let result = try nextResult(until: deadline) { refusal = refusal ?? result.refusal }
        guard refusal != .lost, library.PQenterPipelineMode(handle) == 1 else { throw loss() }
        if let refusal { throw refusal }
    }

    /// Runs one statement and returns its rows.
    func rows(_ sql: String, _ parameters: [(any SQLValue)?] = []) throws(PostgreSQLError) -> [PostgreSQLRow] {
        try send(sql, parameters)
        return try answer()?.rows ?? []
    }

    /// Queues one statement in the pipeline without waiting. Its errors are thrown by a later call of `answer()`.
    func send(_ sql: String, _ parameters: [(any SQLValue)?] = []) throws(PostgreSQLError) {
        let texts = SQLTexts(parameters)
        let isSent = library.PQsendQueryParams(
            handle, sql, Int32(parameters.count), nil, texts.pointers, nil, nil, 0)
        guard isSent == 1 else { throw loss() }
        unanswered += 1
    }

    /// Waits for the results of all statements that were sent. Returns that of the last one, or `nil` if there was
    /// none. The server skips the statements after one that it refused.
    @discardableResult
    func answer() throws(PostgreSQLError) -> PostgreSQLResult? {
        guard unanswered > 0 else { return nil }
        guard library.PQpipelineSync(handle) == 1 else { throw loss() }
        unanswered = 0
        let results = try resultsUntilSynchronized()
        guard let refused = results.firstIndex(where: { $0.refusal != nil }), let refusal = results[refused].refusal
        else { return results.last }
        if refusal == .lost { throw loss() }
        throw refused == results.count - 1 ? refusal : refusal.ofEarlierStatement
    }

    private func resultsUntilSynchronized() throws(PostgreSQLError) -> [PostgreSQLResult] {
        let deadline = ContinuousClock.now + answerTimeout
        var results: [PostgreSQLResult] = []
        while true {
            // `nil` separates the results of two statements.
            let result = try nextResult(until: deadline)
            if result?.isSynchronization == true { return results }
            if result == nil, library.PQstatus(handle) != postgresql_connection_ok.rawValue { throw loss() }
            if let result { results.append(result) }
        }
    }

    private func nextResult(until deadline: ContinuousClock.Instant) throws(PostgreSQLError) -> PostgreSQLResult? {
        while library.PQisBusy(handle) == 1 {
            guard wait(for: POLLIN, until: deadline), library.PQconsumeInput(handle) == 1 else { throw loss() }
        }
        return library.PQgetResult(handle).map { PostgreSQLResult($0, of: library) }
    }

    private func loss() -> PostgreSQLError {
        isLost = true
        return .lost
    }

    private func wait(for events: Int32, until deadline: ContinuousClock.Instant) -> Bool {
        SocketWait.first(of: [(socket, events)], until: deadline) != nil
    }
}

// Notifications.
extension PostgreSQLConnection {
    var socket: Int32 { library.PQsocket(handle) }

    /// Returns whether a pooler stands between this program and the server: it makes up the process ID that it tells.
    func isPooled() throws(PostgreSQLError) -> Bool {
        let process = try rows("SELECT pg_backend_pid() AS process").first
        return (try? process?.integer("process")) != Int(serverProcess)
    }

    /// The backend process ID of this connection, which notifications carry.
    var serverProcess: Int32 { library.PQbackendPID(handle) }

    /// Returns the backend process IDs of the connections that have sent notifications since the last call.
    func notifications() throws(PostgreSQLError) -> Set<Int32> {
        guard library.PQconsumeInput(handle) == 1 else { throw loss() }
        var senders: Set<Int32> = []
        while let notification = library.PQnotifies(handle) {
            let bytes = UnsafeMutableRawPointer(notification)
            senders.insert(bytes.assumingMemoryBound(to: postgresql_notification.self).pointee.sender)
            library.PQfreemem(bytes)
        }
        return senders
    }
}
