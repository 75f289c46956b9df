import Foundation

/// One request: what is asked of which address.
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
    /// What is sent along; `nil` sends none.
    public var body: Data?

    public init(_ method: Method, _ url: URL, headers: [String: String] = [:], body: Data? = nil) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// The ports that a connection can be made to.
    static let ports = 1...65_535

    /// The headers that let whoever reads them act as this guest or as the keeper.
    private static let secretHeaders: Set = ["authorization", "banchan-session", "cookie", "proxy-authorization"]

    /// Whether a secret is sent along. Such a call goes to the address it was made for and to no other.
    public var carriesSecret: Bool { headers.keys.contains { HTTPCall.secretHeaders.contains($0.lowercased()) } }

    /// Whether a key stands for the change that is asked for.
    var hasKey: Bool { headers.keys.contains { $0.lowercased() == "idempotency-key" } }

    /// Whether the address is one that can be fetched from: http or https, with a host, and a port that there can be;
    /// AsyncHTTPClient traps at any other.
    var isFetchable: Bool {
        guard let scheme = url.scheme?.lowercased(), url.port.map(HTTPCall.ports.contains) ?? true else { return false }
        return ["http", "https"].contains(scheme) && url.host?.isEmpty == false
    }
}
