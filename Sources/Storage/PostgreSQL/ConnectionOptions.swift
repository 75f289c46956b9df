import CPostgreSQL
import Domain

/// The options of a connection for libpq and the server.
struct ConnectionOptions {
    private let names: [String]
    private let values: SQLTexts

    /// Options before the address (`dbname`) are defaults that it can override; options after it override the address.
    init(_ address: PostgreSQLAddress, password: Secret?, _ limits: PostgreSQLLimits) {
        var options = [
            ("gssencmode", "disable"), ("keepalives_idle", "10"), ("keepalives_interval", "3"),
            ("keepalives_count", "3"), ("tcp_user_timeout", "10000"), ("application_name", "banchan"),
            ("target_session_attrs", "read-write"), ("dbname", address.written.revealed), ("client_encoding", "UTF8"),
        ]
        if let password = address.password ?? password { options.append(("password", password.revealed)) }
        (names, values) = (options.map(\.0), SQLTexts(options.map(\.1)))
    }

    /// Begins to connect. Returns `nil` if there is not enough memory.
    func start(_ library: postgresql_library) -> OpaquePointer? {
        let keywords = SQLTexts(names)
        return withExtendedLifetime((keywords, values)) {
            library.PQconnectStartParams(keywords.pointers + [nil], values.pointers + [nil], 1)
        }
    }

    /// The session settings of a connection. The keep-alives make the server release the locks of a client that was cut
    /// off.
    static func settings(_ limits: PostgreSQLLimits) -> String {
        """
        SET search_path TO banchan;
        SET client_min_messages TO warning;
        SET plan_cache_mode TO force_generic_plan;
        SET statement_timeout TO \(limits.statement.wholeMilliseconds);
        SET lock_timeout TO \(limits.lock.wholeMilliseconds);
        SET idle_in_transaction_session_timeout TO \(limits.statement.wholeMilliseconds);
        SET tcp_keepalives_idle TO 10;
        SET tcp_keepalives_interval TO 3;
        SET tcp_keepalives_count TO 3
        """
    }
}
