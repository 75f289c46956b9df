import AsyncHTTPClient
import Domain
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

extension FetchFailure {
    init(_ error: any Error) {
        self =
            switch error {
            case let failure as FetchFailure: failure
            case let error as HTTPClientError: FetchFailure.failure(error)
            case let error as IOError: FetchFailure.failure(code: error.errnoCode)
            case let error as NIOSSLError: FetchFailure.failure(error)
            case let error as NIOSSLExtraError where error == .failedToValidateHostname: .untrusted(.otherName)
            case is NIOConnectionError, is SocketAddressError, is NIOSSLExtraError, ChannelError.connectTimeout:
                .unreachable
            // The server closed the connection within an answer.
            case HTTPParserError.invalidEOFState: .interrupted
            // The parser's limit.
            case HTTPParserError.headerOverflow: .tooLarge(limit: 80 << 10)
            case is HTTPParserError: .notHTTP
            default: .interrupted
            }
    }

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
        default: error.shortDescription.contains("Unsupported") ? .unreachable : .interrupted
        }
    }

    /// A certificate that is refused counts as one of an unknown issuer: the error does not say more.
    private static func failure(_ error: NIOSSLError) -> FetchFailure {
        switch error {
        case .uncleanShutdown: .interrupted
        case .handshakeFailed(let reason):
            .untrusted("\(reason)".contains("CERTIFICATE_VERIFY_FAILED") ? .unknownIssuer : .noHandshake)
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
