import Foundation
import GRDB
import SQLiteFile
import TestPeers
import Testing

@testable import Storage

/// How SQLite errors are converted to the errors of a connection.
@Suite struct DatabaseTroubleTests {
    @Test(arguments: [
        (ResultCode.SQLITE_CORRUPT, DatabaseFileError.damaged), (.SQLITE_NOTADB, .damaged), (.SQLITE_FULL, .full),
        (.SQLITE_READONLY, .readOnly), (.SQLITE_BUSY, .busy), (.SQLITE_IOERR, .sqlite(code: 10)),
    ])
    func troubleBeginsOnceAndIsOverOnceSomethingIsCommitted(_ code: ResultCode, _ trouble: DatabaseFileError) throws {
        try withConnection { connection, translated in
            for _ in 0..<3 {
                #expect(throws: trouble) { try connection.perform { _ in throw DatabaseError(resultCode: code) } }
            }
            #expect(translated.all == (trouble == .damaged ? [trouble, nil, trouble, nil, trouble] : [trouble]))
            connection.examine()
            #expect(connection.trouble == nil)
            #expect(translated.all.last == .some(nil))
        }
    }

    @Test func whatIsNoFaultOfTheStorageIsNoTrouble() throws {
        try withConnection { connection, translated in
            #expect(throws: DatabaseError.self) {
                try connection.perform { _ in throw DatabaseError(resultCode: .SQLITE_CONSTRAINT) }
            }
            #expect(connection.trouble == nil)
            #expect(translated.all.isEmpty)
        }
    }

    @Test func aDatabaseWithoutRoomIsReallyFull() throws {
        try withConnection { connection, translated in
            func fill() throws {
                try connection.perform { database in
                    try database.immediately { db in
                        try db.execute(
                            sql: """
                                INSERT INTO sections (path, version, number, content)
                                VALUES ('', 1, 1, hex(zeroblob(1 << 19)))
                                """)
                    }
                }
            }
            try connection.perform { database in
                try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 100") }
            }
            #expect(throws: DatabaseFileError.full) { try fill() }
            #expect(translated.all == [.full])
            try connection.perform { database in
                try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 100000") }
            }
            try fill()
            #expect(translated.all == [.full, nil])
        }
    }

    @Test func aDiskThatOthersFilledIsFoundByWhoTries() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(component: "banchan-store-\(UUID())")
        defer { try? FileManager.default.removeItem(at: directory) }
        guard let disk = try SmallDisk(at: directory.appending(component: "disk"), megabytes: 2) else {
            print("Skipped: this machine does not allow a small disk to be mounted.")
            return
        }
        defer { disk.unmount() }
        let path = disk.url.appending(component: "shop.sqlite").path
        let store = try SQLiteStore(at: path)
        try await store.place()
        #expect(await store.examine(tries: true) == nil)
        try disk.fill()
        #expect(await store.examine(tries: true)?.error == .full)
        let other = try SQLiteStore(at: path, mustExist: true)
        #expect(await other.examine(tries: true)?.error == .full)
        try disk.free()
        for store in [store, other] {
            #expect(await store.examine() == nil)
            try await store.place()
            await store.close()
        }
    }

    private func withConnection(_ body: (DatabaseConnection, Told) throws -> Void) throws {
        let directory = FileManager.default.temporaryDirectory.appending(component: "banchan-store-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let path = directory.appending(component: "shop.sqlite").path
        let file = DatabaseFile(path: path, layout: Schema.layout, timeout: .milliseconds(50))
        let translated = Told()
        let connection = DatabaseConnection(try file.open(), of: file) { translated.all.append($0) }
        try body(connection, translated)
        connection.close()
    }
}

private final class Told {
    var all: [DatabaseFileError?] = []
}
