import CPostgreSQL
import Domain

/// What libpq and the server are told of a connection.
struct ConnectionOptions {
    private let names: [String]
    private let values: SQLTexts

    /// What stands before the address gives way to what it says, and what stands behind it does not.
    init(_ address: PostgreSQLAddress, password: Secret?, _ limits: PostgreSQLLimits) {
        var options = [
            ("gssencmode", "disable"), ("keepalives_idle", "10"), ("keepalives_interval", "3"),
            ("keepalives_count", "3"), ("tcp_user_timeout", "10000"), ("application_name", "banchan"),
            ("target_session_attrs", "read-write"), ("dbname", address.written.revealed), ("client_encoding", "UTF8"),
        ]
        if let password = address.password ?? password { options.append(("password", password.revealed)) }
        (names, values) = (options.map(\.0), SQLTexts(options.map(\.1)))
    }

    /// Begins to connect; `nil` where there is not even memory for that.
    func start(_ library: postgresql_library) -> OpaquePointer? {
        let keywords = SQLTexts(names)
        return withExtendedLifetime((keywords, values)) {
            library.PQconnectStartParams(keywords.pointers + [nil], values.pointers + [nil], 1)
        }
    }

    /// What holds for the whole of a connection. A server that is cut off gives its locks back.
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
