/// Why the store cannot do what it was asked. Carries data only; the words are made where it is shown.
///
/// Whatever the reason, asking again under the same key does it once: it may have been done already, in a file that has
/// come back since.
public enum StoreError: Error, Hashable, Sendable {
    /// Too much is waiting already.
    case overloaded
    /// Another program holds the store for longer than one waits.
    case busy
    /// What is stored there is damaged.
    case damaged
    /// It was written by a later version of this program: `version` is the layout's, `known` the latest that this one knows.
    case newer(version: Int, known: Int)
    /// It is a database, but of something else.
    case foreign
    /// There is nothing there, or not any more.
    case missing
    /// Another file has taken the place of the one that was open.
    case replaced
    /// Something shortened or overwrote the file while it was open.
    case altered
    /// What was written last and lies beside the file, its log, was deleted, replaced or shortened.
    case logLost
    /// There is no room left where it is.
    case full
    /// It may not be written.
    case readOnly
    /// The server that has it does not answer.
    case unreachable
    /// The server that has it does not take the user or the password.
    case denied
    /// Its address asks for what cannot be had: a parameter that there is not, or a trust that the server does not earn.
    case unusableAddress
    /// The library that speaks to such servers is not installed.
    case noLibrary
    /// The server that has it refused; `code` is its SQLSTATE.
    case refused(code: String)
    /// The system refused; `code` is the storage's own number for why.
    case system(code: Int)
}
