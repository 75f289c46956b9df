import Foundation

/// What one request may cost before it fails. All of it is checked where the bytes arrive.
public struct HTTPLimits: Sendable, Hashable {
    /// Bytes of a body, after decompression.
    public var bodyBytes: Int
    /// Time without a byte from the server.
    public var idle: Duration
    /// Time for everything together, redirects included.
    public var deadline: Duration
    /// Redirects that are followed.
    public var redirects: Int

    public init(
        bodyBytes: Int = 32 << 20, idle: Duration = .seconds(10), deadline: Duration = .seconds(30), redirects: Int = 5
    ) {
        self.bodyBytes = bodyBytes
        self.idle = idle
        self.deadline = deadline
        self.redirects = redirects
    }

    /// Generous for a menu on a slow line, and an end for everything else.
    public static let standard = HTTPLimits()
}
