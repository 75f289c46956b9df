import Domain
import Foundation
import Storage

/// A reason why the server cannot start, or a problem for its operator while it runs. Contains data only; the text is
/// created where it is shown.
public enum ShopServerError: Error, Hashable, Sendable {
    /// The resources lack the file at `path`.
    case missingResource(path: String)
    /// The file at `path` exists but could not be read; `code` is its `errno`.
    case inaccessibleResource(path: String, code: Int32)
    /// The file at `path` was read, but its content is not valid.
    case unreadableResource(path: String, why: SectionBodyError)
    /// The port number is out of range. Valid ports are 0, which means any free port, to 65,535.
    case noSuchPort(Int)
    /// `host` is neither an address nor a name that resolves to one.
    case unknownHost(String)
    /// Another program already listens on that port.
    case portInUse(host: String, port: Int)
    /// The system refused to listen on that address; `code` is its `errno`.
    case cannotListen(host: String, port: Int, code: Int32)
    /// The file at `path` contains no usable certificate.
    case unusableCertificate(path: String)
    /// The file at `path` contains no private key, or one of another certificate.
    case unusableKey(path: String)
    /// Others than the owner may read the private key at `path`.
    case exposedKey(path: String)
    /// The files of the certificate changed, but the one at `path` cannot be used: the former certificate stays.
    case certificateNotRenewed(path: String)
    /// The certificate at `path` was valid until that time.
    case certificateExpired(path: String, at: Date)
    /// The certificate at `path` is valid from that time on.
    case certificateNotYetValid(path: String, from: Date)
    /// New connections get the certificate that the files have now.
    case certificateRenewed
    /// The system can watch no more files; the shop's are looked at every few seconds.
    case filesPolled
    /// The store cannot write; requests that need it are refused until it can.
    case storeTrouble(StoreTrouble)
    /// The store can write again.
    case storeIsBack
    /// Messages for the webhook are held up; the failure is the latest one that this server met, if any. Others are
    /// still sent.
    case messagesWait(OutboxBacklog, DeliveryFailure?)
    /// No message is held up any more.
    case messagesDelivered
    /// The printer of that name does not print; its tickets wait.
    case printerWaits(String, PrinterProblem)
    /// The printer of that name prints again.
    case printerIsBack(String)
    /// A ticket has so many characters that its printer's charset lacks.
    case charactersReplaced(printer: String, count: Int)
    /// The server ended without being asked to.
    case endedByItself
}
