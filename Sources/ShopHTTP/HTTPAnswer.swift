import Domain
import Foundation

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

    /// Returns the value of the header `name`, ignoring case.
    public func header(_ name: String) -> String? { headers[name.lowercased()] }

    /// The charset that the `Content-Type` declares; `nil` if it declares none.
    public var charset: String? {
        let parameters = header("Content-Type")?.split(separator: ";").dropFirst() ?? []
        let value = parameters.lazy.map { $0.trimmed(where: \.isBlank) }
            .first { $0.lowercased().hasPrefix("charset=") }?.dropFirst("charset=".count)
        return value.map { $0.trimmed { $0 == "\"" || $0 == "'" || $0.isBlank } }.flatMap {
            $0.isEmpty ? nil : String($0)
        }
    }

    /// Returns the body as JSON text in UTF-8. Throws `.charset` if it is not text.
    public func json() throws(SectionBodyError) -> Data { try RepairedJSON.read(body, charset: charset) }
}

/// A part of a response that is delivered as it arrives.
public enum HTTPPart: Sendable {
    /// The status and headers, without a body.
    case head(HTTPAnswer)
    /// The next piece of the body, decompressed.
    case piece(Data)
}
