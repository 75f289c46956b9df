import Domain

/// Why a fetch failed. Carries data only; the messages are written where it is shown.
public enum FetchFailure: Error, Hashable, Sendable {
    /// No connection could be made, or the host name did not resolve.
    case unreachable
    /// The connection broke before the answer was complete.
    case interrupted
    /// No answer, or an incomplete one, within the timeout.
    case timedOut
    /// The answer is larger than this many bytes, after decompression.
    case tooLarge(limit: Int)
    /// There were more redirects than allowed, or one that must not be followed.
    case redirected
    /// The server answered with this status, which is not a usable answer to the request.
    case status(Int)
    /// The answer arrived, but its body could not be read.
    case body(SectionBodyError)

    /// Whether the server could not be reached or the connection failed, as opposed to an unusable answer.
    public var isConnectionLoss: Bool {
        switch self {
        case .unreachable, .interrupted, .timedOut: true
        case .tooLarge, .redirected, .status, .body: false
        }
    }
}
