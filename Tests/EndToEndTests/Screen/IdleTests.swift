import Foundation
import TerminalProbe
import TestSupport
import Testing

@testable import ShopApp

/// A shop that is left alone uses no processor, its own server included.
@Suite struct IdleTests {
    private static let quiet = Duration.seconds(3)

    @Test(arguments: [(80, 24, "1"), (120, 40, "1"), (200, 60, "1"), (120, 40, "2"), (120, 40, "5")])
    func whoIsLeftAloneSleeps(columns: Int, rows: Int, counter: String) async throws {
        try await withShop([], columns: columns, rows: rows) { shop in
            try shop.wait(forText: "연결됨")
            try shop.press("escape", .text(counter), "down")
            let process = try #require(shop.terminal.processID)
            var (before, start) = (ProcessFigures(of: process), ContinuousClock.now)
            try shop.wait(for: "three seconds in which no thread wakes up") { _ in
                let now = ProcessFigures(of: process)
                guard now.wakeUps(since: before) > 0 || now.threads != before.threads else {
                    return ContinuousClock.now - start > IdleTests.quiet
                }
                (before, start) = (now, .now)
                return false
            }
            try shop.press("q")
            #expect(try shop.waitForExit() == .exited(0))
        }
    }
}
