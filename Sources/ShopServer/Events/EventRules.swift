/// How changes are told to those who listen.
public struct EventRules: Hashable, Sendable {
    /// Between two signs of life on a stream.
    public var heartbeat = Duration.seconds(15)
    /// Streams that may be open at once.
    public var mostStreams = 2_000

    public init() {}
}
