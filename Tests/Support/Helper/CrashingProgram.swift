import Canvas
import Terminal

/// Takes over the terminal as the shop does, and then crashes in the way that the pressed key selects. For tests.
struct CrashingProgram {
    @TerminalActor
    static func run() async throws {
        let options = CursesTerminal.Options(name: "xterm-256color", allowsColor: true, log: "/dev/null")
        let terminal = try CursesTerminal(options)
        terminal.draw(Banner.frame(size: terminal.size))
        await terminal.serve { events in
            for case .key(let key) in events { crash(by: key) }
            return true
        }
    }

    private static func crash(by key: Key) {
        switch key {
        case .character("t"): trap(at: CommandLine.arguments.count)
        case .character("o"): print(overflow(CommandLine.arguments.count))
        default: break
        }
    }

    /// Reads past the end of an array, which causes a trap.
    private static func trap(at index: Int) { print([0][index]) }

    /// Recurses until the stack overflows.
    private static func overflow(_ depth: Int) -> Int { depth < 0 ? 0 : overflow(depth + 1) + depth }
}

enum Banner {
    static func frame(size: Size) -> Frame {
        let line = Line("ready", width: size.width)
        let panel = Panel(
            region: Region("banner"), origin: Point(column: 0, row: 0), width: size.width, lines: [line])
        return Frame(size: size, panels: [panel])
    }
}
