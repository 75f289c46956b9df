import Domain

/// A transaction in the database, on the thread of its connection.
final class PostgreSQLTransaction {
    private let connection: PostgreSQLConnection
    var newVersions: [SectionID: SectionVersions.Change] = [:]

    init(_ connection: PostgreSQLConnection) { self.connection = connection }

    func run(_ sql: String, _ parameters: [(any SQLParameter)?]) throws { _ = try rows(sql, parameters) }

    func row(_ sql: String, _ parameters: [(any SQLParameter)?] = []) throws -> PostgreSQLRow? {
        try rows(sql, parameters).first
    }

    func rows(_ sql: String, _ parameters: [(any SQLParameter)?] = []) throws -> [PostgreSQLRow] {
        try connection.rows(sql, parameters)
    }
}

extension PostgreSQLTransaction: GroupedTransaction {
    static func ownFailure(_ error: any Error) throws -> any Error {
        if let error = error as? PostgreSQLError, error.isOfStorage { throw error }
        return StoreError.toldByPostgreSQL(error)
    }

    func inOwnSavepoint<Outcome>(_ body: () throws -> Outcome) throws -> Outcome {
        try connection.run("SAVEPOINT own")
        do {
            let outcome = try body()
            try connection.run("RELEASE own")
            return outcome
        } catch {
            if !connection.isLost { try connection.run("ROLLBACK TO own; RELEASE own") }
            throw error
        }
    }
}
