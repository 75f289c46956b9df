/// Settings of the event streams.
public struct EventRules: Hashable, Sendable {
    /// The interval between two heartbeats on a stream.
    public var heartbeat = Duration.seconds(15)
    /// The most streams that may be open at once.
    public var maxStreams = 2_000

    public init() {}
}
