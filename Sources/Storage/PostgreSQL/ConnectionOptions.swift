import CPostgreSQL
import Domain
import Glibc

/// The options of a connection for libpq and the server.
struct ConnectionOptions {
    private let names: [String]
    private let values: SQLTexts

    /// Options before those of the address are defaults that it can override; options after them override the address.
    init(_ address: PostgreSQLAddress, password: Secret?, _ limits: PostgreSQLLimits) {
        var options = [
            ("gssencmode", "disable"), ("keepalives_idle", "10"), ("keepalives_interval", "3"),
            ("keepalives_count", "3"), ("tcp_user_timeout", "10000"), ("application_name", "banchan"),
            ("target_session_attrs", "read-write"),
        ]
        options += address.options.map { ($0.name, $0.value) }
        options.append(("client_encoding", "UTF8"))
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

/// The statements that make the settings of one transaction.
struct TransactionSettings {
    let lockTimeout: String
    /// All settings. The timeout for idle transactions makes the server release the locks of a client that was cut off.
    let all: String

    init(_ limits: PostgreSQLLimits) {
        let (statement, lock) = (limits.statement.wholeMilliseconds, limits.lock.wholeMilliseconds)
        lockTimeout = "SET LOCAL lock_timeout TO \(lock)"
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
