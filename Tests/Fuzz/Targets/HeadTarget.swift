import Domain
import NIOCore
import NIOEmbedded
import NIOHTTP1

@testable import ShopServer

// The bytes that the server receives over a connection, up to whole requests.
extension FuzzTarget {
    /// The first byte determines the size of the pieces in which the rest arrives.
    static let heads = FuzzTarget(name: "heads", seeds: HeadSeeds.all) { bytes in
        guard let size = bytes.first else { return }
        let connection = try FuzzedConnection()
        for piece in Array(bytes.dropFirst()).pieces(of: Int(size) + 1) { try connection.take(piece) }
        try connection.end()
        let (answers, requests) = (try connection.answers, connection.requests)
        let refusals = answers.filter { !$0.hasPrefix("HTTP/1.1 200") && !$0.hasPrefix("HTTP/1.1 100") }
        try expect(refusals.count <= 1, "a connection is refused once")
        try expect(answers.count { $0.hasPrefix("HTTP/1.1 200") } == requests.count, "each request has its answer")
        for request in requests {
            try expect(request.body <= FuzzedConnection.maxBodySize, "no body is larger than is taken")
            let hosts = request.head.headers["Host"]
            try expect(hosts.count == 1 || request.head.version == .http1_0, "a request has one Host")
        }
    }
}

/// A request that passed all checks.
private struct WholeRequest {
    let head: HTTPRequestHead
    var body = 0
}

/// The server's end of a connection, without a network.
private final class FuzzedConnection {
    static let maxBodySize = 512

    private let channel = EmbeddedChannel()
    private let responder = Responder()

    init() throws {
        let rules = RequestHeadRules(
            hosts: HostNames(listeningAt: "127.0.0.1", names: []), maxBodySize: FuzzedConnection.maxBodySize)
        let ledger = ClientUses(ClientLimits())
        let proxies = TrustedProxies(ranges: [AddressRange("127.0.0.0/8")].compactMap(\.self))
        let guests = ClientPolicy(uses: ledger, proxies: proxies, rules: rules)
        let connection = guests.connect("127.0.0.1")
        let (pieces, assembler) = (RequestPieces(), RequestAssembler(guests, connection))
        pieces.assembler = assembler
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(pieces)
        try pipeline.addHandler(HTTPResponseEncoder())
        try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)))
        let gate = RequestGate(guests, connection, pieces, idleTimeout: .hours(1)) { _, _ in nil }
        try pipeline.addHandlers([assembler, gate, responder])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    var requests: [WholeRequest] { responder.requests }

    /// The status lines of the responses.
    var answers: [String] {
        get throws {
            var text = ""
            while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
            return text.split(separator: "\r\n").filter { $0.hasPrefix("HTTP/1.1 ") }.map(String.init)
        }
    }

    func take(_ bytes: [UInt8]) throws {
        guard channel.isActive else { return }
        _ = try? channel.writeInbound(ByteBuffer(bytes: bytes))
    }

    /// Lets pipelined requests have their turns, then closes the connection.
    func end() throws {
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        _ = try? channel.finish(acceptAlreadyClosed: true)
    }
}

/// Answers every request that reaches it.
private final class Responder: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private(set) var requests: [WholeRequest] = []

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): requests.append(WholeRequest(head: head))
        case .body(let bytes): requests[requests.count - 1].body += bytes.readableBytes
        case .end:
            let fields = HTTPHeaders([("Content-Length", "0")])
            let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: fields)
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }
}

enum HeadSeeds {
    static let all = [
        "\u{FF}GET /woowa/main HTTP/1.1\r\nHost: localhost:8080\r\nIf-None-Match: \"a\"\r\n\r\n",
        "\u{4}GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nForwarded: for=\"[2001:db8::1]:4711\";proto=http, for=x\r\n\r\n"
            + "HEAD /health HTTP/1.0\r\nX-Forwarded-For: 1.2.3.4\r\n\r\n",
        "\u{9}POST /orders HTTP/1.1\r\nHost: [::1]:80\r\nOrigin: http://[::1]:80\r\nExpect: 100-continue\r\n"
            + "Content-Length: 4\r\n\r\nbodyGET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        "\u{1F}PUT /a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\nX: y\r\n\r\n",
        "\u{1}BREW /a HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ].map { $0.unicodeScalars.map { UInt8($0.value) } }
}
