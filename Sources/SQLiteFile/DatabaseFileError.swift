import GRDB

/// The reason why a database cannot do what was asked. Carries data only; the user interface makes the text.
public enum DatabaseFileError: Error, Hashable, Sendable {
    /// Too many jobs are waiting already.
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
    /// Something other than a database engine shortened or overwrote the file while it was open.
    case altered
    /// Its write-ahead log or that log's index was deleted, replaced or shortened while it was open.
    case logLost
    case full
    /// The database is read-only.
    case readOnly
    /// The system refused; `code` is `errno`, or 0 if it is not known.
    case system(code: Int)
    /// SQLite refused; `code` is its extended result code.
    case sqlite(code: Int)

    /// Converts an error of GRDB's; a `DatabaseFileError` stays as it is.
    public init(_ error: any Error) {
        guard let error = error as? DatabaseError else {
            self = (error as? DatabaseFileError) ?? .system(code: 0)
            return
        }
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged
        case .SQLITE_FULL: self = .full
        case .SQLITE_READONLY: self = .readOnly
        default: self = .sqlite(code: Int(error.extendedResultCode.rawValue))
        }
    }

    /// Whether the storage caused `error`, rather than the request.
    public static func isCause(of error: any Error) -> Bool {
        (error as? DatabaseError)?.isOfStorage ?? (error is DatabaseFileError)
    }

    /// Whether the file itself is in question, so that nothing may be read or written before it is reopened.
    var concernsFile: Bool {
        switch self {
        case .damaged, .otherVersion, .foreign, .missing, .replaced, .altered, .logLost: true
        case .overloaded, .busy, .full, .readOnly, .system, .sqlite: false
        }
    }
}

extension DatabaseError {
    fileprivate var isOfStorage: Bool {
        switch resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FULL, .SQLITE_READONLY,
            .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_NOMEM, .SQLITE_PROTOCOL:
            true
        default: false
        }
    }
}
