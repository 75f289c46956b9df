import Domain
import Foundation
import NIOConcurrencyHelpers
import Storage
import Testing

@Suite struct DrinksSectionTests {
    private let session = UUID()

    @Test func onlyWhatLooksDifferentHasANewVersion() async throws {
        try await withScratch { path in
            let ledger = try SQLiteLedger(at: path)
            _ = try await ledger.counts()
            try await ledger.insert(5_000, session: session)
            #expect(try await ledger.versions() == [.drinksOfSession: 1])
            try await ledger.operate(.buy(.milk, session: session))
            #expect(try await ledger.versions() == [.drinksOfSession: 2, .milk: 1, .drinkPurchases: 1])
            try await ledger.operate(.restock(DrinkRestock(id: .cola, count: 9)))
            try await ledger.operate(.restock(DrinkRestock(id: .cola, count: 9)))
            try await ledger.operate(.removeExpired(.milk))
            try await ledger.operate(.removeExpired(.milk))
            #expect(
                try await ledger.versions() == [.drinksOfSession: 2, .milk: 2, .drinkPurchases: 1, .soda: 1])
        }
    }

    @Test func aSessionsChangesHaveANumberAmongAllOthers() async throws {
        try await withScratch { path in
            let ledger = try SQLiteLedger(at: path)
            let other = UUID()
            try await ledger.insert(5_000, session: session)
            try await ledger.insert(5_000, session: other)
            #expect(try await ledger.sessions(changedAfter: 0) == [session: 1, other: 2])
            try await ledger.operate(.buy(.cola, session: session))
            let last = try await ledger.sections().last
            let changed = try await ledger.sessions(changedAfter: 2)
            #expect(changed.keys.map(\.self) == [session])
            #expect((3...last).contains(try #require(changed[session])))
            #expect(try await ledger.sessions(changedAfter: last).isEmpty)
            try await ledger.operate(.giveChange(session: UUID()))
            #expect(try await ledger.sessions(changedAfter: last).isEmpty)
        }
    }

    @Test func anotherProgramIsTold() async throws {
        try await withScratch { path in
            let (here, there) = (try SQLiteLedger(at: path), try SQLiteLedger(at: path))
            let (tellings, told) = AsyncStream.makeStream(of: Void.self)
            let watch = there.watchSections { told.yield() }
            try await here.insert(1_000, session: session)
            var iterator = tellings.makeAsyncIterator()
            await iterator.next()
            #expect(try await there.machine(of: session).balance == Won(1_000))
            watch.cancel()
        }
    }
}

extension SQLiteLedger {
    fileprivate func versions() async throws -> [SectionID: Int] {
        try await sections().changes.mapValues(\.version)
    }
}
