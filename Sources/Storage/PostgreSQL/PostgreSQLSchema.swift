import SQLiteFile

/// The tables in a schema of their own, and a table `layout` that tells it from any other of that name and version.
enum PostgreSQLSchema {
    private static let application = "banchan.store"
    /// Serialises servers that start at once: "BNCH".
    private static let advisoryLock = 0x424E_4348
    private static let tables = Schema.sql(for: .postgreSQL)
    static let version = DatabaseLayout.version(of: tables)

    /// Creates the tables if there are none. Throws `PostgreSQLError.unusable` with `.foreign` or `.otherVersion`.
    static func make(_ connection: PostgreSQLConnection) throws {
        if try connection.transaction(.reading, { try isMade(connection) }) { return }
        try connection.transaction(.making) {
            _ = try connection.rows("SELECT pg_advisory_xact_lock(\(advisoryLock))", [])
            if try isMade(connection) { return }
            try connection.run(
                """
                CREATE SCHEMA banchan;
                CREATE TABLE layout (application text NOT NULL, version text NOT NULL);
                INSERT INTO layout VALUES ('\(application)', '\(version)');
                \(tables)
                """)
        }
    }

    /// Throws `PostgreSQLError.unusable` with `.missing`, `.foreign` or `.otherVersion` if this program cannot use the
    /// database.
    static func check(_ connection: PostgreSQLConnection) throws {
        try connection.transaction(.reading) { try checkTables(connection) }
    }

    private static func checkTables(_ connection: PostgreSQLConnection) throws {
        guard try isMade(connection) else { throw PostgreSQLError.unusable(.missing) }
    }

    /// Returns the columns that are missing or of another type, and those of others without which no row is taken, as
    /// `orders.total`. Throws like `check`. Must be called in a transaction.
    static func changes(in connection: PostgreSQLConnection) throws -> [String] {
        try checkTables(connection)
        return try connection.rows(changes, [columns]).map { try $0.text("name") }
    }

    /// Every column and its type, as the server writes them.
    private static let columns = Schema.columns(of: .postgreSQL).map { "\($0.name) \($0.type)" }.joined(
        separator: ",")

    private static let changes = """
        WITH present AS (
            SELECT relname || '.' || attname AS name, format_type(atttypid, NULL) AS type,
                attnotnull AND NOT atthasdef AND attidentity = '' AS is_needed
            FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
            WHERE relnamespace = to_regnamespace('banchan') AND relkind IN ('r', 'p') AND relname <> 'layout'
            AND attnum > 0 AND NOT attisdropped),
        expected AS (
            SELECT split_part(entry, ' ', 1) AS name, split_part(entry, ' ', 2) AS type
            FROM unnest(string_to_array($1, ',')) AS entry)
        SELECT name FROM expected WHERE NOT EXISTS (
            SELECT FROM present WHERE present.name = expected.name AND present.type = expected.type)
        UNION SELECT name FROM present WHERE is_needed AND NOT EXISTS (
            SELECT FROM expected WHERE expected.name = present.name)
        AND EXISTS (SELECT FROM expected WHERE split_part(expected.name, '.', 1) = split_part(present.name, '.', 1))
        ORDER BY name
        """

    /// An expression that is 1 if the server only reads, otherwise 0.
    static let onlyReads =
        "(pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on')::integer"

    private static let state = """
        SELECT \(onlyReads) AS only_reads,
            (SELECT count(*) FROM pg_namespace WHERE nspname = 'banchan') AS schemas,
            to_regclass('banchan.layout') AS layout
        """

    /// Returns whether there is a schema of that name. Throws if the server only reads. Must be called in a transaction.
    ///
    /// The server is asked, because of a pooler libpq only knows what was true when it last connected.
    private static func isMade(_ connection: PostgreSQLConnection) throws -> Bool {
        let found = try connection.rows(state)
        guard let found = found.first else { throw PostgreSQLError.unusable(.damaged) }
        guard try found.integerIfAny("only_reads") == 0 else { throw PostgreSQLError.unusable(.readOnlyServer) }
        // Counted in the snapshot of what is read next: a schema that another server has just made is not in it.
        guard try found.integerIfAny("schemas") == 1 else { return false }
        guard try found.textIfAny("layout") != nil else { throw PostgreSQLError.unusable(.foreign) }
        let row: PostgreSQLRow?
        do {
            row = try connection.rows("SELECT application, version FROM banchan.layout", []).first
        } catch PostgreSQLError.refused("42703") {
            throw PostgreSQLError.unusable(.foreign)
        }
        guard let row, try row.textIfAny("application") == application else { throw PostgreSQLError.unusable(.foreign) }
        guard try row.textIfAny("version") == version else { throw PostgreSQLError.unusable(.otherVersion) }
        return true
    }
}
