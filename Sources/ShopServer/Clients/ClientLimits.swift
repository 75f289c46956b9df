/// How much of the server one client may use, and all of them together. A client is an address.
///
/// Everybody behind one router, or on one machine, is one client: what one may use is meant for a shop with some fifty
/// terminals there. `Int.max` is no limit.
public struct ClientLimits: Hashable, Sendable {
    /// Connections of one client that may be open at once.
    public var connections = 2_048
    /// Connections of all clients that may be open at once.
    public var allConnections = 8_192
    /// Requests of one client that are answered at once; more of them wait for their turn.
    public var requests = 64
    /// Streams of events of one client that may be open at once.
    public var streams = 1_024
    /// What one client may change in a minute, orders among it.
    public var changes = 1_200
    /// Terminals in whose names one client may change something in an hour.
    public var sessions = 500
    /// Wrong tokens that one client may show in a minute.
    public var wrongTokens = 100
    /// Seconds that the head of a request may take.
    public var headSeconds = 15
    /// Seconds that the body of a request may take.
    public var bodySeconds = 30
    /// Seconds for which a client may take nothing of an answer.
    public var answerSeconds = 120
    /// Bytes of unfinished requests of one client.
    public var unfinished = 16 * 1_024 * 1_024
    /// Bytes of unfinished requests of all clients.
    public var allUnfinished = 64 * 1_024 * 1_024

    public init() {}

    /// What the limits are called where they are set.
    public static var names: [String] { places.map(\.name) }

    /// Sets one from a text such as `streams=100` or `changes=none`. Returns whether that is a limit.
    public mutating func set(_ text: String) -> Bool {
        let parts = text.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let place = ClientLimits.places.first(where: { $0.name == parts[0] }) else {
            return false
        }
        let number = parts[1] == "none" ? Int.max : Int(parts[1])
        guard let number, number > 0 else { return false }
        self[keyPath: place.path] = number
        return true
    }

    private static var places: [(name: String, path: WritableKeyPath<ClientLimits, Int>)] {
        [
            ("connections", \.connections), ("all-connections", \.allConnections), ("requests", \.requests),
            ("streams", \.streams), ("changes", \.changes), ("sessions", \.sessions), ("wrong-tokens", \.wrongTokens),
            ("head-seconds", \.headSeconds), ("body-seconds", \.bodySeconds), ("answer-seconds", \.answerSeconds),
            ("unfinished", \.unfinished), ("all-unfinished", \.allUnfinished),
        ]
    }
}
