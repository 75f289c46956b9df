import Domain
import Foundation
import ShopClient
import Storage
import TestPeers
import TestSupport
import Testing

/// `banchan orders --mine`: the orders of this device at a server.
@Suite struct OwnOrdersTests {
    @Test func ownOrdersNeedNoTokenAndAreFollowedUntilAllAreFinished() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let (device, other) = (try Scratch(), try Scratch())
        try await OwnOrdersTests.order("지훈", at: server, on: device)
        try await OwnOrdersTests.order("서연", at: server, on: other)
        try await OwnOrdersTests.order("지훈", at: server, on: device)
        let mine = ["orders", "--mine", "--server", server.url]
        let json = try await runWithoutTerminal(mine + ["--json"], environment: device.environment)
        let orders = try json.standardOutput.split(separator: "\n").map {
            try JSONDecoder().decode(Order.self, from: Data($0.utf8))
        }
        #expect(orders.map(\.id) == [1, 3])
        for line in json.standardOutput.split(separator: "\n") {
            #expect(try JSONSchema(named: "orders").problems(in: String(line)) == [])
        }
        let none = try await runWithoutTerminal(mine + ["--follow"], environment: try Scratch().environment)
        #expect((none.status, none.standardOutput, none.standardError) == (0, "", ""))

        // Also while another program of the device, here this one, uses the same identity.
        let session = TerminalSession.standard(for: try ShopAddress(server.url), environment: device.environment)
        let id = session.id
        let kept = try await shop.store.read { try $0.orders(of: id, before: nil, limit: 9) }
        #expect(kept.map(\.id) == [3, 1])
        let program = try RunningProgram(Built.banchan, mine + ["--follow"], environment: device.environment)
        #expect(try await program.line(0).contains("State"))
        #expect(try await program.line(2).contains("received"))
        let states: [OrderState] = [.received, .preparing, .ready, .handedOver]
        let words = ["preparing", "ready", "handed over"]
        var line = 3
        for id in [3, 1] {
            for (step, word) in zip(zip(states, states.dropFirst()), words) {
                try await onOwnThread { try server.move(id, from: step.0, to: step.1) }
                let printed = try await program.line(line)
                #expect(printed.contains(word) && printed.contains("지훈"), "\(printed)")
                line += 1
            }
        }
        let end = try await program.ended()
        #expect(end.end == .fine)
        #expect(end.complaints.isEmpty)
        #expect(end.output.split(separator: "\n").count == line)
        withExtendedLifetime(session) {}
        await server.stop()
    }

    @Test func aServerThatIsAwayForAWhileIsWaitedFor() async throws {
        let shop = try OrderingServer()
        let port = try FreePort.find()
        let server = try await shop.open(port: port)
        let device = try Scratch()
        try await OwnOrdersTests.order("지훈", at: server, on: device)
        let mine = ["orders", "--mine", "--follow", "--server", server.url]
        let program = try RunningProgram(Built.banchan, mine, environment: device.environment)
        #expect(try await program.line(1).contains("received"))
        try await wait { server.requests["/events", default: 0] > 0 }
        await server.stop()
        let problem = "banchan: The orders cannot be fetched: the server cannot be reached."
        #expect(try await program.complaint(0) == problem)
        let gone = try await runWithoutTerminal(mine, environment: device.environment)
        #expect((gone.status, gone.standardError) == (2, problem + "\n"))
        let again = try await shop.open(port: port)
        try await onOwnThread {
            try again.move(1, from: .received, to: .preparing)
            try again.move(1, from: .preparing, to: .ready)
            try again.move(1, from: .ready, to: .handedOver)
        }
        let end = try await program.ended()
        #expect(end.end == .fine)
        #expect(end.output.hasSuffix("\n") && end.output.split(separator: "\n").last?.contains("handed over") == true)
        #expect(end.complaints == problem + "\n")
        await again.stop()
    }

    @Test func followingEndsWithItsReader() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let device = try Scratch()
        try await OwnOrdersTests.order("지훈", at: server, on: device)
        let output = try await shell(
            "\(Built.banchan) orders --mine --follow --server \(server.url) | head -1", environment: device.environment)
        #expect(output.standardOutput.contains("State"))
        #expect(output.standardError == "")
        await server.stop()
    }

    @Test func whatDoesNotGoTogetherIsSaid() async throws {
        for wrong in [[], ["--receipt", "1"], ["--since", "today"], ["--summary"], ["--database", "/x"]] {
            let output = try await runWithoutTerminal(["orders", "--mine"] + wrong)
            #expect(output.status == 64, "\(wrong)")
            #expect(!output.standardError.isEmpty)
        }
    }

    private static func order(_ who: String, at server: CountingServer, on device: Scratch) async throws {
        let dish = try OrderedDish().dish
        let output = try await runWithoutTerminal(
            ["order", dish.detailHash, "--who", who, "--server", server.url], environment: device.environment)
        #expect(output.status == 0, "\(output.standardError)")
    }
}
