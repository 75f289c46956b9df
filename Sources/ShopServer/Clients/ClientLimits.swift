/// Limits on the resources that one client, and all clients together, may use. A client is an IP address.
///
/// Everybody behind one router or on one machine is the same client, so the defaults allow for a shop with some fifty
/// terminals. `Int.max` means no limit.
public struct ClientLimits: Hashable, Sendable {
    /// The most open connections of one client.
    public var connections = 2_048
    /// The most open connections of all clients.
    public var allConnections = 8_192
    /// The most requests of one client that are handled at once; further ones wait.
    public var requests = 64
    /// The most open event streams of one client.
    public var streams = 1_024
    /// The most changes, including orders, that one client may make in a minute.
    public var changes = 1_200
    /// The most terminals on whose behalf one client may make changes in an hour.
    public var sessions = 500
    /// The most wrong tokens that one client may send in a minute.
    public var wrongTokens = 100
    /// The longest time for receiving a request's head, in seconds.
    public var headSeconds = 15
    /// The longest time for receiving a request's body, in seconds.
    public var bodySeconds = 30
    /// The longest time for which a client may stop reading a response, in seconds.
    public var answerSeconds = 120
    /// The most bytes of unfinished requests of one client.
    public var unfinished = 16 * 1_024 * 1_024
    /// The most bytes of unfinished requests of all clients.
    public var allUnfinished = 64 * 1_024 * 1_024

    public init() {}

    public static var names: [String] { fields.map(\.name) }

    /// Sets a limit from a text such as `streams=100` or `changes=none`. Returns whether the text is valid.
    public mutating func set(_ text: String) -> Bool {
        let parts = text.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let field = ClientLimits.fields.first(where: { $0.name == parts[0] }) else {
            return false
        }
        let value = parts[1] == "none" ? Int.max : Int(parts[1])
        guard let value, value > 0 else { return false }
        self[keyPath: field.path] = value
        return true
    }

    private static var fields: [(name: String, path: WritableKeyPath<ClientLimits, Int>)] {
        [
            ("connections", \.connections), ("all-connections", \.allConnections), ("requests", \.requests),
            ("streams", \.streams), ("changes", \.changes), ("sessions", \.sessions), ("wrong-tokens", \.wrongTokens),
            ("head-seconds", \.headSeconds), ("body-seconds", \.bodySeconds), ("answer-seconds", \.answerSeconds),
            ("unfinished", \.unfinished), ("all-unfinished", \.allUnfinished),
        ]
    }
}
