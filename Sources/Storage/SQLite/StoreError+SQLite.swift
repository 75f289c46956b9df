import GRDB
import SQLiteFile

extension StoreError {
    /// Converts an error of GRDB's or of the file; a `StoreError` stays as it is.
    init(_ error: any Error) {
        if let error = error as? StoreError {
            self = error
            return
        }
        self =
            switch DatabaseFileError(error) {
            case .overloaded: .overloaded
            case .busy: .busy
            case .damaged: .damaged
            case .otherVersion: .otherVersion
            case .foreign: .foreign
            case .missing: .missing
            case .replaced: .replaced
            case .altered: .altered
            case .logLost: .logLost
            case .full: .full
            case .readOnly: .readOnly
            case .system(let code): .system(code: code)
            // The statements are right, so that what they name was there once.
            case .sqlite(code: Int(ResultCode.SQLITE_ERROR.rawValue)): .tablesChanged
            case .sqlite(let code): .sqlite(code: code)
            }
    }

    /// Returns the error to report to the caller: errors of the database are converted, others stay as they are.
    static func translated(_ error: any Error) -> any Error {
        error is DatabaseError || error is DatabaseFileError ? StoreError(error) : error
    }
}

extension Result where Failure == any Error {
    /// Captures what `body` returns, or an error of its own. Throws an error that the storage caused, which concerns
    /// all callers.
    init(unlessOfStorage body: () throws -> Success) throws {
        do {
            self = .success(try body())
        } catch {
            self = .failure(try SQLiteTransaction.ownFailure(error))
        }
    }
}
