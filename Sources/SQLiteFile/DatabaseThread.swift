import GRDB
import Platform

/// The only thread that uses a database, which it opens for the first job. While idle it sleeps without waking up.
public final class DatabaseThread: Sendable {
    public typealias Job = @Sendable (Result<DatabaseConnection, DatabaseFileError>) -> Void

    /// The maximum number of waiting jobs; more are refused.
    private static let maxWaiting = 1_024

    private let thread: WorkerThreads<LazyConnection>

    /// `open` is called on the thread to open `file`; if it throws, it is called again for the next job. `onTrouble` is
    /// called on the thread when a problem begins, changes, or, with `nil`, ends.
    public init(
        name: String, of file: DatabaseFile, open: @escaping @Sendable () throws -> OpenedDatabase,
        onTrouble: @escaping @Sendable (DatabaseFileError?) -> Void
    ) {
        thread = WorkerThreads(name: name, count: 1, maxWaiting: DatabaseThread.maxWaiting) {
            LazyConnection { DatabaseConnection(try open(), of: file, onTrouble: onTrouble) }
        } isReady: {
            $0.isOpen
        } end: {
            $0.close()
        }
    }

    /// Returns what `work` returns, run after all earlier jobs. Once accepted, it runs whether or not the calling task
    /// is cancelled. Throws `overloaded` if too many jobs wait, and an error if `work` committed to a file that is no
    /// longer at its path.
    public func perform<Value: Sendable>(
        _ work: @escaping @Sendable (DatabaseQueue) throws -> Value
    ) async throws(DatabaseFileError) -> Value {
        let outcome = await thread.perform { connection in
            connection.opened.flatMap { connection in
                Result { try connection.perform(work) }.mapError { DatabaseFileError($0) }
            }
        }
        guard let outcome else { throw .overloaded }
        return try outcome.get()
    }

    /// Schedules `work` without waiting for it. It is dropped if the database cannot be opened or too many jobs wait.
    public func enqueue(_ work: @escaping @Sendable (DatabaseQueue) -> Void) {
        submit { if case .success(let connection) = $0 { try? connection.perform(work) } }
    }

    /// Checks whether anything can be stored now, unless too many jobs wait for that: they will find out. Writes only if
    /// it `tries` to, or if a problem is known.
    public func examine(tries: Bool = false) async {
        await thread.perform { if case .success(let connection) = $0.opened { connection.examine(tries: tries) } }
    }

    /// Empties the log beside the database. Returns whether it is empty now: not while another program reads or writes,
    /// or if too many jobs wait.
    public func clearLog() async -> Bool {
        await thread.perform { if case .success(let connection) = $0.opened { connection.clearLog() } else { false } }
            ?? false
    }

    /// The thread's current load. It is ready while it has the database open and no job.
    public var load: WorkerLoad { thread.load }

    /// Ends the thread after all accepted jobs, and closes the database.
    public func close() { thread.close() }

    /// Calls `close()` and waits until the thread has ended.
    public func closed() async { await thread.closed() }

    /// Submits a job. Returns whether it was accepted: not if the thread is closed, or if too many jobs wait, unless it
    /// `bypassesLimit`, that is, carries the work of many callers that are counted elsewhere.
    @discardableResult
    public func submit(bypassesLimit: Bool = false, _ job: @escaping Job) -> Bool {
        thread.submit(bypassesLimit: bypassesLimit) { job($0.opened) }
    }
}

/// The connection of a thread, opened by the first job that can.
private final class LazyConnection {
    private let open: () throws -> DatabaseConnection
    private var connection: DatabaseConnection?

    init(_ open: @escaping () throws -> DatabaseConnection) { self.open = open }

    var isOpen: Bool { connection != nil }

    /// The connection, or why it cannot be opened.
    var opened: Result<DatabaseConnection, DatabaseFileError> {
        if let connection { return .success(connection) }
        let opened = Result { try open() }.mapError { DatabaseFileError($0) }
        connection = try? opened.get()
        return opened
    }

    func close() { connection?.close() }
}
