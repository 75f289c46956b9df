import Domain
import Foundation
import NIOConcurrencyHelpers
import Storage
import Testing

@testable import ShopServer

@Suite struct DrinksEventTests {
    private let session = UUID()

    @Test func everybodyIsToldWhatWasBoughtAndRestocked() async throws {
        try await withDrinksShop { shop in
            try await shop.settled(9)
            let probe = try await EventProbe(to: shop.url)
            let first = try await probe.events(10)
            #expect(
                Set(first.map(\.event.section))
                    == Set(SectionID.juiceBar + SectionID.menu + SectionID.drinksMachine + [.drinkPurchases, .shop]))
            _ = try await shop.insert(5_000, session: session)
            _ = try await shop.buy("milk", session: session)
            let bought = try await probe.events(12).dropFirst(10).map(\.event)
            #expect(Set(bought) == [.init(section: .milk, version: 2), .init(section: .drinkPurchases, version: 1)])
            _ = try await shop.restock("cola", to: 9)
            #expect(try await probe.events(13).last?.event == .init(section: .soda, version: 2))
            _ = try await shop.removeExpired("old")
            #expect(try await probe.events(14).last?.event == .init(section: .milk, version: 3))
        }
    }

    @Test func aTerminalThatNamesItsSessionIsToldOfThatAlone() async throws {
        try await withDrinksShop { shop in
            try await shop.settled(9)
            let (mine, others) = (
                try await EventProbe(to: shop.url, session: session),
                try await EventProbe(to: shop.url, session: UUID())
            )
            let greeting = try await mine.events(12)
            #expect(greeting.last?.event.section == .drinksOfSession)
            _ = try await others.events(12)
            _ = try await shop.insert(1_000, session: session)
            let told = try await mine.events(13).last
            #expect(told?.event == SectionEvent(section: .drinksOfSession, version: told?.id ?? 0))
            _ = try await shop.giveChange(session: session)
            #expect(try await mine.events(14).last?.event.section == .drinksOfSession)
            // The next event of the other session is this change of a shared section: private changes caused none.
            _ = try await shop.restock("cola", to: 9)
            #expect(try await others.events(13).last?.event.section == .soda)
        }
    }

    @Test func aStreamThatIsResumedMissesNothing() async throws {
        try await withDrinksShop { shop in
            try await shop.settled(9)
            _ = try await shop.insert(5_000, session: session)
            let first = try await EventProbe(to: shop.url, session: session)
            let last = try #require(try await first.events(12).last)
            _ = try await shop.buy("cola", session: session)
            let resumed = try await EventProbe(to: shop.url, after: "\(last.id)", session: session)
            #expect(
                Set(try await resumed.events(4).map(\.event.section)) == [
                    .soda, .drinkPurchases, .drinksOfSession, .myOrders,
                ])
        }
    }

    @Test func whatAnotherServerSellsIsToldHere() async throws {
        try await withDrinksShop { shop in
            try await shop.settled(9)
            let probe = try await EventProbe(to: shop.url, session: session)
            _ = try await probe.events(12)
            try await shop.another { other in
                _ = try await other.insert(5_000, session: session)
                #expect(try await probe.events(13).last?.event.section == .drinksOfSession)
            }
        }
    }

    @Test func otherLabelsInTheFileAreANewVersion() async throws {
        try await withDrinksShop { shop in
            try await shop.settled(9)
            let probe = try await EventProbe(to: shop.url)
            _ = try await probe.events(10)
            try write(drinks: DrinksMenu.text(milkPrice: 1_700), below: shop.directory)
            try await shop.another { _ in try await probe.passes(.milk, version: 2) }
            #expect(try await shop.store.read { try $0.sectionVersions() }.changes[.milk]?.version == 2)
        }
    }

    @Test func anotherDayIsANewVersionOfWhatGoesBad() async throws {
        let isTomorrow = NIOLockedValueBox(false)
        let evening = try #require(DrinksEventTests.lastSecond(of: .now))
        let clock: @Sendable () -> Date = { isTomorrow.withLockedValue { evening + ($0 ? 3_600 : 0) } }
        try await withDrinksShop(configure: { $0.clock = clock }) { shop in
            try await shop.settled(9)
            let probe = try await EventProbe(to: shop.url)
            _ = try await probe.events(10)
            isTomorrow.withLockedValue { $0 = true }
            try await probe.passes(.milk, version: 2)
            let sections = try await shop.store.read({ try $0.sectionVersions() }).changes
            #expect(sections[.soda]?.version == 1)
        }
    }

    private static func lastSecond(of date: Date) -> Date? {
        Calendar.current.date(bySettingHour: 23, minute: 59, second: 59, of: date).map { $0 + 0.99 }
    }
}
