import PseudoTerminal
import TerminalEmulator

/// A program that runs on a terminal which nobody looks at but a test: keys go in, the screen can be asked.
///
/// Nothing is read in the background: output is taken in while this waits, types or is told to `pump`.
public final class ProgramOnTerminal {
    /// What a person would see now.
    public let screen: TerminalEmulator
    public let terminal: PseudoTerminal
    /// What the terminal can do beyond a plain one, and answers in its place.
    public let graphics: GraphicsTerminal?
    /// Bytes that the program has written so far.
    public private(set) var bytesReceived = 0
    private var untaken: [UInt8] = []
    private var isClosed = false

    /// Enough for a program of today, and nothing of this machine: UTF-8, 256 colours.
    public static let plainEnvironment = [
        "LANG": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin", "TERM": "xterm-256color",
    ]

    /// Starts a program. `environment` is added to `plainEnvironment`; nothing is inherited.
    public init(
        _ path: String, arguments: [String] = [], environment: [String: String] = [:], directory: String? = nil,
        columns: Int = 80, rows: Int = 24, graphics: GraphicsTerminal? = nil
    ) throws {
        self.graphics = graphics
        screen = TerminalEmulator(columns: columns, rows: rows)
        terminal = try PseudoTerminal(columns: columns, rows: rows)
        try terminal.spawn(
            path, arguments: arguments,
            environment: ProgramOnTerminal.plainEnvironment.merging(environment) { $1 }, directory: directory)
    }

    /// Presses keys one after the other, without waiting between them.
    public func press(_ keys: Key...) throws { try press(keys) }

    /// Presses keys one after the other, without waiting between them.
    public func press(_ keys: [Key]) throws { try type(keys.flatMap(screen.bytes(for:))) }

    /// Types bytes as they are. Output is taken in meanwhile, so that a program which waits for its own is not stuck.
    public func type(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        let deadline = ContinuousClock.now + .seconds(ProgramOnTerminal.timeout)
        while !rest.isEmpty {
            rest = rest.dropFirst(try terminal.writeAvailable(rest))
            if rest.isEmpty { return }
            guard ContinuousClock.now < deadline, !isClosed else {
                throw PseudoTerminalError.inputStuck(milliseconds: Int(ProgramOnTerminal.timeout * 1_000))
            }
            try pump(milliseconds: 1)
        }
    }

    /// Takes in output until `condition` holds, which is asked now and after every piece of output.
    ///
    /// Throws a `ProbeError` with the whole screen when the time runs out or the program ends before.
    public func wait(
        for description: String, within seconds: Double = ProgramOnTerminal.timeout,
        until condition: (TerminalEmulator) throws -> Bool
    ) throws {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while try !condition(screen) {
            if isClosed {
                let status = terminal.exitStatus(waitingMilliseconds: ProgramOnTerminal.lastWords)
                throw ProbeError.ended(description, status, screen: screen.text)
            }
            guard ContinuousClock.now < deadline else {
                throw ProbeError.notSeen(description, seconds: seconds, screen: screen.text)
            }
            try pump(milliseconds: ProgramOnTerminal.slice)
        }
    }

    /// Waits until a text stands somewhere on the screen, within one row.
    public func wait(forText text: String, within seconds: Double = ProgramOnTerminal.timeout) throws {
        try wait(for: "“\(text)” on the screen", within: seconds) { $0.text.contains { $0.contains(text) } }
    }

    /// Takes in output until the program has ended, and answers how. Throws `ProbeError.notEnded` when it does not.
    @discardableResult
    public func waitForExit(within seconds: Double = ProgramOnTerminal.timeout) throws -> ExitStatus {
        let deadline = ContinuousClock.now + .seconds(seconds)
        repeat {
            if isClosed {
                let left = Int((deadline - .now) / .milliseconds(1))
                if let status = finalStatus(waitingMilliseconds: left) { return status }
            } else {
                try pump(milliseconds: ProgramOnTerminal.slice)
                // A child of the program may hold the terminal open after it.
                if let status = finalStatus(waitingMilliseconds: 0) {
                    while !isClosed, try pump(milliseconds: 0) {}
                    return status
                }
            }
        } while ContinuousClock.now < deadline
        throw ProbeError.notEnded(seconds: seconds, screen: screen.text)
    }

    /// Takes in one piece of output, waiting for it at most that long, and answers the program's questions. The answer
    /// is whether there was any.
    @discardableResult
    public func pump(milliseconds: Int) throws -> Bool {
        guard !isClosed, let bytes = try terminal.read(timeoutMilliseconds: milliseconds) else { return false }
        isClosed = bytes.isEmpty
        take(bytes)
        let own = screen.takeReplies()
        let replies = graphics?.takeReplies() ?? own
        if !replies.isEmpty, !isClosed { try terminal.write(replies) }
        return !bytes.isEmpty
    }

    /// The bytes that the program wrote since this was last asked.
    public func takeBytes() -> [UInt8] {
        defer { untaken = [] }
        return untaken
    }

    /// Changes the size of both the terminal and the picture of it.
    public func resize(columns: Int, rows: Int) throws {
        screen.resize(columns: columns, rows: rows)
        try terminal.resize(columns: columns, rows: rows)
    }

    private func take(_ bytes: [UInt8]) {
        bytesReceived += bytes.count
        untaken += bytes
        guard let graphics else { return screen.feed(bytes) }
        graphics.take(bytes) {
            screen.feed($0)
        } position: {
            (screen.cursor.row, screen.cursor.column)
        }
    }

    private func finalStatus(waitingMilliseconds: Int) -> ExitStatus? {
        guard let status = terminal.exitStatus(waitingMilliseconds: waitingMilliseconds), status.isFinal else {
            return nil
        }
        return status
    }

    /// Seconds that every wait lasts at most, unless told otherwise.
    public static let timeout = 40.0
    /// Milliseconds after which a condition that may depend on more than the screen is asked again.
    private static let slice = 20
    /// Milliseconds that a program has to end after it closed its terminal.
    private static let lastWords = 500
}
