import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1

/// What the server knows of those who ask, and takes from them.
struct Guests: Sendable {
    let ledger: ClientLedger
    let proxies: TrustedProxies
    let rules: HeadRules

    var limits: ClientLimits { ledger.limits }

    /// Counts a connection from `peer`. One from a trusted proxy is many clients'.
    func connect(_ peer: String?) -> ConnectionUse {
        let client = peer.flatMap { ClientAddress($0) } ?? .unknown
        let isProxy = peer.map(proxies.contains) ?? false
        return ConnectionUse(ledger: ledger, peer: peer, client: client, isManyClients: isProxy)
    }

    func client(of head: HTTPRequestHead, on connection: ConnectionUse) -> ClientAddress {
        guard connection.isManyClients else { return connection.client }
        return proxies.client(
            at: connection.peer, forwarded: head.headers["Forwarded"], xForwardedFor: head.headers["X-Forwarded-For"])
    }

    func client(of fields: HTTPFields, at peer: String?) -> ClientAddress {
        proxies.client(at: peer, forwarded: fields.all("Forwarded"), xForwardedFor: fields.all("X-Forwarded-For"))
    }
}

extension HTTPFields {
    fileprivate func all(_ field: String) -> [String] { HTTPField.Name(field).map { self[values: $0] } ?? [] }
}

/// One connection in the ledger. Used on its event loop only.
final class ConnectionUse {
    /// The address at its other end.
    let peer: String?
    /// Why it is not served.
    let refusal: Refusal?
    private let ledger: ClientLedger
    let client: ClientAddress
    /// Whether what one client may use does not bound it, but only what all may.
    let isManyClients: Bool
    private var held = 0
    private var isOpen = true

    init(ledger: ClientLedger, peer: String?, client: ClientAddress, isManyClients: Bool) {
        self.ledger = ledger
        self.peer = peer
        self.client = client
        self.isManyClients = isManyClients
        refusal = ledger.connect(client, limit: isManyClients ? .max : ledger.limits.connections)
    }

    /// Has so many bytes of its unfinished request counted. Returns why they cannot be kept.
    @discardableResult func hold(_ bytes: Int) -> Refusal? {
        guard isOpen, bytes != held else { return nil }
        defer { held = bytes }
        return ledger.hold(bytes - held, of: client, limit: isManyClients ? .max : ledger.limits.unfinished)
    }

    func end() {
        guard isOpen else { return }
        hold(0)
        isOpen = false
        ledger.disconnect(client)
    }
}
