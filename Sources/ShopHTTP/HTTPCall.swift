import Foundation

/// One request: what is asked of which address.
public struct HTTPCall: Sendable {
    public enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
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
}
