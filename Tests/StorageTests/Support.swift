import Domain
import Foundation
import GRDB
import Storage

extension NewOrder {
    static func example(
        who: String = "지훈", key: IdempotencyKey = IdempotencyKey(id: UUID(), request: "{}"), isAnnounced: Bool = false
    ) -> NewOrder {
        NewOrder(
            counter: .menu, who: who, title: "시금치나물", quantity: 2, unitPrice: Won(3_900), placedAt: .now, key: key,
            isAnnounced: isAnnounced)
    }
}

/// Runs `body` with the path of a database that is not there yet, in a directory that is removed afterwards.
func withScratch(_ body: (String) async throws -> Void) async throws {
    let directory = FileManager.default.temporaryDirectory.appending(component: "banchan-ledger-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try await body(directory.appending(component: "shop.sqlite").path)
}

/// What another program reads in the database.
func rows(_ sql: String, _ path: String) throws -> [Row] {
    try database(at: path).read { try Row.fetchAll($0, sql: sql) }
}

/// Makes it a database of an earlier version of the layout, by what that did not have.
func take(_ tables: [String], outOf path: String, version: Int) async throws {
    try await database(at: path).write { db in
        for table in tables { try db.execute(sql: "DROP TABLE \(table)") }
        try db.execute(sql: "PRAGMA user_version = \(version)")
    }
}

private func database(at path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    return try DatabaseQueue(path: path, configuration: configuration)
}
