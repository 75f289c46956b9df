import Foundation
import TerminalProbe
import TestSupport
import Testing

/// A home directory to which nothing can be written.
@Suite struct ReadOnlyHomeTests {
    /// Directories below a file, to which not even root can write.
    private var environment: [String: String] {
        [
            "HOME": "/dev/null", "XDG_CACHE_HOME": "/dev/null/cache", "XDG_STATE_HOME": "/dev/null/state",
            "XDG_DATA_HOME": "/dev/null/data", "LANG": "en_US.UTF-8",
        ]
    }

    @Test func theShopOpensAndSaysWhatWillNotBeKept() async throws {
        let environment = environment
        try await onOwnThread {
            let shop = try ProgramOnTerminal(Built.banchan, environment: environment)
            try shop.wait(forText: "Not kept when you leave: orders, contacts, the cart")
            try shop.wait(forText: "connected")
            try shop.press("q")
            let status = try shop.waitForExit()
            #expect(status == .exited(0))
        }
    }

    @Test func commandsWorkThereToo() async throws {
        for command in [["menu"], ["juice"]] {
            let program = try RunningProgram(Built.banchan, command, environment: environment)
            let outcome = try await program.ended()
            #expect(outcome.end == .fine, "\(outcome.complaints)")
        }
    }
}
