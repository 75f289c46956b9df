import Domain
import Foundation
import TerminalProbe
import TerminalText
import TestPeers
import TestSupport
import Testing

/// A terminal that knows two servers of one shop, which are killed and restarted.
@Suite struct SeveralServersTests {
    @Test(arguments: SharedShop.Kind.allCases)
    func aTerminalGoesOnWithTheServerThatIsLeftAndEachOrderIsKeptOnce(_ kind: SharedShop.Kind) async throws {
        let place = try await SharedShop(kind)
        let ports = try [FreePort.find(), FreePort.find()]
        let serve: @Sendable (Int) async throws -> ServingProgram = { try await place.server(["--port", "\($0)"]) }
        let (first, second) = (try await serve(ports[0]), try await serve(ports[1]))
        try await withShop(["--server", addresses(ports)], columns: 100) { shop in
            try shop.waitUntilSettled()
            try shop.order(for: "하나")
            try waitFor { try await first.program.killed() }
            try shop.order()
            let again = try waitFor { try await serve(ports[0]) }
            try waitFor { try await second.program.killed() }
            try shop.order()
            #expect(!shop.wasToldOfALostConnection)
            try shop.press("q")
            #expect(try shop.waitForExit() == .exited(0))
            #expect(try waitFor { try await again.stop() }.end == .fine)
        }
        #expect(try await place.orders().map(\.who.string) == ["하나", "하나", "하나"])
    }

    @Test func twoTerminalsAtTwoServersGoOnTogetherWhenOneServerIsKilled() async throws {
        let place = try await SharedShop(.postgreSQL)
        let ports = try [FreePort.find(), FreePort.find()]
        let token = OrderingServer.keeperToken
        let serve: @Sendable (Int) async throws -> ServingProgram = { port in
            try await place.server(["--port", "\(port)"], environment: ["BANCHAN_KEEPER_TOKEN": token])
        }
        let servers = [try await serve(ports[0]), try await serve(ports[1])]
        try await withShop(["--server", addresses(ports)], columns: 100) { guest in
            let keeping = try DeviceTerminal(at: addresses(ports.reversed()), keeperToken: token)
            let keeper = keeping.program
            try keeper.wait(forText: "가게 주인")
            try keeper.waitUntilSettled()
            try keeper.press("5")
            try guest.waitUntilSettled()
            try guest.order(for: "하나")
            try keeper.wait(forOrder: 1, "접수")
            // Kill the guest's server; the keeper's is left.
            try waitFor { try await servers[0].program.killed() }
            try guest.order()
            try keeper.wait(forOrder: 2, "접수")
            let again = try waitFor { try await serve(ports[0]) }
            // Now kill the server that both of them use.
            try waitFor { try await servers[1].program.killed() }
            try guest.order()
            try keeper.wait(forOrder: 3, "접수")
            for terminal in [guest, keeper] {
                #expect(!terminal.wasToldOfALostConnection)
                try terminal.press("q")
                #expect(try terminal.waitForExit() == .exited(0))
            }
            #expect(try waitFor { try await again.stop() }.end == .fine)
            withExtendedLifetime(keeping) {}
        }
        #expect(try await place.orders().map(\.id) == [1, 2, 3])
    }

    private func addresses(_ ports: [Int]) -> String {
        ports.map { "http://127.0.0.1:\($0)" }.joined(separator: ",")
    }
}

extension RunningProgram {
    /// Kills the program and waits until it has ended.
    func killed() async throws {
        signal(SIGKILL)
        #expect(try await ended().end == .killed)
    }
}

extension ProgramOnTerminal {
    /// Whether the program wrote since the last call that the connection is lost, in the first line or in a toast.
    fileprivate var wasToldOfALostConnection: Bool {
        let written = String(decoding: takeBytes(), as: UTF8.self)
        return ["끊김", "끊겼"].contains { written.contains($0) }
    }

    /// Orders the selected dish, and waits until the shop has accepted the order. The guest's name is only typed the
    /// first time.
    func order(for guest: String? = nil) throws {
        try openOrderForm()
        if let guest { try press(Key(stringLiteral: guest), "enter") }
        try press("enter", "enter")
        try wait(forText: "주문이 접수됐습니다.")
        try press("escape")
        try wait(untilGone: "주문이 접수됐습니다.")
    }
}
