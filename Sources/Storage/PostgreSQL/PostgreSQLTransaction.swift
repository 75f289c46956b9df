import Domain

/// A transaction in the database, on the thread of its connection.
final class PostgreSQLTransaction: SQLTransaction {
    private let connection: PostgreSQLConnection
    private let waitsForEach: Bool
    var newVersions: [SectionID: SectionVersions.Change] = [:]

    /// Statements without rows are pipelined with the next one that has them. If one is refused, that next statement
    /// or the commit throws, unless the transaction `waitsForEach`.
    init(_ connection: PostgreSQLConnection, waitsForEach: Bool = false) {
        (self.connection, self.waitsForEach) = (connection, waitsForEach)
    }

    func rows(_ sql: String, _ values: [(any SQLValue)?]) throws -> [PostgreSQLRow] {
        try connection.rows(sql, values)
    }

    func run(_ sql: String, _ values: [(any SQLValue)?]) throws {
        try connection.send(sql, values)
        if waitsForEach { try connection.answer() }
    }

    /// The refused statement may belong to an earlier transaction of the group: then everything is rolled back.
    func checkGoesOn(after error: any Error) throws {
        if connection.isLost || (error as? PostgreSQLError)?.isOfEarlierStatement == true { throw error }
    }

    static func ownFailure(_ error: any Error) throws -> any Error {
        if let error = error as? PostgreSQLError, error.isOfStorage || error.isOfEarlierStatement { throw error }
        return StoreError.translatedFromPostgreSQL(error)
    }
}
