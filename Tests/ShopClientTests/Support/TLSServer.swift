import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// A server on loopback that answers everything over TLS as "localhost", with a self-signed certificate.
final class TLSServer: Sendable {
    let port: Int
    private let channel: any Channel

    /// Redirects every request to `location`, or answers it if `location` is `nil`.
    init(redirectingTo location: String? = nil) async throws {
        let answer = location.map { "302 Found\r\nLocation: \($0)\r\nContent-Length: 0\r\n\r\n" }
        let certificate = try NIOSSLCertificate(bytes: Array(TLSServer.certificate.utf8), format: .pem)
        let key = try NIOSSLPrivateKey(bytes: Array(TLSServer.key.utf8), format: .pem)
        let context = try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: [.certificate(certificate)], privateKey: .privateKey(key)))
        channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers([
                        NIOSSLServerHandler(context: context),
                        FixedAnswer(answer ?? "200 OK\r\nContent-Length: 6\r\n\r\nsecret"),
                    ])
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        port = channel.localAddress?.port ?? 0
    }

    func stop() async throws { try await channel.close() }

    /// Passes `body` the path of a file with the certificate, for `SSL_CERT_FILE`.
    static func withCertificateFile(_ body: (String) async throws -> Void) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).pem")
        try Data(certificate.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await body(file.path)
    }

    /// Created for tests and valid until 2126; it protects nothing.
    private static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBlDCCATugAwIBAgIUT1rNiCq4UoE6zSHn+VU0qbs+MkswCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjAzNDkzMVoYDzIxMjYxMDI5
        MDM0OTMxWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAAQSYI6Cfe6kJmsdCU5D0xXzB7h3rp4uOWoEAHaDCdUFNQetgIv8Iq97
        AVAbg/dmx+RiBUwzwfBt1V0ghJ77iIgco2kwZzAdBgNVHQ4EFgQUbloghCi0BChc
        oIeQCy3BP3322UAwHwYDVR0jBBgwFoAUbloghCi0BChcoIeQCy3BP3322UAwDwYD
        VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
        RwAwRAIgE4WEcZnbN0vP69dJ/gc/K1KUnZ8duyYQge4uPTlLmTICIFot5UDKyL8t
        pqHDrRpObFmNodnkTvxh6ZQfHGr0JLdK
        -----END CERTIFICATE-----
        """

    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgEPz4JzaGHoG7++Rm
        16psbVe6KvrJucTaqOZmry4hO22hRANCAAQSYI6Cfe6kJmsdCU5D0xXzB7h3rp4u
        OWoEAHaDCdUFNQetgIv8Iq97AVAbg/dmx+RiBUwzwfBt1V0ghJ77iIgc
        -----END PRIVATE KEY-----
        """
}

private final class FixedAnswer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let answer: String

    init(_ answer: String) { self.answer = answer }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "HTTP/1.1 \(answer)")), promise: nil)
    }
}
