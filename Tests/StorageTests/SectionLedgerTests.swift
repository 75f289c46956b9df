import Domain
import Foundation
import Storage
import Testing

@Suite struct SectionLedgerTests {
    @Test func aSectionHasANewVersionWhenItsContentIsAnother() async throws {
        try await withScratch { path in
            let ledger = try SQLiteLedger(at: path)
            #expect(try await ledger.sections().changes.isEmpty)
            try await ledger.note([.main: "a", .soup: "b"])
            try await ledger.note([.main: "a", .soup: "c"])
            try await ledger.note([.main: "a", .soup: "c"])
            let changes = try await ledger.sections().changes
            #expect(changes[.main] == .init(version: 1, number: 1))
            #expect(changes[.soup] == .init(version: 2, number: 3))
        }
    }

    @Test func versionsGoOnWhereTheyWereAfterARestart() async throws {
        try await withScratch { path in
            try await SQLiteLedger(at: path).note([.main: "a"])
            let ledger = try SQLiteLedger(at: path)
            try await ledger.note([.main: "a"])
            #expect(try await ledger.sections().changes[.main]?.version == 1)
            try await ledger.note([.main: "b"])
            #expect(try await ledger.sections().changes[.main]?.version == 2)
        }
    }

    @Test func aSaleIsANewVersionOfTheFruitsAndOfTheMenuWhenSomethingRanOut() async throws {
        try await withScratch { path in
            let ledger = try SQLiteLedger(at: path)
            _ = try await ledger.place(.juice())
            #expect(try await ledger.sections().changes == [.fruits: .init(version: 1, number: 1)])
            for _ in 0..<2 { _ = try await ledger.place(.juice()) }
            let changes = try await ledger.sections().changes
            #expect(changes[.fruits]?.version == 3)
            #expect(changes[.juices]?.version == 1)
            // What was not made is no change.
            _ = try await ledger.place(.juice())
            #expect(try await ledger.sections().changes == changes)
        }
    }

    @Test func whoeverWatchesIsToldOfAChangeHereAndByAnotherProgram() async throws {
        try await withScratch { path in
            let ledgers = [try SQLiteLedger(at: path), try SQLiteLedger(at: path)]
            for ledger in ledgers {
                let (changes, told) = AsyncStream.makeStream(of: Void.self)
                let watch = ledgers[0].watchSections { told.yield() }
                _ = try await ledger.place(.juice())
                for await _ in changes { break }
                watch.cancel()
            }
        }
    }
}
