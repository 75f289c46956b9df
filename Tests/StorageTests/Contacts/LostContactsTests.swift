import Foundation
import GRDB
import SQLiteFile
import TestSupport
import Testing

@testable import Contacts

/// The phone book's files are removed while it is open. No contact may be confirmed if it was written to a removed
/// file.
@Suite struct LostContactsTests {
    @Test(arguments: ["", "-wal", "-shm"])
    func aContactIsNotConfirmedIntoAFileThatIsGone(_ suffix: String) async throws {
        try await withContacts { path in
            let store = PhoneBookStore(at: path)
            _ = try await store.keep("가")
            try FileManager.default.removeItem(atPath: path + suffix)
            // The store's own file watch may detect the loss first; the store then continues with the files that exist.
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
        try await withContacts { path in
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
        try await withContacts { path in
            let store = PhoneBookStore(at: path)
            _ = try await store.keep("가")
            let other = path + ".other"
            let second = PhoneBookStore(at: other)
            _ = try await second.keep("하")
            let copy = try database(at: other)
            try await copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
            #expect(try await store.names() == ["가"])
            try FileManager.default.copyItem(atPath: other, toPath: path + ".new")
            #expect(rename(path + ".new", path) == 0)
            // The first reader to notice gets the error. That may be the store's own file watch.
            let first = try? await store.names()
            #expect(first == nil || first == ["하"])
            #expect(try await store.names() == ["하"])
        }
    }

    /// Whether the store confirms a contact with that name; `false` if it reports that its file is lost.
    private func confirms(_ name: String, in store: PhoneBookStore) async throws -> Bool {
        let draft = try ContactDraft.example(name, "010-2222-3333")
        do throws(PhoneBookError) {
            _ = try await store.create(draft)
            return true
        } catch {
            #expect(error == .lost)
            return false
        }
    }
}
