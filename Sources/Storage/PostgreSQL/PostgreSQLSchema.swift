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
        if try isMade(connection) { return }
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
        guard try isMade(connection) else { throw PostgreSQLError.unusable(.missing) }
    }

    /// Returns whether there is a schema of that name.
    private static func isMade(_ connection: PostgreSQLConnection) throws -> Bool {
        let found = try connection.rows(
            "SELECT to_regclass('banchan.layout') AS layout FROM pg_namespace WHERE nspname = 'banchan'", [])
        guard let schema = found.first else { return false }
        guard try schema.textIfAny("layout") != nil else { throw PostgreSQLError.unusable(.foreign) }
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
