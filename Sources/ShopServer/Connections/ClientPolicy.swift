import Domain
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1

/// Identifies clients, and applies the limits and rules for their requests.
struct ClientPolicy: Sendable {
    let uses: ClientUses
    let proxies: TrustedProxies
    let rules: RequestHeadRules

    var limits: ClientLimits { uses.limits }

    /// Counts a connection from `peer`. A connection from a trusted proxy may carry requests of many clients.
    func connect(_ peer: String?) -> ConnectionUse {
        let client = peer.flatMap { ClientAddress($0) } ?? .unknown
        let isProxy = peer.map(proxies.contains) ?? false
        let mayNameClients = isProxy || peer.map(proxies.mayNameClients) ?? false
        return ConnectionUse(
            uses: uses, peer: peer, client: client, isFromTrustedProxy: isProxy, mayNameClients: mayNameClients)
    }

    func client(of head: HTTPRequestHead, on connection: ConnectionUse) -> ClientAddress {
        guard connection.mayNameClients else { return connection.client }
        return proxies.client(at: connection.peer) { head.headers[$0] }
    }

    func client(of fields: HTTPFields, at peer: String?) -> ClientAddress {
        proxies.client(at: peer) { name in HTTPField.Name(name).map { fields[values: $0] } ?? [] }
    }
}

/// One connection as counted in `ClientUses`. Must be used on its event loop only.
final class ConnectionUse {
    /// The address of the remote end; `nil` if it is not known.
    let peer: String?
    /// The reason why the connection is not served; `nil` if it is.
    let refusal: Refusal?
    private let uses: ClientUses
    let client: ClientAddress
    /// Whether the connection carries requests of many clients. Then only the limits of all clients apply.
    let isFromTrustedProxy: Bool
    /// Whether the header fields of its requests may name their clients.
    let mayNameClients: Bool
    private var held = 0
    private var isOpen = true

    init(
        uses: ClientUses, peer: String?, client: ClientAddress, isFromTrustedProxy: Bool, mayNameClients: Bool
    ) {
        self.uses = uses
        self.peer = peer
        self.client = client
        self.isFromTrustedProxy = isFromTrustedProxy
        self.mayNameClients = mayNameClients
        refusal = uses.connect(client, limit: isFromTrustedProxy ? .max : uses.limits.connections)
    }

    /// Sets the number of bytes of the connection's unfinished request. Returns the refusal if a limit is exceeded,
    /// otherwise `nil`.
    @discardableResult func hold(_ bytes: Int) -> Refusal? {
        guard isOpen, bytes != held else { return nil }
        defer { held = bytes }
        return uses.hold(bytes - held, of: client, limit: isFromTrustedProxy ? .max : uses.limits.unfinished)
    }

    func end() {
        guard isOpen else { return }
        hold(0)
        isOpen = false
        uses.disconnect(client)
    }
}
