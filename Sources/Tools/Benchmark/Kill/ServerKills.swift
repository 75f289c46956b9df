import Foundation
import SeededRandom

/// Kills a shop's server while guests order, buy juices and use the drinks machine.
struct ServerKills: Sendable {
    private static let guests = 4
    /// The most answers to all guests together between two kills.
    private static let maxAnswers = 60
    /// The number of kills after which a new shop is opened, so that checking all its data does not take ever longer.
    private static let killsOfOne = 25
    /// The timeout of an answer, in seconds.
    private static let timeout = 30.0

    let place: URL

    /// Kills the server `kills` times and returns the number of answers that were kept. Calls `onKill` after each kill.
    func run(_ kills: Int, seed: UInt64, onKill: () -> Void) async throws -> Int {
        var random = SeededGenerator(seed: seed)
        var answers = 0
        for first in stride(from: 0, to: kills, by: ServerKills.killsOfOne) {
            let count = min(ServerKills.killsOfOne, kills - first)
            answers += try await killOne(count, random: &random, onKill)
        }
        return answers
    }

    private func killOne(
        _ kills: Int, random: inout SeededGenerator, _ onKill: () -> Void
    ) async throws -> Int {
        var shop = try ServingShop.open(below: place, with: ["juice", "drinks"])
        do {
            let data = try KilledShopData(shop)
            var guests = (0..<ServerKills.guests).map { _ in KilledGuest(shop: data, seed: random.next()) }
            for _ in 0..<kills {
                let moment = KillMoment(atMost: ServerKills.maxAnswers, using: &random)
                guests = try await act(guests, at: shop, until: moment)
                shop = try shop.reopened()
                for index in guests.indices {
                    try expect(guests[index].askAgain(port: shop.port), "the next server answers")
                }
                try data.check(guests, shop)
                onKill()
                try Task.checkCancellation()
            }
            try shop.close()
            return guests.reduce(0) { $0 + $1.answers }
        } catch {
            // The data is left for inspection.
            shop.process.terminate()
            throw error
        }
    }

    /// Lets all guests act concurrently until the server is killed.
    private func act(
        _ guests: [KilledGuest], at shop: ServingShop, until moment: KillMoment
    ) async throws -> [KilledGuest] {
        let answers = DispatchSemaphore(value: 0)
        let (port, process) = (shop.port, shop.process.processIdentifier)
        async let killing: Void = onOwnThread {
            for _ in 0..<moment.count where answers.wait(timeout: .now() + ServerKills.timeout) != .success { break }
            usleep(moment.delay)
            kill(process, SIGKILL)
        }
        let acted = try await withThrowingTaskGroup(of: KilledGuest.self) { group in
            for guest in guests {
                group.addTask { try await onOwnThread { try ServerKills.act(guest, port: port) { answers.signal() } } }
            }
            return try await group.reduce(into: [KilledGuest]()) { $0.append($1) }
        }
        try await killing
        shop.process.waitUntilExit()
        return acted
    }

    /// Lets one guest act until a request is not answered.
    private static func act(_ guest: KilledGuest, port: UInt16, onAnswer: () -> Void) throws -> KilledGuest {
        var guest = guest
        while try guest.act(port: port) { onAnswer() }
        return guest
    }
}
