import Domain

/// Why a fetch brought nothing. Carries data only; the words are made where it is shown.
public enum FetchFailure: Error, Hashable, Sendable {
    /// No connection could be made, or no name found: the server is not there.
    case unreachable
    /// The connection broke before the answer was whole.
    case interrupted
    /// No answer, or not all of it, within the time allowed.
    case timedOut
    /// The answer is larger than this many bytes, after decompression.
    case tooLarge(limit: Int)
    /// Redirected more often than allowed, or to something that is not HTTP.
    case redirected
    /// The server answered with this status, which is neither 200 nor 304.
    case status(Int)
    /// The answer came, but its body could not be read.
    case body(SectionBodyError)

    /// Whether the server could not be spoken to at all, as against an answer that is no good.
    public var isConnectionLoss: Bool {
        switch self {
        case .unreachable, .interrupted, .timedOut: true
        case .tooLarge, .redirected, .status, .body: false
        }
    }
}
