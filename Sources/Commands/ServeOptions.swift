import ArgumentParser
import Domain
import Logging
import ShopApp
import ShopServer

/// The command-line options for access to the server: its names, encryption, proxies, and limits for each client.
struct ExposureOptions: ParsableArguments {
    @Option(
        name: .customLong("name"),
        help: ArgumentHelp("A name by which the shop is reached, beside --host; may be repeated.", valueName: "host"))
    var names: [String] = []

    @Option(
        help: ArgumentHelp("A file with the certificate, and those that vouch for it, in PEM.", valueName: "path"),
        completion: .file())
    var tlsCertificate: String?

    @Option(
        help: ArgumentHelp("A file with the certificate's private key, in PEM.", valueName: "path"), completion: .file()
    )
    var tlsKey: String?

    @Option(
        name: .customLong("trusted-proxy"),
        help: ArgumentHelp(
            "An address, or many as in 10.0.0.0/8, whose Forwarded and X-Forwarded-For say who asks; may be repeated.",
            valueName: "address"))
    var trustedProxies: [String] = []

    @Option(
        help: ArgumentHelp(
            """
            A private file with the token by which the server knows banchan guest on this machine, and believes its \
            Forwarded.
            """, valueName: "path"), completion: .file())
    var guestTokenFile: String?

    @Option(
        name: .customLong("limit"),
        help: ArgumentHelp(
            """
            How much one address may use, such as streams=100 or changes=none; may be repeated. There are: \
            \(ClientLimits.names.joined(separator: ", ")).
            """, valueName: "limit"))
    var limits: [String] = []

    func validate() throws {
        guard (tlsCertificate == nil) == (tlsKey == nil) else {
            throw ValidationError("--tls-certificate and --tls-key go together.")
        }
    }

    /// Applies the options. Throws the proxy, the token's file or the limit that is not valid.
    func configure(_ configuration: inout ShopServer.Configuration, _ user: User) throws(CommandProblem) {
        configuration.names = names
        if let tlsCertificate, let tlsKey {
            configuration.encryption = TLSFiles(certificate: tlsCertificate, key: tlsKey)
        }
        for text in trustedProxies {
            guard let range = AddressRange(text) ?? AddressRange(address: text) else { throw .trustedProxy(text) }
            configuration.trustedProxies.append(range)
        }
        configuration.guestToken = try user.guestToken(file: guestTokenFile, option: "--guest-token-file")
        for text in limits {
            guard configuration.limits.set(text) else { throw .limit(text, names: ClientLimits.names) }
        }
    }
}

/// The command-line options for operating the server.
struct OperationOptions: ParsableArguments {
    private static let drainTimes = 0...3_600

    @Option(
        help: ArgumentHelp(
            """
            plain logs what is wrong in sentences; text logs each request as well, a line each; json logs both as \
            objects.
            """, valueName: "format"))
    var logFormat = LogFormat.plain

    @Option(
        help: ArgumentHelp(
            "How long to go on once asked to stop, while /ready says no: for balancers.", valueName: "seconds"))
    var drainSeconds = 0

    func validate() throws {
        guard OperationOptions.drainTimes.contains(drainSeconds) else {
            throw ValidationError("--drain-seconds is from 0 to \(OperationOptions.drainTimes.upperBound).")
        }
    }

    func configure(_ configuration: inout ShopServer.Configuration) {
        configuration.drainTime = .seconds(drainSeconds)
        configuration.logger = logger
    }

    /// The logger; `nil` if only problems are reported.
    var logger: Logger? {
        guard logFormat != .plain else { return nil }
        return Logger(label: "banchan") { _ in LineLogHandler(format: logFormat) }
    }
}

extension LogFormat: ExpressibleByArgument {}
