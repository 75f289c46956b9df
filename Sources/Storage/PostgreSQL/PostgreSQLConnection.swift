import CDatabase
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
    /// The index of the server among those of the address.
    var server = 0

    /// Connects. Without a `password`, libpq looks into `PGPASSWORD` and `.pgpass`.
    init(to address: PostgreSQLAddress, password: Secret?, limits: PostgreSQLLimits) throws(PostgreSQLError) {
        guard let library = postgresql_library()?.pointee else { throw .noLibrary }
        let options = ConnectionOptions(address, password: password, limits)
        guard let handle = options.start(library) else { throw .lost }
        (self.library, self.handle) = (library, handle)
        answerTimeout = limits.statement + limits.answerMargin
        settings = TransactionSettings(limits)
        // Of a pooler's refusal the code says nothing.
        _ = library.PQsetErrorVerbosity(handle, postgresql_verbosity_verbose.rawValue)
        _ = library.PQsetNoticeProcessor(handle, { _, _ in }, nil)
        try connect(until: .now + limits.connecting)
        // From now on codes are enough: full messages may contain confidential data.
        _ = library.PQsetErrorVerbosity(handle, postgresql_verbosity_state.rawValue)
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
        if let refusal, refusal.endsConnection { throw loss(refusal) }
        guard library.PQenterPipelineMode(handle) == 1 else { throw loss() }
        if let refusal { throw refusal }
    }

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
        if refusal.endsConnection { throw loss(refusal) }
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
            // The connection is given up for it, so that nothing that follows matters, not even its end.
            if case .unusable = result?.refusal { return results }
        }
    }

    private func nextResult(until deadline: ContinuousClock.Instant) throws(PostgreSQLError) -> PostgreSQLResult? {
        while library.PQisBusy(handle) == 1 {
            guard wait(for: POLLIN, until: deadline), library.PQconsumeInput(handle) == 1 else { throw loss() }
        }
        return library.PQgetResult(handle).map { PostgreSQLResult($0, of: library) }
    }

    private func loss(_ error: PostgreSQLError = .lost) -> PostgreSQLError {
        isLost = true
        return error
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

enum TransactionKind {
    case reading
    /// Writes, exclusively among all servers: it waits for the lock of other writers, and its snapshot is taken after
    /// that. So changes are numbered in the order in which they become visible, and no two writers conflict.
    case writing
    /// Like `writing`, for a trial: it waits only shortly for locks.
    case trying
    /// Creates the tables; each statement sees what others have committed by then.
    case making

    /// Returns the statements that begin it. All settings but the timeout of the lock take a snapshot, so they come after
    /// a writer's lock.
    fileprivate func beginning(_ settings: TransactionSettings) -> [String] {
        switch self {
        case .reading: ["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", settings.all]
        case .writing: writing(settings.lockTimeout) + [settings.all]
        case .trying: writing(settings.shortLockTimeout) + [settings.all, settings.shortLockTimeout]
        case .making: ["BEGIN ISOLATION LEVEL READ COMMITTED", settings.all]
        }
    }

    private func writing(_ lockTimeout: String) -> [String] {
        ["BEGIN ISOLATION LEVEL REPEATABLE READ", lockTimeout, "LOCK TABLE banchan.layout IN EXCLUSIVE MODE"]
    }

    /// Whether it takes the lock of writers.
    fileprivate var isExclusive: Bool {
        switch self {
        case .writing, .trying: true
        case .reading, .making: false
        }
    }
}

extension PostgreSQLConnection {
    /// Returns what `body` returns after committing its writes; rolls back if it throws. The statements that `ending`
    /// returns for the value are sent together with the commit.
    func transaction<Value>(
        _ kind: TransactionKind, ending: (Value) -> [String] = { _ in [] }, _ body: () throws -> Value
    ) throws -> Value {
        do {
            for statement in kind.beginning(settings) { try send(statement) }
            // A reader can pipeline its first query; a writer first has to know that it holds the lock.
            if kind.isExclusive { try answer() }
            let value = try body()
            try commit(ending(value))
            return value
        } catch {
            if !isLost, error as? PostgreSQLError != .lostWhileCommitting { try undo() }
            throw error
        }
    }

    private func commit(_ ending: [String]) throws {
        let outcome: String?
        do throws(PostgreSQLError) {
            for statement in ending + ["COMMIT"] { try send(statement) }
            outcome = try answer()?.command
        } catch {
            throw error == .lost ? PostgreSQLError.lostWhileCommitting : error
        }
        // If the transaction had failed before, the server reports that only by another command tag.
        if outcome != "COMMIT" { throw PostgreSQLError.refused("25P02") }
    }

    /// Rolls back. If that fails, the connection is lost, and the server rolls back by itself.
    private func undo() throws {
        // The server ignores everything after a refused statement until the next synchronization, so that comes first.
        do throws(PostgreSQLError) { try answer() } catch { if isLost { throw error } }
        _ = try rows("ROLLBACK")
    }
}

final class PostgreSQLResult {
    private let library: postgresql_library
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer, of library: postgresql_library) {
        (self.handle, self.library) = (handle, library)
    }

    deinit { library.PQclear(handle) }

    /// The error if the statement was refused, otherwise `nil`.
    var refusal: PostgreSQLError? {
        let status = library.PQresultStatus(handle)
        if status == postgresql_result_command.rawValue || status == postgresql_result_rows.rawValue { return nil }
        // Errors of libpq itself have no code: the connection is lost.
        guard let code = field(postgresql_field_state) else { return .lost }
        return PostgreSQLError(code, message: field(postgresql_field_message) ?? "")
    }

    private func field(_ field: postgresql_field) -> String? {
        library.PQresultErrorField(handle, Int32(field.rawValue)).map { String(cString: $0) }
    }

    /// Whether it is a pipeline synchronization: all statements before it are answered.
    var isSynchronization: Bool { library.PQresultStatus(handle) == postgresql_result_synchronized.rawValue }

    /// The command tag, such as `COMMIT`.
    var command: String { String(cString: library.PQcmdStatus(handle)) }

    var rows: [PostgreSQLRow] { (0..<library.PQntuples(handle)).map { PostgreSQLRow(result: self, index: $0) } }

    /// Returns the text in that row and column, or `nil` for NULL. Throws `StoreError.damaged` if there is no such
    /// column.
    fileprivate func text(_ row: Int32, _ column: String) throws(StoreError) -> String? {
        let index = library.PQfnumber(handle, column)
        guard index >= 0 else { throw .damaged }
        guard library.PQgetisnull(handle, row, index) == 0 else { return nil }
        return String(cString: library.PQgetvalue(handle, row, index))
    }
}

