import Foundation
import ShopHTTP

/// A server's response to one request.
public struct Reply: Sendable {
    private let answer: HTTPAnswer

    public var status: Int { answer.status }
    public var body: Data { answer.body }

    public subscript(field: String) -> String? { answer.header(field) }

    /// The body decoded as an object of strings.
    public var texts: [String: String] { get throws { try JSONDecoder().decode([String: String].self, from: body) } }

    fileprivate init(_ answer: HTTPAnswer) { self.answer = answer }
}

/// The requests of all tests, without a session: nothing is followed or repeated, and no thread is blocked.
private let loader = HTTPLoader(environment: [:])

/// Requests `url`. Throws if no answer came.
public func ask(
    _ url: URL, method: String = "GET", fields: [String: String] = [:], body: Data? = nil
) async throws -> Reply {
    guard let method = HTTPCall.Method(rawValue: method) else { throw URLError(.unsupportedURL) }
    let limits = HTTPLimits(idle: .seconds(200), deadline: .seconds(200))
    return Reply(try await loader.send(HTTPCall(method, url, headers: fields, body: body), limits: limits))
}

/// Requests `path`, which may have a query, below `server`.
public func ask(
    _ server: URL, _ path: String, method: String = "GET", fields: [String: String] = [:], body: Data? = nil
) async throws -> Reply {
    guard let url = URL(string: server.absoluteString + "/" + path) else { throw URLError(.badURL) }
    return try await ask(url, method: method, fields: fields, body: body)
}
