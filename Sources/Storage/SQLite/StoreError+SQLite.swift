import GRDB
import SQLiteFile

extension StoreError {
    /// What an error of GRDB's, of the file's, or one of ours, means for the store.
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
            case .newer(let version, let known): .newer(version: version, known: known)
            case .foreign: .foreign
            case .missing: .missing
            case .replaced: .replaced
            case .altered: .altered
            case .logLost: .logLost
            case .full: .full
            case .readOnly: .readOnly
            case .system(let code): .system(code: code)
            }
    }

    /// What whoever asked is told: what the database says in the store's terms, and everything else as it is.
    static func told(_ error: any Error) -> any Error {
        error is DatabaseError || error is DatabaseFileError ? StoreError(error) : error
    }
}

extension Result where Failure == any Error {
    /// What `body` returns or throws by itself. Throws what is the fault of the storage, and so concerns everybody.
    init(unlessOfStorage body: () throws -> Success) throws {
        do {
            self = .success(try body())
        } catch {
            self = .failure(try SQLiteTransaction.ownFailure(error))
        }
    }
}
