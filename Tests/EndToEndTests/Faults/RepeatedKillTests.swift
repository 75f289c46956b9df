import Domain
import Foundation
import NIOConcurrencyHelpers
import TerminalProbe
import TerminalText
import TestPeers
import TestSupport
import Testing

/// Servers, databases and terminals are killed under load at random moments, again and again: what was acknowledged is
/// there exactly once, money, fruit and drinks add up, and the next start works.
@Suite struct RepeatedKillTests {
    private static let guests = 4
    /// The most answers to all guests together between two kills.
    private static let maxAnswers = 60
    /// The number of kills after which a new shop is opened, so that checking all its data does not take ever longer.
    private static let killsOfOne = 22
    /// One kill in so many is of PostgreSQL itself.
    private static let killsPerDatabaseKill = 11
    /// The longest delay after the last answer, or the last key, before a kill, in microseconds.
    private static let maxDelay: UInt32 = 3_000
    private static let maxDelayAfterKey: UInt32 = 40_000
    /// The timeout of an answer, in seconds.
    private static let timeout = 30.0

    private enum Victim { case server(Int), postgreSQL(PostgreSQLServer) }

    /// One server on an SQLite file, or two on a PostgreSQL.
    @Test(arguments: [(SharedShop.Kind.sqlite, 6, 500), (.postgreSQL, 6, 220)])
    func whatWasAcknowledgedIsThereOnceHoweverOftenServersAndTheirDatabaseAreKilled(
        _ kind: SharedShop.Kind, _ short: Int, _ long: Int
    ) async throws {
        var random = SeededGenerator(seed: LongForm.seed)
        let kills = LongForm.count(short, long: long)
        let postgreSQL = kind == .postgreSQL ? try await onOwnThread { try PostgreSQLServer() } : nil
        var answers = 0
        for first in stride(from: 0, to: kills, by: RepeatedKillTests.killsOfOne) {
            let numbers = first..<min(first + RepeatedKillTests.killsOfOne, kills)
            answers += try await kill(numbers, postgreSQL, &random)
        }
        #expect(answers > kills, "seed \(LongForm.seed)")
    }

