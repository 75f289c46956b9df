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
            // What others may read is not looked at.
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: files.certificate)
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

/// A key that others may read is refused, and a renewed certificate is used without a restart.
@Suite struct CertificateRenewalTests {
    @Test(arguments: [0o640, 0o604, 0o644, 0o660, 0o602])
    func aKeyThatOthersMayReadIsRefused(_ mode: Int) async throws {
        try await withCertificate { files in
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: files.key)
            var configuration = ShopServer.Configuration(resources: try ShopResources.directory())
            configuration.encryption = files
            // The group may read a key of root, as it does on Debian.
            if mode == 0o640, getuid() == 0 {
                _ = try ShopServer(configuration)
            } else {
                #expect(throws: ShopServerError.exposedKey(path: files.key)) { try ShopServer(configuration) }
            }
        }
    }

    @Test func aRenewedCertificateIsUsedAndOpenConnectionsStay() async throws {
        let (renewed, told) = (try CertificateFiles(), Record<ShopServerError>())
        try await withCertificate { files in
            var configuration = ShopServer.Configuration(resources: try ShopResources.directory())
            configuration.encryption = files
            configuration.onProblem = { told.append($0) }
            let old = try String(contentsOfFile: files.certificate, encoding: .utf8)
            let oldFile = "\(files.certificate).old"
            try old.write(toFile: oldFile, atomically: true, encoding: .utf8)
            try await withServer(configuration) { url in
                let port = url.port ?? 0
                func isServed(trusting certificate: String) async throws -> Bool {
                    let address = "https://localhost:\(port)/health"
                    return try await run("curl", ["-sS", "--noproxy", "*", "--cacert", certificate, address])
                        .contains(#""status":"ok""#)
                }
                #expect(try await isServed(trusting: oldFile))
                let stream = try EncryptedStream(port: port, trusting: oldFile)
                try await stream.expectAnswer()
                // First the key alone, which is not that of the certificate.
                try replace(files.key, with: renewed.key)
                await told.wait(count: 1)
                #expect(told.all == [.certificateNotRenewed(path: files.key)])
                #expect(try await isServed(trusting: oldFile))
                try replace(files.certificate, with: renewed.certificate)
                await told.wait(count: 2)
                #expect(told.all.last == .certificateRenewed)
                #expect(try await isServed(trusting: renewed.certificate))
                #expect(try await !isServed(trusting: oldFile))
                try await stream.expectAnswer()
                stream.end()
            }
        }
        withExtendedLifetime(renewed) {}
    }

    @Test func anExpiredCertificateIsReportedAndDoesNotReplaceAValidOne() async throws {
        let (brief, next, told) = (try CertificateFiles(), try CertificateFiles(days: 31), Record<ShopServerError>())
        try await withCertificate(days: 30) { files in
            var configuration = ShopServer.Configuration(resources: try ShopResources.directory())
            configuration.encryption = files
            configuration.onProblem = { told.append($0) }
            configuration.clock = { .now + 10 * 86_400 }
            let oldFile = "\(files.certificate).old"
            try FileManager.default.copyItem(atPath: files.certificate, toPath: oldFile)
            try await withServer(configuration) { url in
                let address = "https://localhost:\(url.port ?? 0)/health"
                func isServed(trusting certificate: String) async throws -> Bool {
                    try await run("curl", ["-sS", "--noproxy", "*", "--cacert", certificate, address])
                        .contains(#""status":"ok""#)
                }
                try replace(files.certificate, with: brief.certificate)
                try replace(files.key, with: brief.key)
                await told.wait { $0.last == .certificateNotRenewed(path: files.certificate) }
                #expect(told.all.contains { $0.isExpiry(of: files.certificate) })
                #expect(try await isServed(trusting: oldFile))
                try replace(files.certificate, with: next.certificate)
                try replace(files.key, with: next.key)
                await told.wait { $0.last == .certificateRenewed }
                #expect(try await isServed(trusting: next.certificate))
            }
        }
        withExtendedLifetime((brief, next)) {}
    }

    @Test(arguments: [-1.0, 10])
    func aShopBeginsWithACertificateThatIsNotValidAndReportsIt(_ days: Double) async throws {
        let told = Record<ShopServerError>()
        try await withCertificate { files in
            var configuration = ShopServer.Configuration(resources: try ShopResources.directory())
            configuration.encryption = files
            configuration.onProblem = { told.append($0) }
            configuration.clock = { .now + days * 86_400 }
            try await withServer(configuration) { _ in
                await told.wait(count: 1)
                #expect(told.all.first?.isExpiry(of: files.certificate) == (days > 0))
                #expect(told.all.first?.isNotYetValid(files.certificate) == (days < 0))
            }
        }
    }

    /// Exchanges a file as programs do that renew certificates: by renaming a new one.
    private func replace(_ path: String, with other: String) throws {
        let new = "\(path).new"
        try Data(contentsOf: URL(filePath: other)).write(to: URL(filePath: new))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: new)
        #expect(rename(new, path) == 0)
    }
}

/// One connection to a server over TLS, on which several requests are made.
private final class EncryptedStream {
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())

    init(port: Int, trusting certificate: String) throws {
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = [
            "s_client", "-quiet", "-verify_return_error", "-connect", "localhost:\(port)", "-CAfile", certificate,
        ]
        (process.standardInput, process.standardOutput) = (input, output)
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// Makes a request on this connection, and waits for its answer.
    func expectAnswer() async throws {
        try input.fileHandleForWriting.write(contentsOf: Data("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
        let file = output.fileHandleForReading
        let text = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var text = ""
                while !text.contains("}") {
                    let piece = file.availableData
                    if piece.isEmpty { break }
                    text += String(decoding: piece, as: UTF8.self)
                }
                continuation.resume(returning: text)
            }
        }
        #expect(text.contains(#""status":"ok""#))
    }

    func end() { process.terminate() }
}

extension ShopServerError {
    /// Whether this says that the certificate expired, at a time that is near.
    fileprivate func isExpiry(of certificate: String) -> Bool {
        guard case .certificateExpired(certificate, let time) = self else { return false }
        return abs(time.timeIntervalSinceNow - 2 * 86_400) < 3_600
    }

    fileprivate func isNotYetValid(_ certificate: String) -> Bool {
        guard case .certificateNotYetValid(certificate, let time) = self else { return false }
        return abs(time.timeIntervalSinceNow) < 3_600
    }
}

/// Runs `body` with a temporary certificate for localhost that is valid for so many days.
private func withCertificate(days: Int = 2, _ body: (TLSFiles) async throws -> Void) async throws {
    let files = try CertificateFiles(days: days)
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
