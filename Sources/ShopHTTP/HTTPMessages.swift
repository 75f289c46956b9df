import Domain
import Foundation
import NIOHTTP1

/// An HTTP request: method, URL, headers and body.
public struct HTTPCall: Sendable {
    public enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    public var method: Method
    public var url: URL
    public var headers: [String: String]
    /// The request body, or `nil` for none.
    public var body: Data?

    public init(_ method: Method, _ url: URL, headers: [String: String] = [:], body: Data? = nil) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// The valid TCP ports.
    static let ports = 1...65_535

    /// The headers that carry secrets: whoever reads them can act as this guest or as the keeper.
    private static let secretHeaders: Set = [
        "authorization", "banchan-session", ForwardedGuest.tokenField.lowercased(), "cookie", "proxy-authorization",
    ]

    /// Whether the request carries a secret. Such a request is sent to the URL it was made for and to no other.
    public var carriesSecret: Bool { headers.keys.contains { HTTPCall.secretHeaders.contains($0.lowercased()) } }

    var hasKey: Bool { headers.keys.contains { $0.lowercased() == "idempotency-key" } }

    /// Whether repeating the call could repeat its effect: it is neither a GET nor has an idempotency key.
    var mustNotBeRepeated: Bool { method != .get && !hasKey }

    /// Whether the URL can be fetched: http or https, with a host, and a valid port; AsyncHTTPClient traps on any other
    /// port.
    var isFetchable: Bool {
        guard let scheme = url.scheme?.lowercased(), url.port.map(HTTPCall.ports.contains) ?? true else { return false }
        return ["http", "https"].contains(scheme) && url.host?.isEmpty == false
    }

    /// Returns the call that follows this one after `answer`, or `nil` if the answer is final.
    ///
    /// Throws `.redirected` if the redirect must not be followed: the call changes something or carries a secret, the
    /// new URL is not HTTP, has a user or password, or drops encryption.
    func next(after answer: HTTPAnswer) throws(FetchFailure) -> HTTPCall? {
        guard answer.isRedirect, let location = answer.header("Location") else { return nil }
        var next = self
        // `URL` resolves relative references against the answering URL (RFC 3986).
        guard method == .get, !carriesSecret, !location.isEmpty,
            let target = URL(string: location, relativeTo: url)?.absoluteURL
        else { throw .redirected }
        next.url = target
        let losesEncryption = url.scheme?.lowercased() == "https" && target.scheme?.lowercased() != "https"
        guard next.isFetchable, target.user == nil, target.password == nil, !losesEncryption else { throw .redirected }
        return next
    }
}

/// The limits of one request; exceeding one makes it fail. All of them are checked where the bytes arrive.
public struct HTTPLimits: Sendable, Hashable {
    /// The maximum size of the body in bytes, after decompression.
    public var bodyBytes: Int
    /// The maximum time without a byte from the server.
    public var idle: Duration
    /// The maximum time for the whole request, redirects included.
    public var deadline: Duration
    /// The maximum number of redirects.
    public var redirects: Int

    public init(
        bodyBytes: Int = 32 << 20, idle: Duration = .seconds(10), deadline: Duration = .seconds(30), redirects: Int = 5
    ) {
        self.bodyBytes = bodyBytes
        self.idle = idle
        self.deadline = deadline
        self.redirects = redirects
    }

    /// Limits that are generous for a menu on a slow line, and finite for everything else.
    public static let standard = HTTPLimits()
}

/// A server's complete response.
public struct HTTPAnswer: Sendable {
    public let status: Int
    /// The headers. Names are in lower case; the values of a repeated header are joined by commas.
    public let headers: [String: String]
    /// The body after decompression.
    public let body: Data

    public init(status: Int, headers: [String: String], body: Data) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Converts a head as it arrived, without a body.
    init(_ head: HTTPResponseHead) {
        var headers: [String: String] = [:]
        for (name, value) in head.headers {
            headers[name.lowercased(), default: ""] += headers[name.lowercased()] == nil ? value : ", \(value)"
        }
        self.init(status: Int(head.status.code), headers: headers, body: Data())
    }

    public func header(_ name: String) -> String? { headers[name.lowercased()] }

    /// Whether the body is the content that was asked for: 203 comes from a proxy that changed it (RFC 9110, 15.3.4).
    public var isContent: Bool { status == 200 || status == 203 }

    /// Whether this is a redirect, so that its body can be ignored.
    var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) && header("Location") != nil }
}

/// A part of a response that is delivered as it arrives.
public enum HTTPPart: Sendable {
    /// The status and headers, without a body.
    case head(HTTPAnswer)
    /// The next piece of the body, decompressed.
    case piece(Data)
}
