import Foundation
import GRDB
import TerminalText
import TestSupport
import Testing

@testable import Contacts

@Suite struct PhoneBookFileTests {
    @Test func aNewFileIsTheSameAsAnEmptyOneThatBecameAPhoneBook() async throws {
        try await withContacts { path in
            let file = URL(filePath: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: file)
            for path in [path, path + "2"] { #expect(try await PhoneBookStore(at: path).index().isEmpty) }
            #expect(try await DatabasePlan(ofDatabaseAt: path) == DatabasePlan(ofDatabaseAt: path + "2"))
        }
    }

    @Test func nothingIsMadeBeforeSomethingIsAsked() async throws {
        try await withContacts { path in
            let store = PhoneBookStore(at: path)
            #expect(!FileManager.default.fileExists(atPath: (path as NSString).deletingLastPathComponent))
            _ = try await store.index()
            #expect(FileManager.default.fileExists(atPath: path))
        }
    }

    @Test func whatIsNoDatabaseIsRefusedAndLeftAlone() async throws {
        try await withContacts { path in
            try await expectRefused(.damaged, path, Data(String(repeating: "not a database\n", count: 500).utf8))
        }
    }

    @Test func aDamagedPhoneBookIsRefusedAndLeftAlone() async throws {
        try await withContacts { path in
            try await full(path)
            var content = try Data(contentsOf: URL(filePath: path))
            // All pages except the first, which identifies the file.
            for index in 4_096..<content.count where index % 3 == 0 { content[index] ^= 0xA5 }
            try await expectRefused(.damaged, path + ".copy", content)
        }
    }

    @Test(arguments: [
        "DROP TABLE grdb_migrations; PRAGMA user_version = 3", "INSERT INTO grdb_migrations VALUES ('later')",
    ])
    func aPhoneBookOfAnotherVersionIsRefusedAndLeftAlone(_ change: String) async throws {
        try await withContacts { path in
            try await full(path, change)
            try await expectRefused(.otherVersion, path + ".copy", Data(contentsOf: URL(filePath: path)))
        }
    }

    @Test func anotherProgramsDatabaseIsRefusedAndLeftAlone() async throws {
        try await withContacts { path in
            try makeDirectory(of: path)
            let other = try database(at: path)
            try await other.write { try $0.execute(sql: "CREATE TABLE recipes (name TEXT)") }
            try await expectRefused(.foreign, path, Data(contentsOf: URL(filePath: path)))
        }
    }

    @Test func aPhoneBookThatIsInOrderAgainIsOpenedByTheNextRequest() async throws {
        try await withContacts { path in
            try makeDirectory(of: path)
            try Data(String(repeating: "not a database\n", count: 500).utf8).write(to: URL(filePath: path))
            let store = PhoneBookStore(at: path)
            await #expect(throws: PhoneBookError.damaged) { try await store.index() }
            try FileManager.default.removeItem(atPath: path)
            #expect(try await store.index().isEmpty)
            #expect(try await store.create(.example()).contact != nil)
        }
    }

    @Test func aPlaceWhereNothingCanBeMadeIsTold() async throws {
        await #expect(throws: PhoneBookError.self) { try await PhoneBookStore(at: "/proc/x/contacts.sqlite").index() }
    }

    @Test func whatAnotherProgramHoldsForTooLongIsBusy() async throws {
        try await withContacts { path in
            let store = PhoneBookStore(at: path, timeout: .milliseconds(20))
            _ = try await store.keep("가")
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(path: path, configuration: configuration)
            try await other.writeWithoutTransaction { try $0.beginTransaction(.immediate) }
            await #expect(throws: PhoneBookError.busy) { try await store.create(.example()) }
            #expect(try await store.names() == ["가"])
            try await other.writeWithoutTransaction { try $0.rollback() }
            #expect(try await store.keep("나").name == "나")
        }
    }

    @Test func manySavesOfTwoProgramsAtOnceLoseNone() async throws {
        try await withContacts { path in
            let stores = [PhoneBookStore(at: path), PhoneBookStore(at: path)]
            try await withThrowingTaskGroup { group in
                for (place, store) in stores.enumerated() {
                    for number in 0..<60 {
                        group.addTask { _ = try await store.keep("손님 \(place) \(number)") }
                    }
                }
                try await group.waitForAll()
            }
            for store in stores { #expect(try await Set(store.names()).count == 120) }
        }
    }

    @Test func ofTwoWhoEditOneContactAtOnceOneIsTold() async throws {
        try await withContacts { path in
            let stores = [PhoneBookStore(at: path), PhoneBookStore(at: path)]
            let seen = try await stores[0].keep("손님")
            let outcomes = try await withThrowingTaskGroup { group in
                for (place, store) in stores.enumerated() {
                    group.addTask { try await store.update(seen, to: .example("손님 \(place)")) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count { $0.contact != nil } == 1)
            let kept = try #require(outcomes.lazy.compactMap(\.contact).first)
            #expect(outcomes.contains(.changedMeanwhile(kept)))
            #expect(try await stores[0].contact(seen.id) == kept)
        }
    }

    @Test(.timeLimit(.minutes(5))) func everybodyHearsOfAChangeWhicheverProgramMadeIt() async throws {
        try await withContacts { path in
            let (mine, other) = (PhoneBookStore(at: path), PhoneBookStore(at: path))
            #expect(try await mine.index().isEmpty)
            let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
            let observer = NotificationCenter.default.addObserver(of: mine, for: PhoneBookDidChange.self) { _ in
                continuation.yield()
            }
            var iterator = changes.makeAsyncIterator()
            for (store, names) in [(mine, ["가"]), (other, ["가", "나"])] {
                _ = try await store.keep(names.last ?? "")
                while try await mine.names() != names { await iterator.next() }
                await iterator.next()
            }
            withExtendedLifetime(observer) {}
        }
    }

    // MARK: Files

    private func makeDirectory(of path: String) throws {
        try FileManager.default.createDirectory(
            at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    }

    /// Creates a phone book with 40 contacts in a single file, and then executes the SQL text `change`.
    private func full(_ path: String, _ change: String = "") async throws {
        let store = PhoneBookStore(at: path)
        for number in 0..<40 { _ = try await store.keep("손님 \(number)", picture: .example("\(number)")) }
        try await database(at: path).writeWithoutTransaction { db in
            try db.execute(sql: change)
            _ = try String.fetchAll(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }

    /// Expects that a file with that content is refused with `error` by every operation, and stays unchanged.
    private func expectRefused(_ error: PhoneBookError, _ path: String, _ content: Data) async throws {
        try makeDirectory(of: path)
        try content.write(to: URL(filePath: path))
        let store = PhoneBookStore(at: path)
        await #expect(throws: error) { try await store.index() }
        await #expect(throws: error) { try await store.create(.example()) }
        #expect(try Data(contentsOf: URL(filePath: path)) == content)
    }
}
