import Foundation

/// What one request may cost before it is given up.
public struct HTTPLimits: Sendable, Hashable {
    /// Bytes of a body, after decompression.
    public var bodyBytes: Int
    /// Time without a byte from the server. The session counts it in whole seconds.
    public var idle: Duration
    /// Time for everything together, redirects included.
    public var deadline: Duration
    /// Redirects that are followed.
    public var redirects: Int

    public init(
        bodyBytes: Int = 64 << 20, idle: Duration = .seconds(10), deadline: Duration = .seconds(30), redirects: Int = 5
    ) {
        self.bodyBytes = bodyBytes
        self.idle = idle
        self.deadline = deadline
        self.redirects = redirects
    }

    /// Generous for a menu on a slow line, and an end for everything else.
    public static let standard = HTTPLimits()
}

/// A part of an answer that is taken as it comes.
public enum HTTPPart: Sendable {
    /// Status and headers; without a body.
    case head(HTTPAnswer)
    /// A further piece of the body, decompressed: as large as the connection brings them, some kilobytes.
    case piece(Data)
}

/// A server's whole answer.
public struct HTTPAnswer: Sendable {
    public let status: Int
    /// Keys are lower case.
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
