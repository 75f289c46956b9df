import Foundation

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

    /// Whether the request has an idempotency key.
    var hasKey: Bool { headers.keys.contains { $0.lowercased() == "idempotency-key" } }

    /// Whether the URL can be fetched: http or https, with a host, and a valid port; AsyncHTTPClient traps on any other
    /// port.
    var isFetchable: Bool {
        guard let scheme = url.scheme?.lowercased(), url.port.map(HTTPCall.ports.contains) ?? true else { return false }
        return ["http", "https"].contains(scheme) && url.host?.isEmpty == false
    }
}
