import CDatabase
import Domain
import Foundation
import Glibc
import TerminalText

/// The address of a PostgreSQL database, as `postgres://user@host:port/database?sslmode=verify-full` or as
/// `host=… dbname=…`. It holds no password, and its description shows the host, the port and the database's name alone.
public struct PostgreSQLAddress: Sendable, CustomStringConvertible {
    /// Why a text is not a usable address. Carries nothing of the text, which may hold a password.
    public enum Problem: Error, Hashable, Sendable {
        case invalid
        /// It holds a password, which belongs elsewhere.
        case hasPassword
        /// libpq, which reads addresses, is not installed.
        case noLibrary
    }

    private static let passwords: Set = ["password", "sslpassword"]
    /// The parameters that may have a value for each server, separated by commas.
    private static let lists: Set = ["host", "hostaddr", "port"]
    /// The parameters by which a text without a scheme is recognised.
    private static let parameters = ["host=", "user=", "dbname=", "password="]

    /// The parameters for libpq, in its own order.
    let options: [(name: String, value: String)]
    public let description: String

    /// Parses an address as libpq does. Refuses what libpq takes but nobody means: a password with a `/` or an `@` that
    /// is not written as `%2F` or `%40` would become a part of the host, the port or the name.
    public init(_ text: String) throws(Problem) {
        guard let library = postgresql_library()?.pointee else { throw .noLibrary }
        guard !text.utf8.contains(0), let parsed = library.PQconninfoParse(text, nil) else { throw .invalid }
        defer { library.PQconninfoFree(parsed) }
        options = PostgreSQLAddress.options(parsed)
        guard !options.contains(where: { PostgreSQLAddress.passwords.contains($0.name) }) else { throw .hasPassword }
        let values = Dictionary(options.map { ($0.name, $0.value) }) { first, _ in first }
        let (host, port, name) = (values["host"] ?? "", values["port"] ?? "", values["dbname"] ?? "")
        guard PostgreSQLAddress.areHosts(host), PostgreSQLAddress.areHosts(values["hostaddr"] ?? ""),
            port.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2C }),
            PostgreSQLAddress.isPlain(name), !name.contains("/"), !name.contains(":")
        else { throw .invalid }
        description = PostgreSQLAddress.shown(host: host, port: port, name: name)
    }

    private init(_ options: [(name: String, value: String)], shown description: String) {
        (self.options, self.description) = (options, description)
    }

    /// An address of each of its servers alone, in its order.
    ///
    /// libpq itself would look for a server that answers, but wait for one that is silent without a limit of its own, and
    /// believe what a pooler remembers of whether a server can be written to.
    var servers: [PostgreSQLAddress] {
        let lists = options.filter { PostgreSQLAddress.lists.contains($0.name) }.map { option in
            (name: option.name, values: option.value.split(separator: ",", omittingEmptySubsequences: false))
        }
        let count = lists.map(\.values.count).max() ?? 1
        // libpq says what is wrong with an address of so many hosts and so many ports.
        guard lists.allSatisfy({ $0.values.count == count || $0.name == "port" && $0.values.count == 1 }) else {
            return [self]
        }
        return (0..<count).map { index in
            let own = options.map { option in
                guard let values = lists.first(where: { $0.name == option.name })?.values else { return option }
                return (option.name, String(values[min(index, values.count - 1)]))
            }
            return PostgreSQLAddress(own, shown: description)
        }
    }

    /// Whether `text` is meant as the address of a database, rather than as a file's path: it holds `://`, begins with a
    /// scheme and a colon, or has one of libpq's parameters.
    public static func isAddress(_ text: String) -> Bool {
        let packed = text.lowercased().filter { !$0.isWhitespace }
        return packed.contains("://") || packed.firstMatch(of: /^[a-z][a-z0-9+.-]*:/) != nil
            || parameters.contains { packed.contains($0) }
    }

    private static func options(_ parsed: OpaquePointer) -> [(name: String, value: String)] {
        var options: [(name: String, value: String)] = []
        var next = UnsafePointer<postgresql_option>(parsed)
        while let name = next.pointee.keyword {
            if let value = next.pointee.value { options.append((String(cString: name), String(cString: value))) }
            next += 1
        }
        return options
    }

    /// Whether each of the hosts, which commas separate, is a name, an IP address or the directory of a socket.
    private static func areHosts(_ text: String) -> Bool {
        text.split(separator: ",").allSatisfy { host in
            guard isPlain(host) else { return false }
            if host.contains(":") { return isIPv6(host) }
            return host.hasPrefix("/") || !host.contains("/")
        }
    }

    private static func isIPv6(_ host: Substring) -> Bool {
        var address = in6_addr()
        return inet_pton(AF_INET6, String(host.prefix { $0 != "%" }), &address) == 1
    }

    /// Whether the text has no character that separates the parts of an address, no blank and no control character.
    private static func isPlain(_ text: some StringProtocol) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            scalar != "@" && scalar != "#" && scalar != "?" && !scalar.properties.isWhitespace
                && scalar.properties.generalCategory != .control && scalar.properties.generalCategory != .format
        }
    }

    private static func shown(host: String, port: String, name: String) -> String {
        let ports = port.split(separator: ",", omittingEmptySubsequences: false)
        let hosts = host.split(separator: ",").enumerated().map { index, host in
            let own = ports.count == 1 ? ports[0] : index < ports.count ? ports[index] : ""
            return (host.contains(":") ? "[\(host)]" : "\(host)") + (own.isEmpty ? "" : ":\(own)")
        }
        let text = "postgres://" + hosts.joined(separator: ",") + (name.isEmpty ? "" : "/\(name)")
        return PlainText(text, limit: 2_000).string
    }
}