    /// Opens a shop, kills what serves it, and checks its data each time. Returns the number of answers.
    private func kill(
        _ numbers: Range<Int>, _ postgreSQL: PostgreSQLServer?, _ random: inout SeededGenerator
    ) async throws -> Int {
        let scratch = try Scratch()
        let database =
            try await onOwnThread { try postgreSQL.map { $0.address(of: try $0.newDatabase()) } }
            ?? scratch.url.appending(path: "shop.sqlite").path
        var servers: [ServingProgram] = []
        for _ in 0..<(postgreSQL == nil ? 1 : 2) { servers.append(try await .unlimited(database, scratch)) }
        let data = try await onOwnThread { [port = servers[0].port] in try KilledShopData(port: port) }
        var guests = (0..<RepeatedKillTests.guests).map { _ in KilledGuest(shop: data, seed: random.next()) }
        for number in numbers {
            let victim = victim(number, of: servers.count, postgreSQL, &random)
            guests = try await act(guests, at: servers, until: victim, &random)
            if case .server(let index) = victim { servers[index] = try await .unlimited(database, scratch) }
            // Each guest continues at the other server, if there is one.
            let ports = Array(servers.map(\.port).reversed())
            guests = try await onEach(guests) { try $0.expectAnswers(port: ports[$1 % ports.count]) }
            try await onOwnThread { [guests] in
                try data.check(guests, port: ports[number % ports.count])
                if postgreSQL == nil { #expect(try damage(ofDatabaseAt: database) == []) }
            }
            try Task.checkCancellation()
        }
        for server in servers { #expect(try await server.stop().end == .fine) }
        return guests.reduce(0) { $0 + $1.answers }
    }

    private func victim(
        _ number: Int, of servers: Int, _ postgreSQL: PostgreSQLServer?, _ random: inout SeededGenerator
    ) -> Victim {
        if let postgreSQL, number % RepeatedKillTests.killsPerDatabaseKill == RepeatedKillTests.killsPerDatabaseKill / 2
        {
            return .postgreSQL(postgreSQL)
        }
        return .server(Int.random(in: 0..<servers, using: &random))
    }

    /// Lets all guests act concurrently until the victim is killed, and those of the other server a little longer.
    private func act(
        _ guests: [KilledGuest], at servers: [ServingProgram], until victim: Victim, _ random: inout SeededGenerator
    ) async throws -> [KilledGuest] {
        let (answers, isOver) = (DispatchSemaphore(value: 0), NIOLockedValueBox(false))
        let count = Int.random(in: 0...RepeatedKillTests.maxAnswers, using: &random)
        let delay = UInt32.random(in: 0...RepeatedKillTests.maxDelay, using: &random)
        let ports = servers.map(\.port)
        async let killing: Void = onOwnThread {
            defer { isOver.withLockedValue { $0 = true } }
            for _ in 0..<count where answers.wait(timeout: .now() + RepeatedKillTests.timeout) != .success { break }
            usleep(delay)
            switch victim {
            case .server(let index): servers[index].program.signal(SIGKILL)
            case .postgreSQL(let server): try server.kill()
            }
            for _ in guests { _ = answers.wait(timeout: .now() + .milliseconds(5)) }
        }
        let acted = try await onEach(guests) { guest, index in
            while !isOver.withLockedValue(\.self), try guest.act(port: ports[index % ports.count]) { answers.signal() }
        }
        try await killing
        switch victim {
        case .server(let index): #expect(try await servers[index].program.ended().end == .killed)
        case .postgreSQL(let server): try await onOwnThread { try server.start() }
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

    @Test func whatWasOrderedIsPlacedOnceHoweverOftenItsTerminalIsKilled() async throws {
        var random = SeededGenerator(seed: LongForm.seed)
        let scratch = try Scratch()
        let database = scratch.url.appending(path: "shop.sqlite").path
        let server = try await ServingProgram.unlimited(database, scratch)
        for number in 0..<LongForm.count(4, long: 250) {
            try await kill(
                terminalOf: "손님-\(number)", at: server, isOneTold: .random(using: &random),
                after: .random(in: 0...RepeatedKillTests.maxDelayAfterKey, using: &random))
        }
        #expect(try await server.stop().end == .fine)
        #expect(try damage(ofDatabaseAt: database) == [])
    }

    /// Places an order and waits for its confirmation if `isOneTold`; then places another, and is killed `delay`
    /// microseconds later. Each order that was confirmed, or was queued on the device, must be at the shop once.
    private func kill(
        terminalOf who: String, at server: ServingProgram, isOneTold: Bool, after delay: UInt32
    ) async throws {
        let (device, told) = (try Scratch(), isOneTold ? 1 : 0)
        try await withShop(["--server", server.url.absoluteString], scratch: device) { program in
            try program.waitUntilSettled()
            if isOneTold { try program.order(for: who) }
            try program.openOrderForm()
            if !isOneTold { try program.press(.text(who), "enter") }
            try program.press("enter", "enter")
            usleep(delay)
            try program.terminal.signal(SIGKILL)
            try program.waitForExit()
        }
        let waiting = device.waitingOrders(port: Int(server.port)).count
        #expect(waiting <= 1)
        try await withShop(["--server", server.url.absoluteString], scratch: device) { program in
            try program.waitUntilSettled()
            try program.wait(for: "no order that waits") { _ in device.waitingOrders(port: Int(server.port)).isEmpty }
            try program.press("q")
            try program.waitForExit()
        }
        let kept = try await onOwnThread {
            try KilledShopData.orders(port: server.port).count { $0.who.string == who }
        }
        // One that was neither confirmed nor queued may have reached the shop or not.
        #expect((waiting == 0 ? told...(told + 1) : (told + 1)...(told + 1)).contains(kept), "\(who): \(kept)")
    }
}

extension ServingProgram {
    var port: UInt16 { UInt16(url.port ?? 0) }

    /// Starts a server whose keeper has `token` and whose clients have no limits, since all are at one address.
    fileprivate static func unlimited(_ database: String, _ scratch: Scratch) async throws -> ServingProgram {
        let limits = ["changes", "sessions", "streams", "connections"].flatMap { ["--limit", "\($0)=none"] }
        return try await banchan(
            database: database, limits,
            environment: scratch.environment.merging(["BANCHAN_KEEPER_TOKEN": token]) { $1 })
    }
}
