import Glibc
import TerminalProbe
import TestSupport
import Testing

@Suite struct PseudoTerminalTests {
    private func shell(_ script: String, columns: Int = 80, rows: Int = 24) throws -> ProgramOnTerminal {
        try ProgramOnTerminal("/bin/sh", arguments: ["-c", script], columns: columns, rows: rows)
    }

    @Test func theProgramSeesTheSizeItWasGiven() throws {
        let program = try shell("stty size", columns: 100, rows: 30)
        try program.wait(forText: "30 100")
        #expect(try program.waitForExit() == .exited(0))
    }

    @Test func aResizeReachesTheProgramAsASignal() throws {
        let program = try shell("trap 'stty size; exit 0' WINCH; echo ready; while :; do read line; done")
        try program.wait(forText: "ready")
        try program.resize(columns: 60, rows: 20)
        try program.wait(forText: "20 60")
        #expect(try program.terminal.size() == (60, 20))
    }

    @Test func theTerminalIsTheControllingOneOfASessionOfItsOwn() throws {
        let program = try shell("echo through > /dev/tty; echo session $(cut -d' ' -f6 /proc/$$/stat)")
        try program.wait(forText: "through")
        try program.wait(forText: "session \(try #require(program.terminal.processID))")
    }

    @Test func whatIsShownForAMomentIsSeenAlsoIfItIsReadLate() async throws {
        let program = try shell("printf 'toast%300s\\033[H\\033[Jlist'; read end")
        try await wait { try program.terminal.unreadBytes() == "toast\u{1b}[H\u{1b}[Jlist".utf8.count + 300 }
        try program.wait(forText: "toast")
        #expect(program.screen.text.first == "list")
    }

    @Test func nothingIsInheritedButTheTerminal() throws {
        // No pipeline and no directory listing, because either would itself have an open descriptor while the shell
        // looks.
        let look = "for n in 0 1 2 3 4 5 6 7 8 9; do [ -e /proc/$$/fd/$n ] && printf '%s ' $n; done; echo; env; pwd"
        let program = try ProgramOnTerminal(
            "/bin/sh", arguments: ["-c", look],
            environment: ["ONLY": "this"], directory: "/usr")
        try program.waitForExit()
        let text = program.screen.text
        #expect(text[0] == "0 1 2")
        #expect(text.contains("ONLY=this"))
        #expect(text.contains("PWD=/usr"))
        #expect(!text.contains { $0.hasPrefix("HOME=") })
    }

    @Test func signalsAreAtTheirDefaults() throws {
        let program = try shell("grep -E 'Sig(Blk|Ign)' /proc/self/status")
        try program.waitForExit()
        let sets = program.screen.text.compactMap { UInt64($0.suffix(16), radix: 16) }
        // The other bits are real-time signals, two of which the C library reserves for itself.
        let classic: UInt64 = 0x7FFF_FFFF
        #expect(sets.map { $0 & classic } == [0, 0])
    }

    @Test func anExitCodeIsToldAndStays() throws {
        let program = try shell("exit 7")
        #expect(try program.waitForExit() == .exited(7))
        #expect(program.terminal.exitStatus() == .exited(7))
    }

    @Test func aSignalThatEndedItIsTold() throws {
        let program = try shell("echo ready; exec cat")
        try program.wait(forText: "ready")
        try program.terminal.signal(SIGTERM)
        #expect(try program.waitForExit() == .signalled(SIGTERM))
        // The process number may be reused by now, so no signal may be sent to it.
        try program.terminal.signal(SIGKILL)
    }

    @Test func stoppingAndGoingOnAreTold() throws {
        let program = try shell("echo ready; exec cat")
        try program.wait(forText: "ready")
        #expect(program.terminal.exitStatus() == nil)
        try program.terminal.signal(SIGSTOP)
        #expect(program.terminal.exitStatus(waitingMilliseconds: 5_000) == .stopped(SIGSTOP))
        try program.terminal.signal(SIGCONT)
        #expect(program.terminal.exitStatus(waitingMilliseconds: 5_000) == .continued)
        try program.press(.control("d"))
        #expect(try program.waitForExit() == .exited(0))
    }

