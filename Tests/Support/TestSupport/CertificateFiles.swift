import Foundation

/// Files with a certificate for localhost and its key, removed on deinitialization. Creating them blocks while openssl
/// runs.
public final class CertificateFiles: Sendable {
    private let directory: URL

    public var certificate: String { directory.appending(component: "certificate.pem").path }
    public var key: String { directory.appending(component: "key.pem").path }

    /// Makes a certificate that is valid from now on, for so many days.
    public init(days: Int = 2) throws {
        directory = FileManager.default.temporaryDirectory.appending(component: "banchan-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
            "\(days)",
            "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
            "-keyout", key, "-out", certificate,
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
    }

    deinit { FileManager.default.removeScratch(directory) }
}