struct PostgreSQLRow: TableRow {
    fileprivate let result: PostgreSQLResult
    fileprivate let index: Int32

    func textIfAny(_ column: String) throws -> String? { try result.text(index, column) }

    func integerIfAny(_ column: String) throws -> Int? {
        guard let text = try textIfAny(column) else { return nil }
        guard let integer = Int(text) else { throw StoreError.damaged }
        return integer
    }
}

/// A transaction in the database, on the thread of its connection.
final class PostgreSQLTransaction: SQLTransaction {
    private let connection: PostgreSQLConnection
    private let waitsForEach: Bool
    var newVersions: [SectionID: SectionVersions.Change] = [:]

    /// Statements without rows are pipelined with the next one that has them. If one is refused, that next statement
    /// or the commit throws, unless the transaction `waitsForEach`.
    init(_ connection: PostgreSQLConnection, waitsForEach: Bool = false) {
        (self.connection, self.waitsForEach) = (connection, waitsForEach)
    }

    func rows(_ sql: String, _ values: [(any SQLValue)?]) throws -> [PostgreSQLRow] {
        try connection.rows(sql, values)
    }

    func run(_ sql: String, _ values: [(any SQLValue)?]) throws {
        try connection.send(sql, values)
        if waitsForEach { try connection.answer() }
    }

    /// The refused statement may belong to an earlier transaction of the group: then everything is rolled back.
    func checkGoesOn(after error: any Error) throws {
        if connection.isLost || (error as? PostgreSQLError)?.isOfEarlierStatement == true { throw error }
    }

    static func ownFailure(_ error: any Error) throws -> any Error {
        if let error = error as? PostgreSQLError, error.isOfStorage || error.isOfEarlierStatement { throw error }
        return StoreError.translatedFromPostgreSQL(error)
    }
}
