import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import ShopServer

/// Requests that wait for a slot of their client.
@Suite struct WaitingRequestTests {
    private let policy: ClientPolicy
    private var uses: ClientUses { policy.uses }

    init() {
        var limits = ClientLimits()
        limits.requests = 1
        policy = ClientPolicy(
            uses: ClientUses(limits), proxies: TrustedProxies(ranges: []),
            rules: RequestHeadRules(hosts: HostNames(listeningAt: "127.0.0.1", names: []), maxBodySize: 512))
    }

    /// Returns a connection that has sent a request.
    private func requesting() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        let gate = RequestGate(policy, policy.connect("127.0.0.1"), RequestPieces(), idleTimeout: .hours(1)) { _, _ in
            nil
        }
        try channel.pipeline.syncOperations.addHandler(gate)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        var request = IncomingRequest()
        request.head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/health")
        try channel.writeInbound(RequestArrival.whole(request))
        return channel
    }

    private func isPassedOn(_ channel: EmbeddedChannel) throws -> Bool {
        channel.embeddedEventLoop.run()
        return try channel.readInbound(as: HTTPServerRequestPart.self) != nil
    }

    @Test func aRequestThatWaitsForItsTurnGoesWithItsConnection() throws {
        let client = try #require(ClientAddress("127.0.0.1"))
        let (first, second, third) = (try requesting(), try requesting(), try requesting())
        #expect(try isPassedOn(first))
        #expect(try !isPassedOn(second))
        #expect(uses.waitingCount(client) == 2)
        _ = try second.finish()
        #expect(uses.waitingCount(client) == 1)
        _ = try first.finish()
        #expect(try isPassedOn(third))
        #expect(uses.waitingCount(client) == 0)
        _ = try third.finish()
    }
}
