import Foundation
import TestTurns
import Testing

@testable import ShopHTTP

/// Encrypted connections, and whom they are trusted to lead to.
@Suite(.takingTurns, .timeLimit(.minutes(5))) struct TLSTests {
    private func get(_ host: String, _ port: Int, _ environment: [String: String]) async throws -> HTTPAnswer {
        let url = try #require(URL(string: "https://\(host):\(port)/"))
        return try await HTTPClient(loader: HTTPLoader(environment: environment)).get(url)
    }

    @Test func aCertificateThatIsTrustedIsAnsweredBy() async throws {
        let server = try await TLSServer()
        try await TLSServer.withCertificateFile { file in
            let answer = try await get("localhost", server.port, ["SSL_CERT_FILE": file])
            #expect(answer.body == Data("secret".utf8))
        }
        try await server.stop()
    }

    @Test func aCertificateOfAnotherHostOrOfNobodyKnownIsUnreachable() async throws {
        let server = try await TLSServer()
        await #expect(throws: FetchFailure.unreachable) { try await get("localhost", server.port, [:]) }
        try await TLSServer.withCertificateFile { file in
            await #expect(throws: FetchFailure.unreachable) {
                try await get("127.0.0.1", server.port, ["SSL_CERT_FILE": file])
            }
        }
        try await server.stop()
    }
}
