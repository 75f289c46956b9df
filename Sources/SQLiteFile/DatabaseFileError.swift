import GRDB

/// Why a database cannot do what it was asked. Carries data only; the words are made where it is shown.
public enum DatabaseFileError: Error, Hashable, Sendable {
    /// Another program holds it for longer than one waits, or too much is waiting already.
    case busy
    /// What is stored there is damaged.
    case damaged
    /// It was written by a later version of this program: `version` is the layout's, `known` the latest that this one
    /// knows.
    case newer(version: Int, known: Int)
    /// It is a database, but of something else.
    case foreign
    /// There is nothing there.
    case missing
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
        default: self = .system(code: Int(error.extendedResultCode.rawValue))
        }
    }
}
