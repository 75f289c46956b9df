/// The reason why the store cannot do what was asked. Carries data only; the user interface makes the text.
///
/// Whatever the reason, repeating a request under the same idempotency key does it once: the first attempt may have
/// been committed, in a file that has come back since.
public enum StoreError: Error, Hashable, Sendable {
    /// Too many requests are waiting already.
    case overloaded
    /// Another program held the lock for longer than the timeout.
    case busy
    case damaged
    /// It was made by a version of this program with other tables.
    case otherVersion
    /// It is a database of another application.
    case foreign
    /// There is no database, or it was removed.
    case missing
    /// Another file has taken the place of the one that was open.
    case replaced
    /// Something shortened or overwrote the file while it was open.
    case altered
    /// The write-ahead log, which holds the latest writes, was deleted, replaced or shortened.
    case logLost
    /// The file system is full.
    case full
    /// The database is read-only.
    case readOnly
    /// The database server does not answer.
    case unreachable
    /// The database server only reads: it is a standby, or was made read-only.
    case readOnlyServer
    /// The database server takes no more connections.
    case noConnectionLeft
    /// A pooler gives each statement another connection, so that there are no transactions.
    case statementPooling
    /// The database server rejects the user or the password.
    case denied
    /// The database server does not let the user do what was asked.
    case noPrivilege
    /// Somebody changed the tables: one of them, or a column, is missing or has another type.
    case tablesChanged
    /// The address cannot be used: it has an unknown parameter, or demands a level of trust that the server does not
    /// meet.
    case unusableAddress
    /// The client library, libpq, is not installed.
    case noLibrary
    /// The database server refused the statement; `code` is the SQLSTATE.
    case refused(code: String)
    /// The system refused; `code` is `errno`, or 0 if it is not known.
    case system(code: Int)
    /// SQLite refused; `code` is its extended result code.
    case sqlite(code: Int)
}
