import Foundation

/// A server's whole answer.
public struct HTTPAnswer: Sendable {
    public let status: Int
    /// Keys are lower case; values of a repeated header are joined by commas.
    public let headers: [String: String]
    /// Decompressed.
    public let body: Data

    public init(status: Int, headers: [String: String], body: Data) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The value of the header `name`, whatever its case.
    public func header(_ name: String) -> String? { headers[name.lowercased()] }
}

/// A part of an answer that is taken as it comes.
public enum HTTPPart: Sendable {
    /// Status and headers; without a body.
    case head(HTTPAnswer)
    /// A further piece of the body, decompressed.
    case piece(Data)
}
