import Domain
import Foundation
import ShopResources
import TerminalProbe
import TerminalText
import TestPeers
import TestSupport
import Testing

/// A terminal and its server do not grow through refetches, changed files and sales, each of which the screen shows.
@Suite struct SoakTests {
    /// How much is done: refetches, changes of a file, and sales, in so many equal parts. Figures are taken after each
    /// part.
    private static let (refetches, fileChanges, sales) =
        LongForm.isWanted ? (10_000, 5_000, 5_000) : (48, 8, 40)
    private static let parts = LongForm.count(4, long: 20)
    /// The part after which the first figures are taken: caches fill before, and pools start their threads.
    private static let warmUp = 1
    /// The most that each resource may grow. Anonymous memory, in KiB, is still warming up in the short form.
    private static let growth = (
        memory: LongForm.count(16_384, long: 4_096), descriptors: 4, threads: LongForm.count(8, long: 4)
    )

    @Test func aTerminalAndItsServerDoNotGrowThroughRefetchesAndChanges() async throws {
        let place = try TemporaryMenu(main: [Self.dish(0)])
        for counter in ["juice", "drinks"] {
            try FileManager.default.copyItem(
                at: ShopResources.directory().appending(component: counter),
                to: place.url.appending(component: counter))
        }
        let limits = ["changes", "connections"].flatMap { ["--limit", "\($0)=none"] }
        let server = try await ServingProgram.banchan(
            database: place.url.appending(component: "shop.sqlite").path,
            ["--resources", place.url.path] + limits,
            environment: place.scratch.environment.merging(["BANCHAN_KEEPER_TOKEN": ServingProgram.token]) { $1 })
        try await withShop(["--server", server.url.absoluteString]) { terminal in
            try terminal.wait(forText: "연결됨")
            var figures: [[ProcessFigures]] = []
            for part in 0..<Self.parts {
                try Self.perform(part, place, server, on: terminal)
                let processes = [terminal.terminal.processID ?? 0, server.program.identifier]
                figures.append(processes.map(ProcessFigures.init(of:)))
            }
            for (name, index) in [("terminal", 0), ("server", 1)] {
                let (first, last) = (figures[Self.warmUp][index], figures[Self.parts - 1][index])
                #expect(last.anonymousMemory - first.anonymousMemory <= Self.growth.memory, "\(name)")
                #expect(last.descriptors - first.descriptors <= Self.growth.descriptors, "\(name)")
                #expect(last.threads - first.threads <= Self.growth.threads, "\(name)")
                #expect(first.anonymousMemory > 0 && first.descriptors > 0 && first.threads > 0)
            }
            try terminal.press("q")
            #expect(try terminal.waitForExit() == .exited(0))
        }
        #expect(try await server.stop().end == .fine)
    }

    private static func dish(_ more: Int) -> Dish {
        Dish(detailHash: "H1", title: "콩나물무침", price: Won(3_000 + 100 * more))
    }

    /// Performs this part's share of everything, and returns once the screen has shown it.
    private static func perform(
        _ part: Int, _ place: TemporaryMenu, _ server: ServingProgram, on terminal: ProgramOnTerminal
    ) throws {
        try terminal.press("1")
        try terminal.wait(forText: "콩나물무침")
        for _ in 0..<refetches / parts { try terminal.refetchSection() }
        for number in 1...(fileChanges / parts) {
            let changed = dish(number % 2)
            try place.write([changed], to: .main)
            try terminal.wait(forText: changed.price.text)
        }
        try terminal.press("2")
        let guest = try LoopbackConnection(
            port: server.port, request: "POST /orders", body: JSONEncoder().encode(KilledShopData.juices(1)))
        for number in 0..<sales / parts {
            // Fifty juices take all the fruit.
            if number % 50 == 0 { _ = try KilledShopData(port: server.port) }
            #expect(try guest.ask().status == 201)
            try terminal.wait(forStock: 98 - 2 * (number % 50), of: "바나나")
        }
    }
}

extension ProgramOnTerminal {
    /// Presses `r` and waits until the section's spinner has come and gone. One that came and went within a frame is
    /// not shown, and the key is pressed again.
    fileprivate func refetchSection() throws {
        for _ in 0..<5 {
            _ = takeBytes()
            var written: [UInt8] = []
            try press("r")
            do {
                return try wait(for: "a refetch", within: 2) { screen in
                    written += takeBytes()
                    return written.contains(where: Set("|/-\\".utf8).contains)
                        && !screen.text.contains { $0.contains(#/\x20[|/\\-](\x20\x20|$)/#) }
                }
            } catch ProbeError.notSeen { continue }
        }
        throw ProbeError.notSeen("the spinner of a refetch", seconds: 10, screen: screen.text)
    }
}
