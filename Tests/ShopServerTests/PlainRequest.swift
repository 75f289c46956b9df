import Foundation
import FoundationNetworking

/// A session shared by all tests, without a cache.
private let session: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    return URLSession(configuration: configuration)
}()

/// A server's response to one request.
struct Reply {
    let status: Int
    let body: Data
    private let response: HTTPURLResponse

    init(body: Data, response: HTTPURLResponse) {
        self.body = body
        self.response = response
        status = response.statusCode
    }

    subscript(field: String) -> String? { response.value(forHTTPHeaderField: field) }

    /// The body decoded as an object of strings.
    var texts: [String: String] { get throws { try JSONDecoder().decode([String: String].self, from: body) } }
}

/// Requests `path` below `server` with `URLSession`.
func ask(
    _ server: URL, _ path: String, method: String = "GET", fields: [String: String] = [:], body: Data? = nil
) async throws -> Reply {
    var request = URLRequest(url: try url(path, below: server))
    request.httpMethod = method
    request.httpBody = body
    for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
    let (body, response) = try await session.data(for: request)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    return Reply(body: body, response: response)
}

private func url(_ path: String, below server: URL) throws -> URL {
    guard let url = URL(string: server.absoluteString + "/" + path) else { throw URLError(.badURL) }
    return url
}
