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
        case is NIOConnectionError, is SocketAddressError, is NIOSSLError, is NIOSSLExtraError: self = .unreachable
        case ChannelError.connectTimeout: self = .unreachable
        default: self = .interrupted
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
        case let error where error.isUnsupportedScheme: .unreachable
        default: .interrupted
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
