import TerminalText

/// Why a fetch failed. Carries data only; the messages are written where it is shown.
public enum FetchFailure: Error, Hashable, Sendable {
    /// No connection could be made, or the host name did not resolve.
    case unreachable
    /// No encrypted connection could be agreed on, or the server's certificate cannot be trusted.
    case untrusted(CertificateFault)
    /// The connection broke before the answer was complete.
    case interrupted
    /// What arrived is not an HTTP answer.
    case notHTTP
    /// The answer arrived, but its content is encoded in a way that cannot be decoded; `coding` is the name in its
    /// `Content-Encoding`.
    case undecodable(coding: PlainText)
    /// No answer, or an incomplete one, within the timeout.
    case timedOut
    /// The answer is larger than this many bytes, after decompression.
    case tooLarge(limit: Int)
    /// There were more redirects than allowed, or one that must not be followed.
    case redirected
    /// The server answered with this status, which is not a usable answer to the request.
    case status(Int)
    /// The server answered with this status, and asks not to be asked again for a while.
    case later(status: Int, after: Duration)
    /// The answer arrived, but its body could not be read.
    case body(SectionBodyError)

    /// Whether the server could not be reached or the connection failed, as opposed to an unusable answer.
    public var isConnectionLoss: Bool {
        switch self {
        case .unreachable, .untrusted, .interrupted, .timedOut: true
        default: false
        }
    }

    /// Whether the request may have reached the server, so that a change may have been made.
    public var mayHaveArrived: Bool {
        switch self {
        case .unreachable, .untrusted: false
        default: true
        }
    }

    /// The status with which the server answered; `nil` if that is not what the failure is about.
    public var status: Int? {
        switch self {
        case .status(let status), .later(let status, _): status
        default: nil
        }
    }

    /// The delay that the server asked for; `nil` if it did not ask for one.
    public var delay: Duration? { if case .later(_, let delay) = self { delay } else { nil } }

    /// Whether the same request would bring the same bytes again, which cannot be turned into text: it is not repeated
    /// before somebody asks for it.
    public var isUndecodable: Bool {
        switch self {
        case .undecodable, .body(.charset): true
        default: false
        }
    }
}

/// Why a connection could not be encrypted, or a certificate not be trusted.
public enum CertificateFault: Hashable, Sendable {
    case expired
    /// Its time has not begun; often this machine's clock is wrong.
    case notYetValid
    /// It is the certificate of another host.
    case otherName
    /// Nobody who is trusted has issued it.
    case unknownIssuer
    /// The server does not speak TLS, or no version of it that is acceptable.
    case noHandshake
    /// The file that SSL_CERT_FILE names is missing, or has no certificate: no server is trusted.
    case noTrustedFile
}
