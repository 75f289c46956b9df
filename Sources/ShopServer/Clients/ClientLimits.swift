/// Limits on the resources that one client, and all clients together, may use. A client is an IP address.
///
/// Everybody behind one router or on one machine is the same client, so the defaults allow for a shop with some fifty
/// terminals. `Int.max` means no limit. What each limits is said in `fields`, from which help and documents have it.
public struct ClientLimits: Hashable, Sendable {
    public var connections = 2_048
    public var allConnections = 8_192
    public var requests = 64
    public var streams = 1_024
    public var changes = 1_200
    public var sessions = 500
    public var wrongTokens = 100
    public var headSeconds = 15
    public var bodySeconds = 30
    public var answerSeconds = 120
    public var unfinished = 16 * 1_024 * 1_024
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
}

/// What is known of a limit besides its number.
struct ClientLimit: Sendable {
    /// The name in options, messages and metrics.
    let name: String
    /// What it counts, for operators.
    let text: String
    /// What is done beyond it, for operators.
    let beyond: String
    let path: any WritableKeyPath<ClientLimits, Int> & Sendable
}

extension ClientLimits {
    static let fields: [ClientLimit] = [
        ClientLimit(name: "connections", text: "open connections", beyond: "429", path: \.connections),
        ClientLimit(
            name: "all-connections", text: "open connections of all clients", beyond: "503", path: \.allConnections),
        ClientLimit(
            name: "requests", text: "requests that are answered at once", beyond: "wait for their turn",
            path: \.requests),
        ClientLimit(name: "streams", text: "open event streams", beyond: "429", path: \.streams),
        ClientLimit(
            name: "changes", text: "changes a minute, orders among them, but not the keeper's", beyond: "429",
            path: \.changes),
        ClientLimit(name: "sessions", text: "terminals an hour that order or pay", beyond: "429", path: \.sessions),
        ClientLimit(
            name: "wrong-tokens", text: "wrong tokens a minute",
            beyond: "429, for the right one too, unless it was shown from there within the hour", path: \.wrongTokens),
        ClientLimit(
            name: "head-seconds", text: "seconds until a request's head has arrived", beyond: "408", path: \.headSeconds
        ),
        ClientLimit(
            name: "body-seconds", text: "seconds until a request's body has arrived", beyond: "408", path: \.bodySeconds
        ),
        ClientLimit(
            name: "answer-seconds", text: "seconds without taking any of an answer", beyond: "closed",
            path: \.answerSeconds),
        ClientLimit(name: "unfinished", text: "bytes of unfinished requests", beyond: "429", path: \.unfinished),
        ClientLimit(
            name: "all-unfinished", text: "bytes of unfinished requests of all clients", beyond: "503",
            path: \.allUnfinished),
    ]
}
