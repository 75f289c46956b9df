import Domain
import Foundation
import Storage
import TestSupport
import Testing

@testable import ShopServer

@Suite struct DrinksSectionTests {
    private let session = UUID()
    private let machine = TestedMachine(store: InMemoryStore())

    @Test func onlyWhatLooksDifferentHasANewVersion() async throws {
        _ = try await machine.counts()
        try await machine.insert(5_000, session: session)
        #expect(try await versions() == [.drinksOfSession: 1])
        _ = try await machine.buy(.milk, session: session)
        #expect(try await versions() == [.drinksOfSession: 2, .milk: 1, .drinkPurchases: 1])
        for _ in 0..<2 { try await machine.restock(.cola, 9) }
        for _ in 0..<2 { try await machine.operate(.removeExpired(.milk)) }
        #expect(try await versions() == [.drinksOfSession: 2, .milk: 2, .drinkPurchases: 1, .soda: 1])
    }

    @Test func aSessionsChangesHaveANumberAmongAllOthers() async throws {
        let other = UUID()
        try await machine.insert(5_000, session: session)
        try await machine.insert(5_000, session: other)
        #expect(try await sessions(changedAfter: 0) == [session: 1, other: 2])
        _ = try await machine.buy(.cola, session: session)
        let last = try await machine.versions().last
        let changed = try await sessions(changedAfter: 2)
        #expect(changed.keys.map(\.self) == [session])
        #expect((3...last).contains(try #require(changed[session])))
        #expect(try await sessions(changedAfter: last).isEmpty)
        try await machine.operate(.giveChange(session: UUID()))
        #expect(try await sessions(changedAfter: last).isEmpty)
    }

    private func versions() async throws -> [SectionID: Int] {
        try await machine.versions().changes.mapValues(\.version).filter { !SectionID.board.contains($0.key) }
    }

    private func sessions(changedAfter number: Int) async throws -> [UUID: Int] {
        try await machine.store.read { try $0.machineSessions(changedAfter: number) }
    }
}