    @Test func controlCharactersBecomeSignals() throws {
        let program = try shell("echo ready; exec cat")
        try program.wait(forText: "ready")
        try program.press(.control("c"))
        #expect(try program.waitForExit() == .signalled(SIGINT))
    }

    @Test func theLineSettingsCanBeComparedAfterTheProgram() throws {
        let program = try shell("read go; stty raw -echo; echo raw; read line; stty sane; echo sane")
        let before = try program.terminal.attributes()
        #expect(before.isCanonical)
        #expect(before.echoes)
        #expect(before.makesSignals)
        #expect(before.returnsCarriage)
        try program.type(Array("\n".utf8))
        try program.wait(forText: "raw")
        let raw = try program.terminal.attributes()
        #expect(!raw.isCanonical)
        #expect(!raw.echoes)
        #expect(!raw.makesSignals)
        #expect(!raw.returnsCarriage)
        try program.type(Array("\n".utf8))
        try program.waitForExit()
        let after = try program.terminal.attributes()
        #expect(after.isCanonical)
        #expect(after.echoes)
        #expect(after.makesSignals)
        #expect(after.returnsCarriage)
        #expect(after != raw)
    }

    @Test func hangingUpEndsTheProgram() throws {
        let program = try shell("echo ready; exec cat")
        try program.wait(forText: "ready")
        program.terminal.hangUp()
        #expect(program.terminal.exitStatus(waitingMilliseconds: 5_000) == .signalled(SIGHUP))
        #expect(throws: PseudoTerminalError.hungUp) { try program.terminal.write([0x61]) }
    }

    @Test func aProgramIsGoneWhenItsTerminalIs() throws {
        var process: Int32 = 0
        do {
            let program = try shell("trap '' HUP TERM INT; echo ready; while :; do read line; done")
            try program.wait(forText: "ready")
            process = try #require(program.terminal.processID)
        }
        #expect(kill(process, 0) == -1)
        #expect(errno == ESRCH)
    }

    @Test func aProgramThatDoesNotExistIsAnError() throws {
        #expect(throws: PseudoTerminalError.system(call: "posix_spawn /no/such/program", code: ENOENT)) {
            _ = try ProgramOnTerminal("/no/such/program")
        }
    }

    @Test func waitingInVainTellsTheScreen() throws {
        let program = try shell("echo something else; exec cat")
        try program.wait(forText: "something")
        let error = #expect(throws: ProbeError.self) { try program.wait(forText: "dinner", within: 0.05) }
        #expect("\(try #require(error))".contains("| something else"))
    }

    @Test func endingEarlyIsToldApart() throws {
        let program = try shell("echo last words; exit 3")
        let error = #expect(throws: ProbeError.self) { try program.wait(forText: "dinner") }
        let words = "\(try #require(error))"
        #expect(words.contains("exited(3)"))
        #expect(words.contains("| last words"))
    }

    @Test func moreThanTheTerminalHoldsCanBeTyped() throws {
        let program = try shell("stty raw -echo; echo ready; dd bs=1 count=60000 of=/dev/null 2>/dev/null; echo all")
        try program.wait(forText: "ready")
        try program.type([UInt8](repeating: 0x61, count: 60_000))
        try program.wait(forText: "all")
        #expect(program.bytesReceived == program.takeBytes().count)
        #expect(program.takeBytes().isEmpty)
    }

    @Test func questionsOfTheProgramAreAnswered() throws {
        let program = try shell("stty raw -echo; printf '\\033[5n'; dd bs=1 count=4 2>/dev/null | od -An -c")
        try program.wait(forText: "033   [   0   n")
        #expect(try program.waitForExit() == .exited(0))
    }
}
