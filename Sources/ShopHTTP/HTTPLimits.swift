import Foundation

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
