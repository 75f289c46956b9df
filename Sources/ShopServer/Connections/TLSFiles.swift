import Foundation
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

    /// Reads both files and creates the TLS context. Throws an error that names the invalid file.
    func context() throws(ShopServerError) -> NIOSSLContext {
        guard let chain = try? NIOSSLCertificate.fromPEMFile(certificate), !chain.isEmpty else {
            throw .unusableCertificate(path: certificate)
        }
        guard let key = try? NIOSSLPrivateKey(file: key, format: .pem) else {
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
