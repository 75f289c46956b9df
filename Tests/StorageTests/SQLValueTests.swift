import Domain
import Foundation
import TerminalText
import TestSupport
import Testing

@testable import Storage

/// Values of a statement stand where their numbers are, whatever the database.
@Suite struct SQLValueTests {
    @Test(arguments: [TestedStore.sqlite, .postgreSQL]) func valuesStandWhereTheirNumbersAre(
        _ tested: TestedStore
    ) async throws {
        try await tested.withPlace { open in
            let found = try await open().transaction { transaction in
                guard let transaction = transaction as? any SQLTransaction else { return [String]() }
                try transaction.run(
                    "INSERT INTO records (value, module_table, key) VALUES ($2, $1, $1)", ["first", "second"])
                return try transaction.texts(
                    """
                    SELECT value AS text FROM records WHERE value = $2 AND module_table = $1 AND key = $1
                    UNION ALL SELECT key FROM records WHERE module_table = $1 AND value <> $1
                    """, ["first", "second"])
            }
            #expect(found == ["second", "first"])
        }
    }
}

extension SQLTransaction {
    fileprivate func texts(_ sql: String, _ values: [(any SQLValue)?]) throws -> [String] {
        try rows(sql, values).map { try $0.text("text") }
    }
}
