import GRDB

/// Why a database cannot do what it was asked. Carries data only; the words are made where it is shown.
public enum DatabaseFileError: Error, Hashable, Sendable {
    /// Too much is waiting already.
    case overloaded
    /// Another program holds it for longer than one waits.
    case busy
    /// What is stored there is damaged.
    case damaged
    /// It was written by a later version of this program: `version` is the layout's, `known` the latest that this one
    /// knows.
    case newer(version: Int, known: Int)
    /// It is a database, but of something else.
    case foreign
    /// There is nothing there, or not any more.
    case missing
    /// Another file has taken the place of the one that was open.
    case replaced
    /// Something that is no database engine shortened or overwrote the file while it was open.
    case altered
    /// Its write-ahead log, or the index of that, was deleted, replaced or shortened while it was open.
    case logLost
    /// There is no room left where it is.
    case full
    /// It may not be written.
    case readOnly
    /// The system refused; `code` is the storage's own number for why.
    case system(code: Int)

    /// What an error of GRDB's, or one of these, means.
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
        default: self = .system(code: Int(error.extendedResultCode.rawValue))
        }
    }

    /// Whether `error` is the fault of the storage, rather than of what was asked of it.
    public static func isCause(of error: any Error) -> Bool {
        (error as? DatabaseError)?.isOfStorage ?? (error is DatabaseFileError)
    }

    /// Whether the file itself is in question, so that nothing is read or written before it was opened anew.
    var concernsFile: Bool {
        switch self {
        case .damaged, .newer, .foreign, .missing, .replaced, .altered, .logLost: true
        case .overloaded, .busy, .full, .readOnly, .system: false
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
