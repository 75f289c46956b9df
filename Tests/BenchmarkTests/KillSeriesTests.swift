import Foundation
import TestSupport
import Testing

@testable import banchan_benchmark

/// The short form of `banchan-benchmark kill`.
@Suite(.takingLongTurns) struct KillSeriesTests {
    @Test func whatWasAcknowledgedIsThereOnceHoweverOftenAServerIsKilled() async throws {
        let scratch = try Scratch()
        var kills = 0
        let answers = try await ServerKills(place: scratch.url).run(6, seed: 1) { kills += 1 }
        #expect(kills == 6)
        #expect(answers > 6)
    }

    @Test
    func whatWasAcknowledgedIsThereOnceHoweverOftenServersOnPostgreSQLAreKilledAndItself() async throws {
        let scratch = try Scratch()
        var kills = 0
        let series = PostgreSQLKills(place: scratch.url, kills: 22)
        #expect(series.servers == 20)
        #expect(series.databases == 2)
        let answers = try await series.run(seed: 1) { kills += 1 }
        #expect(kills == 22)
        #expect(answers > 22)
    }

    @Test func whatWasOrderedIsPlacedOnceWhenItsTerminalIsKilled() async throws {
        let scratch = try Scratch()
        let orders = try await TerminalKills(place: scratch.url).run(4, seed: 1) {}
        #expect((0...4).contains(orders))
    }

    @Test func contactsAreThereOnceHoweverOftenTheirImportIsKilled() async throws {
        let scratch = try Scratch()
        let contacts = try await ImporterKills(place: scratch.url).run(3, seed: 1) {}
        #expect(contacts == 4_000)
    }

    @Test func allKillsArePlanned() {
        let plan = KillSeries.Plan(kills: 1_001)
        #expect(plan.servers + plan.terminals + plan.importers == 1_001)
    }
}
