import SQLiteFile

/// The reason why the phone book cannot perform an operation. It carries data only; the message is composed where it is
/// displayed.
public enum PhoneBookError: Error, Hashable, Sendable {
    /// Another program held the write lock longer than the timeout, or too many operations are already waiting.
    case busy
    /// The file was deleted, replaced or overwritten.
    case lost
    /// The file is damaged. It is left unchanged.
    case damaged
    /// The file was made by a version of this program with other tables. It is left unchanged.
    case otherVersion
    /// The file belongs to another program. It is left unchanged.
    case foreign
    /// The file's disk is full.
    case full
    /// The file is not writable.
    case readOnly
    /// The system refused; `code` is `errno`, or 0 if it is not known.
    case system(code: Int)
    /// SQLite refused; `code` is its extended result code.
    case sqlite(code: Int)

    init(_ error: DatabaseFileError) {
        self =
            switch error {
            case .busy, .overloaded: .busy
            case .damaged: .damaged
            case .otherVersion: .otherVersion
            case .foreign: .foreign
            case .missing, .replaced, .altered, .logLost: .lost
            case .full: .full
            case .readOnly: .readOnly
            case .system(let code): .system(code: code)
            case .sqlite(let code): .sqlite(code: code)
            }
    }
}
