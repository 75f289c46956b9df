import Domain
import Foundation
import TerminalProbe
import TerminalText
import TestPeers
import TestSupport
import Testing

/// The shop with a server that answers every request with one of the worst faults.
@Suite struct FaultyServerTests {
    private static let dishes = (0..<30).map {
        Dish(detailHash: "H\($0)", title: PlainText("반찬 \($0)."), price: Won(1_000))
    }
    /// The limit of the program's memory, in KiB.
    private static let memory = 100 << 10
    private static let keys = LongForm.count(40, long: 400)

    @Test(arguments: FaultyShop.worst)
    func keysAreObeyedMemoryIsSmallAndTheMenuComesBackByItself(_ fault: String) async throws {
        let server = try FaultyShop(section: JSONEncoder().encode(FaultyServerTests.dishes))
        defer { server.server.stop() }
        try await withShop(["--server", server.address]) { shop in
            // Wait for the first section's rows, since the other sections look the same.
            try shop.waitForSelection(of: "반찬 0.")
            try shop.wait(forText: "연결됨")
            let befell = server.server.requests.faulty
            #expect(server.inject(fault))
            try shop.press("R")
            var times: [Duration] = []
            for number in 1...FaultyServerTests.keys {
                let (turn, step) = (20, (number - 1) % 40)
                let row = step < turn ? step + 1 : 2 * turn - 1 - step
                let pressed = ContinuousClock.now
                try shop.press(step < turn ? "j" : "k")
                try shop.waitForSelection(of: "반찬 \(row).")
                times.append(.now - pressed)
            }
            // Other tests run at the same time, so only a key that waits for the server is seen, whose limits are
            // seconds. The long form, which runs alone, has a strict limit.
            #expect(times.sorted()[times.count * 95 / 100] < (LongForm.isWanted ? .milliseconds(100) : .seconds(2)))
            #expect(times.sorted()[times.count / 2] < (LongForm.isWanted ? .milliseconds(20) : .milliseconds(500)))
            try shop.wait(for: "the fault", within: 60) { _ in server.server.requests.faulty > befell }
            let memory = ProcessFigures(of: shop.terminal.processID ?? 0).proportionalSetSize
            #expect((1...FaultyServerTests.memory).contains(memory))
            server.heal()
            try shop.press("R")
            try shop.wait(forText: "연결됨", within: 60)
            try shop.wait(forText: "반찬 0.")
            try shop.press("q")
            let status = try shop.waitForExit()
            #expect(status == .exited(0))
        }
    }

    @Test(arguments: [
        "endless body", "head cut after 20 bytes", "302 to “//[::1]/x”", "silence instead of an answer",
    ])
    func aShopThatIsBrokenAtFirstOpensWhenItsServerIsWell(_ fault: String) async throws {
        let server = try FaultyShop(section: JSONEncoder().encode(FaultyServerTests.dishes))
        defer { server.server.stop() }
        #expect(server.inject(fault))
        try await withShop(["--server", server.address]) { shop in
            try shop.wait(for: "the fault", within: 60) { _ in server.server.requests.faulty >= 3 }
            server.heal()
            // Without a key press, at the next retry.
            try shop.wait(forText: "반찬 0.", within: 60)
            try shop.wait(forText: "연결됨", within: 60)
        }
    }
}
