import Domain

/// A transaction in the database, on the thread of its connection.
final class PostgreSQLTransaction {
    private let connection: PostgreSQLConnection
    private let waitsForEach: Bool
    var newVersions: [SectionID: SectionVersions.Change] = [:]

    /// Statements without results are pipelined with the next one that has them. If one is refused, that next statement
    /// or the commit throws, unless the transaction `waitsForEach`.
    init(_ connection: PostgreSQLConnection, waitsForEach: Bool = false) {
        (self.connection, self.waitsForEach) = (connection, waitsForEach)
    }

    func run(_ sql: String, _ parameters: [(any SQLParameter)?] = []) throws {
        try connection.send(sql, parameters)
        if waitsForEach { try connection.answer() }
    }

    func row(_ sql: String, _ parameters: [(any SQLParameter)?] = []) throws -> PostgreSQLRow? {
        try rows(sql, parameters).first
    }

    func rows(_ sql: String, _ parameters: [(any SQLParameter)?] = []) throws -> [PostgreSQLRow] {
        try connection.rows(sql, parameters)
    }
}

extension PostgreSQLTransaction: GroupedTransaction {
    static func ownFailure(_ error: any Error) throws -> any Error {
        if let error = error as? PostgreSQLError, error.isOfStorage || error.isOfEarlierStatement { throw error }
        return StoreError.translatedFromPostgreSQL(error)
    }

    func withSavepoint<Outcome>(_ body: () throws -> Outcome) throws -> Outcome {
        try run("SAVEPOINT own")
        do {
            let outcome = try body()
            try run("RELEASE own")
            return outcome
        } catch {
            // The refused statement may belong to an earlier transaction of the group: then everything is rolled back.
            if connection.isLost || (error as? PostgreSQLError)?.isOfEarlierStatement == true { throw error }
            try run("ROLLBACK TO own")
            try run("RELEASE own")
            throw error
        }
    }
}
