import CPostgreSQL
import Domain
import Glibc

/// A connection to a PostgreSQL server, on the one thread that has it. Nothing waits without a limit; once it is lost,
/// it stays so.
final class PostgreSQLConnection {
    private let library: postgresql_library
    private let handle: OpaquePointer
    private let answerTimeout: Duration
    /// The names of the statements that the server has prepared, by their SQL.
    private var prepared: [String: String] = [:]
    private(set) var isLost = false

    /// Connects. `password` is used where the address has none; where there is neither, libpq looks into `PGPASSWORD` and
    /// `.pgpass`.
    init(to address: PostgreSQLAddress, password: Secret?, limits: PostgreSQLLimits) throws(PostgreSQLError) {
        guard let library = postgresql_library()?.pointee else { throw .noLibrary }
        let options = ConnectionOptions(address, password: password, limits)
        guard let handle = options.start(library) else { throw .lost }
        (self.library, self.handle) = (library, handle)
        answerTimeout = limits.statement + limits.answerMargin
        // Codes are enough: what else is said may name what nobody else is to know.
        _ = library.PQsetErrorVerbosity(handle, postgresql_verbosity_state.rawValue)
        _ = library.PQsetNoticeProcessor(handle, { _, _ in }, nil)
        try connect(until: .now + limits.connecting)
        try run(ConnectionOptions.settings(limits))
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

    /// Runs statements without parameters, which may be several, and returns what the last one came to.
    @discardableResult
    func run(_ script: String) throws(PostgreSQLError) -> String {
        try answer(library.PQsendQuery(handle, script))?.command ?? ""
    }

    /// Runs one statement, which is prepared with its first use.
    func rows(_ sql: String, _ parameters: [(any SQLParameter)?]) throws(PostgreSQLError) -> [PostgreSQLRow] {
        let name = try statement(sql, count: parameters.count)
        let texts = SQLTexts(parameters)
        let isSent = library.PQsendQueryPrepared(
            handle, name, Int32(parameters.count), texts.pointers, nil, nil, 0)
        return try answer(isSent)?.rows ?? []
    }

    private func statement(_ sql: String, count: Int) throws(PostgreSQLError) -> String {
        if let name = prepared[sql] { return name }
        let name = "s\(prepared.count)"
        _ = try answer(library.PQsendPrepare(handle, name, sql, Int32(count), nil))
        prepared[sql] = name
        return name
    }

    /// Waits for all that a statement comes to.
    private func answer(_ isSent: Int32) throws(PostgreSQLError) -> PostgreSQLResult? {
        guard isSent == 1 else { throw loss() }
        let deadline = ContinuousClock.now + answerTimeout
        var last: PostgreSQLResult?
        var refusal: PostgreSQLError?
        while let result = try nextResult(until: deadline) {
            refusal = refusal ?? result.refusal
            last = result
        }
        if refusal == .lost { throw loss() }
        if let refusal { throw refusal }
        return last
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

    /// The server's number for this connection, which notifications name.
    var serverProcess: Int32 { library.PQbackendPID(handle) }

    /// The connections from which notifications have come since the last call.
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
