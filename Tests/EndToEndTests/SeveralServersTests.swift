import Domain
import Foundation
import PseudoTerminal
import Storage
import TerminalEmulator
import TerminalProbe
import TerminalText
import TestSupport
import Testing

/// A terminal that knows two servers of one shop, which come and go.
@Suite(.takingTurns, .timeLimit(.minutes(5))) struct SeveralServersTests {
    @Test func aTerminalGoesOnWithTheServerThatIsLeftAndEachOrderIsKeptOnce() async throws {
        let place = try Scratch()
        let database = place.url.appending(path: "shop.sqlite").path
        let ports = [OrderingServer.lastingPort, OrderingServer.lastingPort + 12_000]
        let serve: @Sendable (Int) async throws -> ServingProgram = { port in
            try await .banchan(database: database, ["--port", "\(port)"], environment: place.environment)
        }
        let (first, second) = (try await serve(ports[0]), try await serve(ports[1]))
        let addresses = ports.map { "http://127.0.0.1:\($0)" }.joined(separator: ",")
        try await withShop(["--server", addresses], columns: 100) { shop in
            try shop.waitUntilSettled()
            try shop.order(for: "하나")
            try waitFor { try await first.program.killed() }
            try shop.order()
            let again = try waitFor { try await serve(ports[0]) }
            try waitFor { try await second.program.killed() }
            try shop.order()
            // Nor was it told between: what the screen says stands there.
            #expect(!shop.shows("연결 끊김"))
            try shop.press("q")
            #expect(try shop.waitForExit() == .exited(0))
            #expect(try waitFor { try await again.stop() }.end == .fine)
        }
        let store = try SQLiteStore(at: database)
        let orders = try await store.read { try $0.orders(after: 0, limit: 10) }
        #expect(orders.map(\.who.string) == ["하나", "하나", "하나"])
        await store.close()
    }
}

extension RunningProgram {
    /// Kills it, and waits until it is gone.
    func killed() async throws {
        signal(SIGKILL)
        #expect(try await ended().end == .killed)
    }
}

extension ProgramOnTerminal {
    /// Orders the selected dish, and waits until the shop has it. Whose order it is needs saying once.
    func order(for guest: String? = nil) throws {
        try press("o")
        try wait(forText: "주문하기")
        if let guest { try press(Key(stringLiteral: guest), "enter") }
        try press("enter", "enter")
        try wait(forText: "주문이 접수됐습니다.")
        try press("escape")
        try wait(untilGone: "주문이 접수됐습니다.")
    }
}
