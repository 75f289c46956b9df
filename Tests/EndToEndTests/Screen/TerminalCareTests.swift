import Foundation
import TerminalProbe
import TerminalText
import TestSupport
import Testing

@Suite struct TerminalCareTests {
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE])
    func everySignalThatEndsTheProgramLeavesTheTerminalAsItWas(_ signal: Int32) async throws {
        try await withShop { shop in
            let before = try freshAttributes()
            try shop.wait(forText: "연결됨")
            let attributes = try shop.terminal.attributes()
            #expect(attributes != before)
            try shop.terminal.signal(signal)
            let status = try shop.waitForExit()
            #expect(status == .signalled(signal))
            try expectLeft(shop, before)
        }
    }

    @Test(arguments: ["t", "o"])
    func aTrapOrAnOverflowOfTheStackLeavesTheTerminalAsItWas(_ key: String) async throws {
        try await onOwnThread {
            let program = try ProgramOnTerminal(Built.helper, arguments: ["crash"])
            let before = try freshAttributes()
            try program.wait(forText: "ready")
            try program.press(Key(key))
            guard case .signalled(let signal) = try program.waitForExit() else {
                Issue.record("the program should have been ended by a signal")
                return
            }
            #expect([SIGILL, SIGTRAP, SIGSEGV, SIGBUS].contains(signal))
            try expectLeft(program, before)
        }
    }

    @Test(arguments: ["q", "ctrl-c"])
    func leavingByKeyLeavesTheTerminalAsItWas(_ key: String) async throws {
        try await withShop { shop in
            let before = try freshAttributes()
            try shop.wait(forText: "연결됨")
            try shop.press(Key(key))
            let status = try shop.waitForExit()
            #expect(status == (key == "q" ? .exited(0) : .signalled(SIGINT)))
            try expectLeft(shop, before)
        }
    }

    @Test(arguments: [nil, SIGTERM, SIGSEGV])
    func aTerminalThatWasStoppedByCtrlSIsLeftAllTheSame(_ signal: Int32?) async throws {
        try await withShop { shop in
            let before = try freshAttributes()
            try shop.wait(forText: "연결됨")
            try shop.press("ctrl-s", "page-down", "page-up")
            if let signal { try shop.terminal.signal(signal) } else { try shop.press("q") }
            let status = try shop.waitForExit()
            #expect(status == signal.map { .signalled($0) } ?? .exited(0))
            try expectLeft(shop, before)
        }
    }

    @Test func aTerminalThatIsReadNoMoreDoesNotKeepTheProgram() async throws {
        try await withShop(columns: 300, rows: 100) { shop in
            try shop.wait(forText: "연결됨")
            try shop.stopReading()
            try shop.terminal.signal(SIGTERM)
            #expect(shop.terminal.exitStatus(waitingMilliseconds: 20_000) == .signalled(SIGTERM))
        }
    }

    @Test(arguments: [nil, SIGTERM, SIGINT])
    func aTerminalThatIsReadAgainOnlyAfterwardsIsLeftAllTheSame(_ signal: Int32?) async throws {
        try await withShop(columns: 300, rows: 100) { shop in
            let before = try freshAttributes()
            try shop.wait(forText: "연결됨")
            try shop.stopReading()
            if let signal {
                try shop.terminal.signal(signal)
            } else {
                _ = try shop.terminal.writeAvailable(Array("q".utf8))
            }
            let status = shop.terminal.exitStatus(waitingMilliseconds: 20_000)
            #expect(status == signal.map { .signalled($0) } ?? .exited(0))
            while try shop.pump(milliseconds: 0) {}
            let end = String(decoding: shop.takeBytes().suffix(400), as: UTF8.self)
            #expect(end.contains("\u{1B}[?2004l"))
            try expectLeft(shop, before)
        }
    }

    /// The user clicks while the program is leaving. The shell after it prints what arrives.
    @Test(arguments: ["q", "ctrl-c", "ctrl-z"])
    func whatTheTerminalReportsWhileTheProgramLeavesIsNotForTheShell(_ key: Key) async throws {
        let scratch = try Scratch()
        let environment = scratch.environment.merging(["LANG": "ko_KR.UTF-8"]) { $1 }
        let reading = "read -r -t 1 -n 60 late; printf '\\nlate=[%q]\\n' \"$late\"; kill %1"
        // A shell in between, since bash ends with a program that an interrupt ended.
        let program = key == "ctrl-c" ? "/bin/sh -c 'trap : INT; \(Built.banchan); exit 0'" : Built.banchan
        let script = "trap : INT; set -m; \(program); \(reading)"
        try await onOwnThread {
            let shell = try ProgramOnTerminal(
                "/bin/bash", arguments: ["--norc", "-c", script], environment: environment)
            try shell.wait(forText: "연결됨")
            try shell.wait(for: "mouse reports") { $0.reportsMouse }
            let click = shell.screen.bytes(for: .click, row: 5, column: 5)
            #expect(!click.isEmpty)
            _ = try shell.terminal.writeAvailable(shell.screen.bytes(for: key))
            try shell.readWithoutAnswering(until: "\u{1B}[c")
            try shell.terminal.write(click + Array("\u{1B}[?62;4c".utf8))
            try shell.wait(forText: "late=['']")
        }
        withExtendedLifetime(scratch) {}
    }

    @Test func aTerminalThatHasNeverAnsweredIsNotAskedOnLeaving() async throws {
        let scratch = try Scratch()
        let environment = scratch.environment.merging(["LANG": "ko_KR.UTF-8", "TERM": "linux"]) { $1 }
        try await onOwnThread {
            let shop = try ProgramOnTerminal(Built.banchan, environment: environment)
            try shop.wait(forText: "연결됨")
            _ = shop.takeBytes()
            try shop.press("q")
            #expect(try shop.waitForExit() == .exited(0))
            #expect(!String(decoding: shop.takeBytes(), as: UTF8.self).contains("\u{1B}[c"))
        }
        withExtendedLifetime(scratch) {}
    }

    /// Curses sets the scrolling region of the size that it was told, and would leave that of a larger terminal so. That
    /// shows only if it then moves rows without a region, which depends on the section that comes first.
    @Test func aTerminalThatIsLargerThanCursesWasToldScrollsAllOfItsRows() async throws {
        let environment = ["TERM": "linux", "LINES": "24", "COLUMNS": "80"]
        try await withShop(environment: environment, columns: 80, rows: 200) { shop in
            try shop.wait(forText: "연결됨")
            let start = String(decoding: shop.takeBytes(), as: UTF8.self)
            #expect(start.contains("\u{1B}[r"), "The scrolling region is the whole screen.")
            try shop.waitUntilSettled()
            try shop.press("2")
            try shop.wait(for: "juices and fruit") { screen in
                screen.text.filter { $0.contains("⣿") }.count == 5 && screen.text.contains { $0.contains("재료 부족") }
            }
            try shop.expectSameAfterRepaint()
        }
    }

    @Test func ctrlZStopsAndFgComesBack() async throws {
        try await withShopInShell { shell in
            try shell.press("ctrl-z")
            try shell.wait(forText: "has-stopped")
            #expect(!shell.screen.isAlternateScreen)
            let asksForTheMouse = shell.screen.reportsMouse
            #expect(!asksForTheMouse)
            let attributes = try shell.terminal.attributes()
            #expect(attributes.isCanonical)
            try shell.press("enter")
            try shell.wait(for: "the shop again") {
                $0.isAlternateScreen && $0.line(0).contains("연결됨") && $0.line(23).hasPrefix("─") && $0.reportsMouse
            }
            try shell.press("q")
            try shell.wait(forText: "has-ended")
            #expect(!shell.screen.isAlternateScreen)
        }
    }

    /// As a shell does with `kill %1`, or with its jobs when its window is closed.
    @Test(arguments: [SIGTERM, SIGHUP]) func aSignalEndsAStoppedProgramOnceItGoesOn(_ signal: Int32) async throws {
        try await withShopInShell { shell in
            let shop = try suspendShop(of: shell)
            _ = shell.takeBytes()
            for number in [signal, SIGCONT] { kill(shop, number) }
            try shell.wait(for: "the end of the program") { _ in hasEnded(shop) }
            #expect(shell.takeBytes().isEmpty, "The terminal is the shell's.")
        }
    }

    @Test func aShopThatIsContinuedInTheBackgroundStopsAgainAndCanBeEnded() async throws {
        try await withShopInShell { shell in
            let shop = try suspendShop(of: shell)
            _ = shell.takeBytes()
            kill(shop, SIGCONT)
            try shell.wait(for: "the shop to go on") { _ in state(of: shop) != "T" }
            try shell.wait(for: "the shop to stop again") { _ in state(of: shop) == "T" }
            #expect(shell.takeBytes().isEmpty, "The terminal is the shell's.")
            for number in [SIGTERM, SIGCONT] { kill(shop, number) }
            try shell.wait(for: "the end of the program") { _ in hasEnded(shop) }
        }
    }

    /// Suspends the shop that runs in a shell, and returns its process ID.
    private func suspendShop(of shell: ProgramOnTerminal) throws -> Int32 {
        try shell.press("ctrl-z")
        try shell.wait(forText: "has-stopped")
        let parent = try #require(shell.terminal.processID)
        let children = try String(contentsOfFile: "/proc/\(parent)/task/\(parent)/children", encoding: .utf8)
        return try #require(children.split(separator: " ").first.flatMap { Int32($0) })
    }

    /// Whether the process has ended; its parent may not have waited for it yet.
    private func hasEnded(_ process: Int32) -> Bool { state(of: process).map { "ZX".contains($0) } ?? true }

    /// Returns the state of a process as `/proc` has it; `nil` if there is none.
    private func state(of process: Int32) -> Character? {
        let fields = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return fields?.split(separator: ") ").last?.first
    }

    /// Back at its size before the program has noticed, it may have moved or dropped what it showed.
    @Test func aTerminalThatHadAnotherSizeForAMomentIsDrawnAnew() async throws {
        // No picture that arrives meanwhile.
        try await withShop(["--pictures", "none"]) { shop in
            try shop.waitUntilSettled()
            try shop.expectSameAfterRepaint { try $0.terminal.signal(SIGWINCH) }
        }
    }

    @Test func aHangUpEndsTheProgramEvenWhenItsSignalIsIgnored() async throws {
        let scratch = try Scratch()
        let environment = scratch.environment.merging(["LANG": "ko_KR.UTF-8"]) { $1 }
        try await onOwnThread {
            let script = "trap '' HUP; exec \(Built.banchan)"
            let shop = try ProgramOnTerminal("/bin/sh", arguments: ["-c", script], environment: environment)
            try shop.wait(forText: "연결됨")
            shop.terminal.hangUp()
            #expect(shop.terminal.exitStatus(waitingMilliseconds: 10_000) == .exited(0))
        }
        withExtendedLifetime(scratch) {}
    }

    @Test(arguments: ["xterm", "xterm-256color", "screen", "tmux-256color", "linux", "vt100"])
    func theShopOpensOnEveryUsualTerminal(_ name: String) async throws {
        try await withShop(environment: ["TERM": name]) { shop in
            try shop.wait(forText: "연결됨")
            try shop.press("down", "enter", "q")
            let status = try shop.waitForExit()
            #expect(status == .exited(0))
        }
    }

    @Test func withNoColorThereIsNoColour() async throws {
        try await withShop(environment: ["NO_COLOR": "1"]) { shop in
            try shop.waitUntilSettled()
            let cells = (0..<24).flatMap { shop.screen.cells(row: $0) }
            #expect(cells.allSatisfy { $0.foreground == .default && $0.background == .default })
            #expect(shop.selectedRows().count == 1)
        }
    }

    @Test func inALocaleWithoutUTF8TheShopSpeaksUTF8AllTheSame() async throws {
        try await withShop(environment: ["LC_ALL": "C"]) { shop in
            // The text is English, but the currency sign is Hangul.
            try shop.wait(forText: "15,900원")
            #expect(shop.screen.line(0).contains("1 Banchan"))
        }
    }

    @Test func theTerminalsOwnSizeCountsWhateverCursesWasTold() async throws {
        // As if the window grows between two queries of its size: curses has one size, the terminal another.
        try await withShop(environment: ["LINES": "10", "COLUMNS": "40"]) { shop in
            try shop.wait(for: "keys on the last line of the terminal") { screen in
                screen.line(0).contains("연결됨") && screen.line(screen.rows - 1).hasPrefix("─")
                    && screen.line(0).columns == screen.columns
            }
            #expect(shop.selectedRows().count == 1)
        }
    }

    /// Returns the attributes of a terminal that no program has touched.
    private func freshAttributes() throws -> TerminalAttributes {
        try PseudoTerminal(columns: 80, rows: 24).attributes()
    }

    private func expectLeft(_ program: ProgramOnTerminal, _ before: TerminalAttributes) throws {
        #expect(try program.terminal.attributes() == before)
        #expect(!program.screen.isAlternateScreen)
        #expect(program.screen.cursor.isVisible)
        #expect(!program.screen.reportsMouse)
    }
}

extension ProgramOnTerminal {
    /// Reads output until it contains `text`, as a terminal that has not got to answering yet.
    fileprivate func readWithoutAnswering(until text: String) throws {
        let deadline = ContinuousClock.now + .seconds(ProgramOnTerminal.timeout)
        var read: [UInt8] = []
        while !String(decoding: read, as: UTF8.self).contains(text) {
            guard ContinuousClock.now < deadline else {
                throw ProbeError.notSeen("“\(text)”", seconds: ProgramOnTerminal.timeout, screen: screen.text)
            }
            read += try terminal.read(timeoutMilliseconds: 20) ?? []
        }
        screen.feed(read)
        _ = screen.takeReplies()
    }
}
