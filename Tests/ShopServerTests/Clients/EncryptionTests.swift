import Foundation
import ShopResources
import ShopServer
import TestSupport
import Testing

@Suite struct EncryptionTests {
    @Test func withACertificateTheShopIsServedOverTLS() async throws {
        try await withCertificate { files in
            var configuration = ShopServer.Configuration(resources: try ShopResources.directory())
            configuration.encryption = files
            let text = try await withServer(configuration) { url in
                #expect(url.scheme == "https")
                let address = "https://localhost:\(url.port ?? 0)/health"
                return try await run("curl", ["-sS", "--noproxy", "*", "--cacert", files.certificate, address])
            }
            #expect(text.contains(#""status":"ok""#))
        }
    }

    @Test func anAvatarsPictureIsFoundOverTLSToo() async throws {
        try await withCertificate { files in
            var configuration = ShopServer.Configuration(resources: try ShopResources.directory())
            configuration.encryption = files
            let (text, port) = try await withServer(configuration) { url in
                let port = url.port ?? 0
                let address = "https://localhost:\(port)/api/v2/pokemon/25"
                let curl = ["-sS", "--noproxy", "*", "--cacert", files.certificate, address]
                return (try await run("curl", curl), port)
            }
            #expect(text.replacing("\\/", with: "/").contains("\"https://localhost:\(port)/sprites/25.png\""))
        }
    }

    @Test func whoDoesNotEncryptIsNotAnswered() async throws {
        try await withCertificate { files in
            var configuration = ShopServer.Configuration(resources: try ShopResources.directory())
            configuration.encryption = files
            let bytes = try await withServer(configuration) { url in
                let connection = try RawConnection(to: url)
                try await connection.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
                return try await connection.receive()
            }
            #expect(!String(decoding: bytes, as: UTF8.self).contains("HTTP/1.1"))
        }
    }

    @Test func filesThatHoldNeitherAreTold() async throws {
        try await withCertificate { files in
            let swapped = [
                (
                    TLSFiles(certificate: files.key, key: files.key),
                    ShopServerError.unusableCertificate(path: files.key)
                ),
                (
                    TLSFiles(certificate: files.certificate, key: files.certificate),
                    ShopServerError.unusableKey(path: files.certificate)
                ),
                (TLSFiles(certificate: "/none", key: files.key), ShopServerError.unusableCertificate(path: "/none")),
            ]
            for (files, error) in swapped {
                var configuration = ShopServer.Configuration(resources: try ShopResources.directory())
                configuration.encryption = files
                #expect(throws: error) { try ShopServer(configuration) }
            }
        }
    }
}

/// Runs `body` with a temporary certificate for localhost.
private func withCertificate(_ body: (TLSFiles) async throws -> Void) async throws {
    let files = try CertificateFiles()
    try await body(TLSFiles(certificate: files.certificate, key: files.key))
    withExtendedLifetime(files) {}
}

/// Returns the output of the program.
private func run(_ program: String, _ arguments: [String]) async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
            continuation.resume(
                with: Result {
                    let (process, output) = (Process(), Pipe())
                    process.executableURL = URL(filePath: "/usr/bin/\(program)")
                    process.arguments = arguments
                    process.standardOutput = output
                    process.standardError = FileHandle.nullDevice
                    try process.run()
                    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
                    process.waitUntilExit()
                    return text
                })
        }
    }
}
