import Domain
import Foundation
import TestPeers
import TestSupport
import Testing

@testable import ShopHTTP

/// Encrypted connections, and the verification of certificates.
@Suite struct TLSTests {
    private func get(_ host: String, _ port: Int, _ environment: [String: String]) async throws -> HTTPAnswer {
        let url = try #require(URL(string: "https://\(host):\(port)/"))
        return try await HTTPClient(environment: environment).get(url)
    }

    @Test func aCertificateThatIsTrustedIsAnsweredBy() async throws {
        let server = try await TLSServer()
        try await TLSServer.withCertificateFile { file in
            let answer = try await get("localhost", server.port, ["SSL_CERT_FILE": file])
            #expect(answer.body == Data("secret".utf8))
        }
        try await server.stop()
    }

    @Test func aCertificateOfAnotherHostOrOfNobodyKnownIsToldAsThat() async throws {
        let server = try await TLSServer()
        await #expect(throws: FetchFailure.untrusted(.unknownIssuer)) { try await get("localhost", server.port, [:]) }
        try await TLSServer.withCertificateFile { file in
            await #expect(throws: FetchFailure.untrusted(.otherName)) {
                try await get("127.0.0.1", server.port, ["SSL_CERT_FILE": file])
            }
        }
        try await server.stop()
    }

    @Test func aFileOfTrustedCertificatesThatIsMissingOrHasNoneIsToldAsThat() async throws {
        let server = try await TLSServer()
        for file in ["/nowhere/certificates.pem", "/dev/null"] {
            await #expect(throws: FetchFailure.untrusted(.noTrustedFile)) {
                try await get("localhost", server.port, ["SSL_CERT_FILE": file])
            }
        }
        try await server.stop()
    }

    @Test func aCertificateOutsideItsTimeIsToldAsThat() async throws {
        for (identity, fault) in [(TLSIdentity.expired, CertificateFault.expired), (.early, .notYetValid)] {
            let server = try await TLSServer(as: identity)
            try await TLSServer.withCertificateFile(of: identity) { file in
                await #expect(throws: FetchFailure.untrusted(fault)) {
                    try await get("localhost", server.port, ["SSL_CERT_FILE": file])
                }
            }
            try await server.stop()
        }
    }

    @Test func nothingIsAskedOfAServerThatIsNotTrusted() async throws {
        let server = try await TLSServer()
        await #expect(throws: FetchFailure.untrusted(.unknownIssuer)) { try await get("localhost", server.port, [:]) }
        #expect(server.received.count == 0)
        try await TLSServer.withCertificateFile { file in
            _ = try await get("localhost", server.port, ["SSL_CERT_FILE": file])
            #expect(server.received.count > 0)
        }
        try await server.stop()
    }

    @Test func aServerThatDoesNotEncryptIsToldAsThat() async throws {
        let server = try LoopbackServer { peer in peer.answer("400 Bad Request") }
        defer { server.stop() }
        await #expect(throws: FetchFailure.untrusted(.noHandshake)) {
            try await get("localhost", Int(server.port), [:])
        }
    }

    @Test func nobodyIsLedOutOfAnEncryptedConnection() async throws {
        let plain = try HostileServer { peer, _ in peer.answer(body: "plain") }
        defer { plain.stop() }
        let server = try await TLSServer(redirectingTo: plain.url.absoluteString)
        try await TLSServer.withCertificateFile { file in
            await #expect(throws: FetchFailure.redirected) {
                try await get("localhost", server.port, ["SSL_CERT_FILE": file])
            }
        }
        #expect(plain.requests.all.isEmpty)
        try await server.stop()
    }

    @Test func anEncryptedRedirectIsFollowed() async throws {
        let last = try await TLSServer()
        let first = try await TLSServer(redirectingTo: "https://localhost:\(last.port)/")
        try await TLSServer.withCertificateFile { file in
            let answer = try await get("localhost", first.port, ["SSL_CERT_FILE": file])
            #expect(answer.body == Data("secret".utf8))
        }
        try await first.stop()
        try await last.stop()
    }
}
