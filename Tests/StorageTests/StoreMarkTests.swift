import Domain
import Foundation
import GRDB
import InMemoryStore
import Storage
import TestSupport
import Testing

/// A store's mark shows without waiting whether anything was committed.
@Suite(.timeLimit(.minutes(5))) struct StoreMarkTests {
    @Test func itIsTheSameWhileOnlyIsRead() async throws {
        try await withScratch { path in
            let store = try SQLiteStore(at: path)
            try await store.place()
            let mark = try #require(store.mark)
            for _ in 0..<5 { #expect(try await store.orders().count == 1) }
            #expect(await store.examine() == nil)
            #expect(store.mark == mark)
        }
    }

    @Test func itIsAnotherOneOnceSomethingIsConfirmed() async throws {
        try await withScratch { path in
            let store = try SQLiteStore(at: path)
            let other = try SQLiteStore(at: path)
            var marks: Set<StoreMark?> = []
            // Enough orders for the write-ahead log to be restarted in between.
            for number in 0..<400 {
                try await (number.isMultiple(of: 2) ? store : other).place()
                #expect(marks.insert(store.mark).inserted)
            }
            #expect(!marks.contains(nil))
        }
    }

    @Test func whatAnotherProgramCommitsIsInIt() async throws {
        try await withScratch { path in
            let store = try SQLiteStore(at: path)
            try await store.place()
            let mark = try #require(store.mark)
            try await database(at: path).write { try $0.execute(sql: "PRAGMA user_version = 999") }
            #expect(store.mark != nil)
            #expect(store.mark != mark)
        }
    }

    @Test(arguments: [Sabotage.deletedIndex, .cutIndex, .allDeleted, .directoryMoved, .movedAway])
    func thereIsNoneWhereItCannotBeTold(_ sabotage: Sabotage) async throws {
        try await withScratch { path in
            let store = try SQLiteStore(at: path)
            try await store.place()
            #expect(store.mark != nil)
            try sabotage.act(on: path, backup: "")
            try await wait { store.mark == nil }
        }
    }

    @Test(arguments: [Sabotage.replaced, .restoredInPlace, .emptied, .halved])
    func anotherFileIsAnotherMark(_ sabotage: Sabotage) async throws {
        try await withScratch { path in
            let store = try SQLiteStore(at: path)
            try await store.place()
            let backup = path + ".backup"
            try database(at: path).backup(to: database(at: backup))
            let mark = try #require(store.mark)
            try sabotage.act(on: path, backup: backup)
            try await wait { store.mark != mark }
        }
    }

    @Test func thereIsNoneOnceItIsClosed() async throws {
        try await withScratch { path in
            let store = try SQLiteStore(at: path)
            try await store.place()
            #expect(store.mark != nil)
            await store.close()
            #expect(store.mark == nil)
        }
    }

    @Test func aStoreThatCannotTellHasNone() { #expect(InMemoryStore().mark == nil) }
}
