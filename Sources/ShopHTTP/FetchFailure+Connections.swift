import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

extension FetchFailure {
    /// Maps an error of a connection to a fetch failure.
    init(_ error: any Error) {
        switch error {
        case let failure as FetchFailure: self = failure
        case let error as HTTPClientError: self = FetchFailure.failure(error)
        case let error as IOError: self = FetchFailure.failure(code: error.errnoCode)
        case is NIOConnectionError, is SocketAddressError: self = .unreachable
        case let error as NIOSSLExtraError:
            self = error == .failedToValidateHostname ? .untrusted(.otherName) : .unreachable
        case let error as NIOSSLError: self = FetchFailure.failure(error)
        // The server closed the connection within an answer.
        case HTTPParserError.invalidEOFState: self = .interrupted
        case HTTPParserError.headerOverflow: self = .tooLarge(limit: FetchFailure.maxHeadBytes)
        case is HTTPParserError: self = .notHTTP
        case ChannelError.connectTimeout: self = .unreachable
        default: self = .interrupted
        }
    }

    /// The maximum size of an answer's head, as in the parser.
    private static let maxHeadBytes = 80 << 10

    /// Whether `error` may only mean that a reused keep-alive connection is no longer usable: the server closed it, or
    /// sent data on it that belongs to no request.
    static func isUnusableConnection(_ error: any Error) -> Bool {
        switch error {
        case let error as HTTPClientError: error == .remoteConnectionClosed
        case let error as IOError: error.errnoCode == ECONNRESET || error.errnoCode == EPIPE
        case ChannelError.ioOnClosedChannel, is HTTPParserError: true
        default: false
        }
    }

    private static func failure(_ error: HTTPClientError) -> FetchFailure {
        switch error {
        case .readTimeout, .writeTimeout, .deadlineExceeded, .getConnectionFromPoolTimeout, .tlsHandshakeTimeout,
            .httpProxyHandshakeTimeout, .socksHandshakeTimeout:
            .timedOut
        case .connectTimeout, .emptyHost, .emptyScheme, .invalidURL, .proxyAuthenticationRequired,
            .invalidProxyResponse:
            .unreachable
        case let error where error.isUnsupportedScheme: .unreachable
        default: .interrupted
        }
    }

    /// A certificate that is refused counts as one of an unknown issuer: the error does not say more.
    private static func failure(_ error: NIOSSLError) -> FetchFailure {
        switch error {
        case .uncleanShutdown: .interrupted
        case .handshakeFailed(let reason):
            String(describing: reason).contains("CERTIFICATE_VERIFY_FAILED")
                ? .untrusted(.unknownIssuer) : .untrusted(.noHandshake)
        default: .unreachable
        }
    }

    private static func failure(code: CInt) -> FetchFailure {
        switch code {
        case ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN, EADDRNOTAVAIL, EACCES, EPERM: .unreachable
        case ETIMEDOUT: .timedOut
        default: .interrupted
        }
    }
}

extension HTTPClientError {
    fileprivate var isUnsupportedScheme: Bool { shortDescription.contains("Unsupported") }
}
