import Foundation
import TerminalProbe
import TestSupport
import Testing

/// The size of a terminal is a number from the other side of a connection.
@Suite struct TerminalSizeTests {
    /// The memory in kilobytes that a screen of the largest size may take in addition to one of 80 x 24.
    private static let limit = 32 * 1_024

    @Test func aGuestsTerminalOfAnySizeTakesLittleMemory() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let usual = try await peak(of: server.url, columns: 80, rows: 24)
        for (columns, rows) in [(5_000, 5_000), (65_534, 65_534), (65_534, 24), (80, 65_534)] {
            let large = try await peak(of: server.url, columns: columns, rows: rows)
            #expect(large - usual < Self.limit, "\(columns) x \(rows): \(large) kB instead of \(usual)")
        }
        await server.stop()
    }

    @Test func aChangeToAnySizeTakesLittleMemory() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let scratch = try Scratch()
        try await withShop(arguments(server.url, scratch), columns: 800, rows: 250) { guest in
            try guest.terminal.resize(columns: 80, rows: 24)
            try guest.wait(for: "the small shop") { $0.line(23).hasPrefix("─") }
            let usual = try guest.peakMemory()
            for (columns, rows) in [(5_000, 5_000), (65_534, 65_534)] {
                try guest.terminal.resize(columns: columns, rows: rows)
                try guest.wait(for: "the largest screen") { $0.line(249).hasPrefix("─") }
                #expect(try guest.peakMemory() - usual < Self.limit, "\(columns) x \(rows)")
                try guest.terminal.resize(columns: 80, rows: 24)
                try guest.wait(for: "the small shop again") { $0.line(23).hasPrefix("─") && $0.line(249).isEmpty }
            }
            // This is no size, so the last one stays.
            try guest.terminal.resize(columns: 65_535, rows: 65_535)
            try guest.press("2")
            try guest.wait(forText: "딸기")
            #expect(guest.screen.line(23).hasPrefix("─"))
            try guest.press("q")
            #expect(try guest.waitForExit() == .exited(0))
        }
        await server.stop()
        withExtendedLifetime(scratch) {}
    }

    @Test(arguments: [(65_535, 24), (80, 65_535)])
    func aSizeThatIsNoneIsRefusedWithTheReason(_ columns: Int, _ rows: Int) async throws {
        try await onOwnThread {
            let shop = try ProgramOnTerminal(Built.banchan, reportedSize: (columns, rows))
            #expect(try shop.waitForExit() == .exited(1))
            #expect(shop.screen.text.joined().contains("a size of \(columns) x \(rows), which no terminal has"))
        }
    }

    @Test(arguments: [["LINES": "99999"], ["LINES": "99999", "COLUMNS": "99999"], ["COLUMNS": "-1"], ["LINES": "x"]])
    func theSizeInTheEnvironmentIsNotTheTerminals(_ environment: [String: String]) async throws {
        try await withShop(environment: environment) { shop in
            try shop.wait(for: "the shop") { $0.line(0).contains("연결됨") && $0.line(23).hasPrefix("─") }
            try shop.press("q")
            #expect(try shop.waitForExit() == .exited(0))
        }
    }

    @Test func whereTheTerminalReportsNoSizeThatOfTheEnvironmentCounts() async throws {
        let scratch = try Scratch()
        let environment = scratch.environment.merging(["LANG": "ko_KR.UTF-8", "COLUMNS": "60", "LINES": "20"]) { $1 }
        try await onOwnThread {
            let shop = try ProgramOnTerminal(
                Built.banchan, environment: environment, columns: 60, rows: 20, reportedSize: (0, 0))
            try shop.wait(for: "the shop") { $0.line(0).contains("연결됨") && $0.line(19).hasPrefix("─") }
        }
        withExtendedLifetime(scratch) {}
    }

    private func arguments(_ url: String, _ scratch: Scratch) -> [String] {
        ["guest", "--server", url, "--sessions", scratch.path("guests")]
    }

    /// Returns the peak memory in kilobytes of a guest's program on a terminal that reports this size.
    private func peak(of url: String, columns: Int, rows: Int) async throws -> Int {
        let scratch = try Scratch()
        let arguments = arguments(url, scratch)
        let environment = scratch.environment.merging(["LANG": "ko_KR.UTF-8"]) { $1 }
        return try await onOwnThread {
            let (width, height) = (min(columns, 800), min(rows, 250))
            let guest = try ProgramOnTerminal(
                Built.banchan, arguments: arguments, environment: environment, columns: width, rows: height,
                reportedSize: (columns, rows))
            try guest.wait(for: "the shop") { $0.line(0).contains("연결됨") && $0.line(height - 1).hasPrefix("─") }
            try guest.press("G", "g", "2")
            try guest.wait(forText: "딸기")
            let peak = try guest.peakMemory()
            try guest.press("q")
            #expect(try guest.waitForExit() == .exited(0))
            return peak
        }
    }
}

extension ProgramOnTerminal {
    /// The most memory that the program has had so far, in kilobytes (`VmHWM` of proc(5)).
    fileprivate func peakMemory() throws -> Int {
        guard let process = terminal.processID else { throw CocoaError(.fileNoSuchFile) }
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        guard let number = line?.split(separator: " ").dropLast().last.flatMap({ Int($0) }) else {
            throw CocoaError(.fileReadCorruptFile)
        }
        return number
    }
}
