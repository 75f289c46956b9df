import Foundation
import NIOConcurrencyHelpers
import PostgreSQLServer
import SeededRandom

/// Runs two servers on one PostgreSQL and kills a server, or PostgreSQL itself, while guests order, buy juices and use
/// the drinks machine. Unanswered requests are repeated with their idempotency keys, mostly at the other server.
struct PostgreSQLKills: Sendable {
    private enum Victim { case server(Int), postgreSQL }

    private static let guests = 4
    /// The most answers to all guests together between two kills.
    private static let maxAnswers = 60
    /// The number of kills after which a new shop is opened, so that checking all its data does not take ever longer.
    private static let killsOfOne = 22
    /// The timeout of an answer, in seconds.
    private static let timeout = 30.0

    let place: URL
    /// The number of kills of a server, and of PostgreSQL.
    let servers: Int
    let databases: Int

    /// Divides `kills`: one in eleven is of PostgreSQL.
    init(place: URL, kills: Int) {
        databases = kills / 11
        servers = kills - databases
        self.place = place
    }

    /// Performs all kills and returns the number of answers that were kept. Calls `onKill` after each kill.
    func run(seed: UInt64, onKill: () -> Void) async throws -> Int {
        var random = SeededGenerator(seed: seed)
        let kills = servers + databases
        let isOfPostgreSQL = (0..<kills).map { ($0 + 1) * databases / kills > $0 * databases / kills }
        let postgreSQL = try await onOwnThread { try PostgreSQLServer() }
        var answers = 0
        for first in stride(from: 0, to: kills, by: PostgreSQLKills.killsOfOne) {
            let end = min(first + PostgreSQLKills.killsOfOne, kills)
            let victims = isOfPostgreSQL[first..<end].map { isOfPostgreSQL in
                isOfPostgreSQL ? Victim.postgreSQL : .server(Int.random(in: 0...1, using: &random))
            }
            answers += try await killOne(victims, postgreSQL, &random, onKill)
        }
        return answers
    }

    private func killOne(
        _ victims: [Victim], _ postgreSQL: PostgreSQLServer, _ random: inout SeededGenerator, _ onKill: () -> Void
    ) async throws -> Int {
        let database = try await onOwnThread { postgreSQL.address(of: try postgreSQL.newDatabase()) }
        let counters = ["juice", "drinks"]
        var shops = [try ServingShop.open(below: place, with: counters, database: database)]
        do {
            shops.append(try ServingShop.open(below: place, with: counters, database: database))
            let data = try KilledShopData(shops[0])
            var guests = (0..<PostgreSQLKills.guests).map { _ in KilledGuest(shop: data, seed: random.next()) }
            for victim in victims {
                let moment = KillMoment(atMost: PostgreSQLKills.maxAnswers, using: &random)
                guests = try await act(guests, at: shops, until: moment, victim, postgreSQL)
                if case .server(let index) = victim { shops[index] = try shops[index].reopened() }
                // Each guest continues at the other server.
                let ports = [shops[1].port, shops[0].port]
                guests = try await onEach(guests) { try $0.isAnswered(port: ports[$1 % 2]) }
                try data.check(guests, shops[Int.random(in: 0...1, using: &random)])
                onKill()
                try Task.checkCancellation()
            }
            for shop in shops { try shop.close() }
            return guests.reduce(0) { $0 + $1.answers }
        } catch {
            // The data is left for inspection.
            for shop in shops { shop.process.terminate() }
            throw error
        }
    }

    /// Lets all guests act concurrently until the victim is killed, and those of the other server a little longer.
    private func act(
        _ guests: [KilledGuest], at shops: [ServingShop], until moment: KillMoment, _ victim: Victim,
        _ postgreSQL: PostgreSQLServer
    ) async throws -> [KilledGuest] {
        let (answers, isOver) = (DispatchSemaphore(value: 0), NIOLockedValueBox(false))
        let ports = shops.map(\.port)
        let processes = shops.map(\.process.processIdentifier)
        async let killing: Void = onOwnThread {
            defer { isOver.withLockedValue { $0 = true } }
            for _ in 0..<moment.count where answers.wait(timeout: .now() + PostgreSQLKills.timeout) != .success {
                break
            }
            usleep(moment.delay)
            switch victim {
            case .server(let index): kill(processes[index], SIGKILL)
            case .postgreSQL: try postgreSQL.kill()
            }
            for _ in 0..<PostgreSQLKills.guests { _ = answers.wait(timeout: .now() + .milliseconds(5)) }
        }
        let acted = try await onEach(guests) { guest, index in
            while !isOver.withLockedValue(\.self), try guest.act(port: ports[index % 2]) { answers.signal() }
        }
        try await killing
        switch victim {
        case .server(let index): shops[index].process.waitUntilExit()
        case .postgreSQL: try await onOwnThread { try postgreSQL.start() }
        }
        return acted
    }

    /// Runs `body` for all guests concurrently, each on a thread of its own.
    private func onEach(
        _ guests: [KilledGuest], _ body: @escaping @Sendable (inout KilledGuest, _ index: Int) throws -> Void
    ) async throws -> [KilledGuest] {
        try await withThrowingTaskGroup(of: (Int, KilledGuest).self) { group in
            for (index, guest) in guests.enumerated() {
                group.addTask {
                    try await onOwnThread {
                        var guest = guest
                        try body(&guest, index)
                        return (index, guest)
                    }
                }
            }
            return try await group.reduce(into: guests) { $0[$1.0] = $1.1 }
        }
    }
}

extension KilledGuest {
    /// The longest wait for an answer of a server that was just started, or whose database was.
    static let maxWait = Duration.seconds(30)
    /// The pause between two attempts, in microseconds.
    static let pause: UInt32 = 20_000

    /// Repeats the request until it is answered. Throws `KillProblem` if that takes too long.
    fileprivate mutating func isAnswered(port: UInt16) throws {
        let deadline = ContinuousClock.now + KilledGuest.maxWait
        while try !askAgain(port: port) {
            try expect(ContinuousClock.now < deadline, "a server that is left answers")
            usleep(KilledGuest.pause)
        }
    }
}
