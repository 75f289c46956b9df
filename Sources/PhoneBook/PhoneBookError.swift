import SQLiteFile

/// Why the phone book cannot do what it was asked. Carries data only; the words are made where it is shown.
public enum PhoneBookError: Error, Hashable, Sendable {
    /// Another program writes for longer than one waits, or too much is waiting already.
    case busy
    /// Its file is damaged. It is left as it is.
    case damaged
    /// Its file was written by a later version of this program, and is left as it is.
    case newer(version: Int, known: Int)
    /// Its file is another program's, and is left as it is.
    case foreign
    /// The system refused; `code` is the storage's own number for why.
    case system(code: Int)

    init(_ error: DatabaseFileError) {
        self =
            switch error {
            case .busy: .busy
            case .damaged: .damaged
            case .newer(let version, let known): .newer(version: version, known: known)
            case .foreign: .foreign
            // It is made where it is missing.
            case .missing: .system(code: 0)
            case .system(let code): .system(code: code)
            }
    }
}