struct ConnectionOptions {
    private let names: [String]
    private let values: SQLTexts

    /// Options before those of the address are defaults that it can override; options after them override the address.
    init(_ address: PostgreSQLAddress, password: Secret?, _ limits: PostgreSQLLimits) {
        var options = [
            ("gssencmode", "disable"), ("keepalives_idle", "10"), ("keepalives_interval", "3"),
            ("keepalives_count", "3"), ("tcp_user_timeout", "10000"), ("application_name", "banchan"),
        ]
        options += address.options.map { ($0.name, $0.value) }
        options.append(("client_encoding", "UTF8"))
        // Each connection asks for itself whether the server can be written to.
        options.append(("target_session_attrs", "any"))
        if let password { options.append(("password", password.revealed)) }
        (names, values) = (options.map(\.0), SQLTexts(options.map(\.1)))
    }

    /// Begins to connect. Returns `nil` if there is not enough memory.
    func start(_ library: postgresql_library) -> OpaquePointer? {
        let keywords = SQLTexts(names)
        return withExtendedLifetime((keywords, values)) {
            library.PQconnectStartParams(keywords.pointers + [nil], values.pointers + [nil], 0)
        }
    }
}

struct TransactionSettings {
    let lockTimeout: String
    /// The one of a trial.
    let shortLockTimeout: String
    /// All settings. The timeout for idle transactions makes the server release the locks of a client that was cut off.
    let all: String

    init(_ limits: PostgreSQLLimits) {
        let (statement, lock) = (limits.statement.wholeMilliseconds, limits.lock.wholeMilliseconds)
        lockTimeout = "SET LOCAL lock_timeout TO \(lock)"
        shortLockTimeout = "SET LOCAL lock_timeout TO \(min(limits.trialLock, limits.lock).wholeMilliseconds)"
        let settings = [
            ("search_path", "banchan"), ("statement_timeout", "\(statement)"), ("lock_timeout", "\(lock)"),
            ("idle_in_transaction_session_timeout", "\(statement)"),
        ]
        all = "SELECT " + settings.map { "set_config('\($0)', '\($1)', true)" }.joined(separator: ", ")
    }
}

/// An array of C strings, freed with this object.
final class SQLTexts {
    private let owned: [UnsafeMutablePointer<CChar>?]
    let pointers: [UnsafePointer<CChar>?]

    init(_ values: [(any SQLValue)?]) {
        owned = values.map { $0.flatMap { strdup($0.sqlText) } }
        pointers = owned.map { $0.map { UnsafePointer($0) } }
    }

    deinit {
        for text in owned { free(text) }
    }
}
