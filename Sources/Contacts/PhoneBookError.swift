import SQLiteFile

/// Why the phone book cannot do what it was asked. Carries data only; the words are made where it is shown.
public enum PhoneBookError: Error, Hashable, Sendable {
    /// Another program writes for longer than one waits, or too much is waiting already.
    case busy
    /// Its file is not at its place any more, or not what it was: it was deleted, replaced or overwritten.
    case lost
    /// Its file is damaged. It is left as it is.
    case damaged
    /// Its file was written by a later version of this program, and is left as it is.
    case newer(version: Int, known: Int)
    /// Its file is another program's, and is left as it is.
    case foreign
    /// There is no room left where its file is.
    case full
    /// Its file may not be written.
    case readOnly
    /// The system refused; `code` is the storage's own number for why.
    case system(code: Int)

    init(_ error: DatabaseFileError) {
        self =
            switch error {
            case .busy, .overloaded: .busy
            case .damaged: .damaged
            case .newer(let version, let known): .newer(version: version, known: known)
            case .foreign: .foreign
            case .missing, .replaced, .altered, .logLost: .lost
            case .full: .full
            case .readOnly: .readOnly
            case .system(let code): .system(code: code)
            }
    }
}
