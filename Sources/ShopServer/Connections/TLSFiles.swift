import Foundation
import Glibc
import NIOSSL

/// The paths of the certificate and key files for TLS, in PEM format.
public struct TLSFiles: Hashable, Sendable {
    /// The certificate chain: the server's certificate, followed by the intermediate ones.
    public var certificate: String
    /// The certificate's private key, without a password.
    public var key: String

    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }

    /// The bytes of both files.
    struct Content: Hashable, Sendable {
        let certificate: [UInt8]
        let key: [UInt8]
    }

    /// Reads both files. Throws an error that names the file that cannot be read, or `.exposedKey` if others may read the
    /// key.
    func content() throws(ShopServerError) -> Content {
        guard let certificate = try? Data(contentsOf: URL(filePath: certificate)) else {
            throw .unusableCertificate(path: certificate)
        }
        return Content(certificate: [UInt8](certificate), key: try privateKey())
    }

    /// The mode bits that must not be set: all of anybody but the owner. The group may read a key of root, as those that
    /// Debian keeps for its group ssl-cert.
    private static let (othersMay, othersMayOfRoot): (mode_t, mode_t) = (0o077, 0o037)

    /// Reads the key, and looks at the permissions of the open file, not of the path, where there may be another by now.
    private func privateKey() throws(ShopServerError) -> [UInt8] {
        guard let file = FileHandle(forReadingAtPath: key) else { throw .unusableKey(path: key) }
        defer { try? file.close() }
        var facts = stat()
        guard fstat(file.fileDescriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw .unusableKey(path: key)
        }
        let mayNotBeSet = facts.st_uid == 0 ? TLSFiles.othersMayOfRoot : TLSFiles.othersMay
        guard facts.st_mode & mayNotBeSet == 0 else { throw .exposedKey(path: key) }
        guard let bytes = try? file.readToEnd() else { throw .unusableKey(path: key) }
        return [UInt8](bytes)
    }

    /// Throws the reason if the server's certificate is not valid at that time.
    func checkTime(of content: Content, at time: Date) throws(ShopServerError) {
        guard let own = try chain(of: content).first else { return }
        let first = Date(timeIntervalSince1970: TimeInterval(own.notValidBefore))
        let last = Date(timeIntervalSince1970: TimeInterval(own.notValidAfter))
        if time > last { throw .certificateExpired(path: certificate, at: last) }
        if time < first { throw .certificateNotYetValid(path: certificate, from: first) }
    }

    private func chain(of content: Content) throws(ShopServerError) -> [NIOSSLCertificate] {
        guard let chain = try? NIOSSLCertificate.fromPEMBytes(content.certificate), !chain.isEmpty else {
            throw .unusableCertificate(path: certificate)
        }
        return chain
    }

    /// Creates the TLS context. Throws an error that names the invalid file.
    func context(of content: Content) throws(ShopServerError) -> NIOSSLContext {
        let chain = try chain(of: content)
        guard let key = try? NIOSSLPrivateKey(bytes: content.key, format: .pem) else {
            throw .unusableKey(path: key)
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        do {
            return try NIOSSLContext(configuration: configuration)
        } catch {
            // Both files are valid, but the key does not match the certificate.
            throw .unusableKey(path: self.key)
        }
    }
}
