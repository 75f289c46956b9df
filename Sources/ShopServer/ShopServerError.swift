import Domain
import Storage

/// Why the server cannot start, or what its operator should know while it runs. Carries data only; the words are made where it is shown.
public enum ShopServerError: Error, Hashable, Sendable {
    /// The resources lack the file at `path`.
    case missingResource(path: String)
    /// The file at `path` is there but the system did not hand over its bytes; `code` is its `errno`.
    case inaccessibleResource(path: String, code: Int32)
    /// The file at `path` was read, but what it says is not what the shop needs.
    case unreadableResource(path: String, why: SectionBodyError)
    /// No port has this number: ports go from 0, which stands for any free one, to 65,535.
    case noSuchPort(Int)
    /// `host` is neither an address nor a name that leads to one.
    case unknownHost(String)
    /// Another program listens on that port already.
    case portInUse(host: String, port: Int)
    /// The system refused to listen there; `code` is its `errno`.
    case cannotListen(host: String, port: Int, code: Int32)
    /// The file at `path` holds no certificate.
    case unusableCertificate(path: String)
    /// The file at `path` holds no private key, or that of another certificate.
    case unusableKey(path: String)
    /// The store can keep nothing; until it can, what it is needed for is refused.
    case storeTrouble(StoreTrouble)
    /// The store can keep everything again.
    case storeIsBack
    /// The server ended although nobody asked it to.
    case endedByItself
}
