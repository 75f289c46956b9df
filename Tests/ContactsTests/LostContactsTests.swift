import Foundation
import GRDB
import SQLiteFile
import Testing

@testable import Contacts

/// The phone book's files are taken away while it is open: no contact is confirmed into a file that is gone.
@Suite struct LostContactsTests {
    @Test(arguments: ["", "-wal", "-shm"])
    func aContactIsNotConfirmedIntoAFileThatIsGone(_ suffix: String) async throws {
        try await withScratch { path in
            let store = PhoneBookStore(at: path)
            _ = try await store.keep("가")
            try FileManager.default.removeItem(atPath: path + suffix)
            // The store's own watch may find the loss first, and go on in what is there.
            let isConfirmed = try await confirms("나", in: store)
            if isConfirmed { #expect(try await PhoneBookStore(at: path).names().contains("나")) }
            if suffix.isEmpty {
                #expect(!isConfirmed)
                await #expect(throws: PhoneBookError.lost) { try await store.names() }
                #expect(!FileManager.default.fileExists(atPath: path))
            } else {
                #expect(try await store.names().contains("가"))
                _ = try await store.keep("다")
                #expect(try await PhoneBookStore(at: path).names() == store.names())
            }
        }
    }

    @Test func aFileThatGoesBetweenCommitAndConfirmationIsSeen() async throws {
        try await withScratch { path in
            let store = PhoneBookStore(at: path)
            _ = try await store.keep("가")
            await #expect(throws: PhoneBookError.lost) {
                try await store.perform { database in
                    try database.immediately { db in
                        _ = try ContactTable.insert(.example("나"), uid: "나", in: db)
                        db.afterNextTransaction { _ in rename(path, path + ".away") }
                    }
                }
            }
            #expect(rename(path + ".away", path) == 0)
            #expect(try await store.names().contains("가"))
        }
    }

    @Test func whatIsPutBackIsShown() async throws {
        try await withScratch { path in
            let store = PhoneBookStore(at: path)
            _ = try await store.keep("가")
            let other = path + ".other"
            let second = PhoneBookStore(at: other)
            _ = try await second.keep("하")
            let copy = try DatabaseQueue(path: other)
            try await copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
            #expect(try await store.names() == ["가"])
            try FileManager.default.copyItem(atPath: other, toPath: path + ".new")
            #expect(rename(path + ".new", path) == 0)
            // Whoever looks first hears of the loss, which may be the store's own watch.
            let first = try? await store.names()
            #expect(first == nil || first == ["하"])
            #expect(try await store.names() == ["하"])
        }
    }

    /// Whether the store says that it keeps a contact of that name; `false` where it says that its file is lost.
    private func confirms(_ name: String, in store: PhoneBookStore) async throws -> Bool {
        let draft = try ContactDraft.example(name)
        do throws(PhoneBookError) {
            _ = try await store.create(draft)
            return true
        } catch {
            #expect(error == .lost)
            return false
        }
    }
}
