import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import TestSupport

/// A server on loopback that answers everything over TLS as "localhost", with a self-signed certificate.
final class TLSServer: Sendable {
    let port: Int
    /// The pieces of requests that arrived over encrypted connections.
    let received = Record<ByteBuffer>()
    private let channel: any Channel

    /// Redirects every request to `location`, or answers it if `location` is `nil`.
    init(redirectingTo location: String? = nil, as identity: TLSIdentity = .trusted) async throws {
        let answer = location.map { "302 Found\r\nLocation: \($0)\r\nContent-Length: 0\r\n\r\n" }
        let certificate = try NIOSSLCertificate(bytes: Array(identity.certificate.utf8), format: .pem)
        let key = try NIOSSLPrivateKey(bytes: Array(identity.key.utf8), format: .pem)
        let context = try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: [.certificate(certificate)], privateKey: .privateKey(key)))
        let received = received
        channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers([
                        NIOSSLServerHandler(context: context),
                        FixedAnswer(answer ?? "200 OK\r\nContent-Length: 6\r\n\r\nsecret", received),
                    ])
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        port = channel.localAddress?.port ?? 0
    }

    func stop() async throws { try await channel.close() }

    /// Passes `body` the path of a file with the certificate, for `SSL_CERT_FILE`.
    static func withCertificateFile(
        of identity: TLSIdentity = .trusted, _ body: (String) async throws -> Void
    ) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).pem")
        try Data(identity.certificate.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await body(file.path)
    }
}

private final class FixedAnswer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let answer: String
    private let received: Record<ByteBuffer>

    init(_ answer: String, _ received: Record<ByteBuffer>) { (self.answer, self.received) = (answer, received) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received.append(unwrapInboundIn(data))
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "HTTP/1.1 \(answer)")), promise: nil)
    }
}
