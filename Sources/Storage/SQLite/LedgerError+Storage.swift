import SQLiteFile

extension LedgerError {
    /// What an error of GRDB's, of the file's, or one of ours, means for the ledger.
    init(_ error: any Error) {
        if let error = error as? LedgerError {
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
}
