import Foundation
import NIOSSL

/// The files with which connections are encrypted, in PEM.
public struct TLSFiles: Hashable, Sendable {
    /// The certificate, and behind it those that vouch for it.
    public var certificate: String
    /// Its private key, without a password.
    public var key: String

    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }

    /// Reads both. Throws which of them is not what it should be.
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
            // Each of them is well, but the one is not for the other.
            throw .unusableKey(path: self.key)
        }
    }
}
