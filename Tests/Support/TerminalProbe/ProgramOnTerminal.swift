/// A program on a terminal that a test controls: it presses keys and checks the screen.
///
/// Nothing is read in the background: output is read only by the waits, while typing and by `pump`.
public final class ProgramOnTerminal {
    /// The screen as a person would see it now.
    public let screen: TerminalEmulator
    public let terminal: PseudoTerminal
    /// The graphics features of the terminal, which then answer the program's queries instead of the emulator; `nil`
    /// for a plain terminal.
    public let graphics: GraphicsTerminal?
    /// The number of bytes that the program has written so far.
    public private(set) var bytesReceived = 0
    private var untaken: [UInt8] = []
    /// Called right before the program clears the whole screen.
    public var onClear: (() -> Void)?
    /// Called after each piece of output was processed.
    private var onPiece: (() -> Void)?
    private var clears = ClearDetector()
    private var isClosed = false
    /// Whether Enter was pressed last.
    private var isAfterEnter = false

    /// A minimal environment with UTF-8 and 256 colours, independent of the machine.
    public static let plainEnvironment = [
        "LANG": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin", "TERM": "xterm-256color",
    ]

    /// Starts a program. `environment` is added to `plainEnvironment`; nothing is inherited. The terminal may report
    /// another size than the screen has.
    public init(
        _ path: String, arguments: [String] = [], environment: [String: String] = [:], directory: String? = nil,
        columns: Int = 80, rows: Int = 24, reportedSize: (columns: Int, rows: Int)? = nil,
        graphics: GraphicsTerminal? = nil
    ) throws {
        self.graphics = graphics
        screen = TerminalEmulator(columns: columns, rows: rows)
        terminal = try PseudoTerminal(columns: reportedSize?.columns ?? columns, rows: reportedSize?.rows ?? rows)
        try terminal.spawn(
            path, arguments: arguments,
            environment: ProgramOnTerminal.plainEnvironment.merging(environment) { $1 }, directory: directory)
    }

    /// Presses keys one after the other, as `press(_:)` with an array does.
    public func press(_ keys: Key...) throws { try press(keys) }

    /// Presses keys one after the other. Waits only before and after Enter, until the program has read the other keys: what
    /// arrives together with a line end may be a paste.
    public func press(_ keys: [Key]) throws {
        var rest = keys[...]
        while let first = rest.first {
            let together = first == .enter ? rest.prefix(1) : rest.prefix { $0 != .enter }
            if first == .enter || isAfterEnter { try waitUntilRead() }
            try type(together.flatMap(screen.bytes(for:)))
            isAfterEnter = first == .enter
            rest = rest.dropFirst(together.count)
        }
    }

    /// Waits until the program has read everything that was typed.
    public func waitUntilRead() throws {
        let deadline = ContinuousClock.now + .seconds(ProgramOnTerminal.timeout)
        while !isClosed, try terminal.hasUnreadInput() {
            guard ContinuousClock.now < deadline else {
                throw PseudoTerminalError.inputStuck(milliseconds: Int(ProgramOnTerminal.timeout * 1_000))
            }
            try pump(milliseconds: 1)
        }
    }

    /// Types raw bytes. Reads output meanwhile, so that a program that blocks on its own output does not deadlock.
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

    /// Reads output until `condition` is true. It is checked now, after every piece of output, and every 20
    /// milliseconds.
    ///
    /// Throws a `ProbeError` with the whole screen if the time expires or the program ends first.
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

    /// Waits until a row of the screen contains `text`, or has contained it: what is shown for a moment is seen also if
    /// it is gone by the time that the output is read.
    public func wait(forText text: String, within seconds: Double = ProgramOnTerminal.timeout) throws {
        var isSeen = isOnScreen(text)
        onPiece = { [unowned self] in isSeen = isSeen || isOnScreen(text) }
        defer { onPiece = nil }
        try wait(for: "“\(text)” on the screen", within: seconds) { _ in isSeen }
    }

    private func isOnScreen(_ text: String) -> Bool { screen.text.contains { $0.contains(text) } }

    /// Reads output until the program has ended, and returns its status. Throws `ProbeError.notEnded` if it does not
    /// end in time.
    @discardableResult
    public func waitForExit(within seconds: Double = ProgramOnTerminal.timeout) throws -> ExitStatus {
        let deadline = ContinuousClock.now + .seconds(seconds)
        repeat {
            if isClosed {
                let left = Int((deadline - .now) / .milliseconds(1))
                if let status = finalStatus(waitingMilliseconds: left) { return status }
            } else {
                try pump(milliseconds: ProgramOnTerminal.slice)
                // A child of the program may keep the terminal open after the program has ended.
                if let status = finalStatus(waitingMilliseconds: 0) {
                    while !isClosed, try pump(milliseconds: 0) {}
                    return status
                }
            }
        } while ContinuousClock.now < deadline
        throw ProbeError.notEnded(seconds: seconds, screen: screen.text)
    }

    /// Waits up to `milliseconds` for one piece of output, processes it and sends the replies to the program's queries.
    /// Returns whether there was any.
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

    /// Returns the bytes that the program wrote since the last call.
    public func takeBytes() -> [UInt8] {
        defer { untaken = [] }
        return untaken
    }

    /// Changes the size of both the terminal and the emulated screen.
    public func resize(columns: Int, rows: Int) throws {
        screen.resize(columns: columns, rows: rows)
        try terminal.resize(columns: columns, rows: rows)
    }

    private func take(_ bytes: [UInt8]) {
        bytesReceived += bytes.count
        untaken += bytes
        guard let onClear, let end = clears.take(bytes) else { return show(bytes) }
        show(Array(bytes[..<end]))
        onClear()
        show(Array(bytes[end...]))
    }

    private func show(_ bytes: [UInt8]) {
        guard let graphics else { return feed(bytes) }
        graphics.take(bytes) {
            feed($0)
        } position: {
            (screen.cursor.row, screen.cursor.column)
        }
    }

    private func feed(_ bytes: [UInt8]) {
        guard let onPiece else { return screen.feed(bytes) }
        for start in stride(from: 0, to: bytes.count, by: ProgramOnTerminal.piece) {
            screen.feed(Array(bytes[start..<min(start + ProgramOnTerminal.piece, bytes.count)]))
            onPiece()
        }
    }

    private func finalStatus(waitingMilliseconds: Int) -> ExitStatus? {
        guard let status = terminal.exitStatus(waitingMilliseconds: waitingMilliseconds), status.isFinal else {
            return nil
        }
        return status
    }

    /// The default timeout of every wait, in seconds.
    public static let timeout = 40.0
    /// The interval in milliseconds at which a condition is checked without output, as it may depend on more than the
    /// screen.
    private static let slice = 20
    /// The bytes of a piece of output: fewer than come between the text of a toast and what replaces it.
    private static let piece = 128
    /// The time in milliseconds that a program has to end after it closed its terminal.
    private static let lastWords = 500
}

/// The error if a program on a terminal does not reach an expected state. It includes the screen, to explain the
/// failure.
public enum ProbeError: Error, CustomStringConvertible {
    /// The timeout expired.
    case notSeen(String, seconds: Double, screen: [String])
    /// The program closed its terminal first, or it ended.
    case ended(String, ExitStatus?, screen: [String])
    /// The program is still running.
    case notEnded(seconds: Double, screen: [String])

    public var description: String {
        switch self {
        case .notSeen(let what, let seconds, let screen):
            "not within \(seconds) s: \(what)\n" + ProbeError.frame(screen)
        case .ended(let what, let status, let screen):
            "the program ended (\(status.map { "\($0)" } ?? "no status")) before: \(what)\n" + ProbeError.frame(screen)
        case .notEnded(let seconds, let screen):
            "the program did not end within \(seconds) s\n" + ProbeError.frame(screen)
        }
    }

    private static func frame(_ screen: [String]) -> String {
        screen.map { "| \($0)" }.joined(separator: "\n")
    }
}

/// Finds the places in a program's output at which it clears the whole screen, also if a piece of output ends within
/// the sequence.
struct ClearDetector {
    private static let sequences = ["\u{1B}[2J", "\u{1B}[H\u{1B}[J", "\u{1B}[1H\u{1B}[J"].map { Array($0.utf8) }
    private var recent: [UInt8] = []

    /// Takes the next piece of output. Returns the index of the last byte of the first sequence that ends in it.
    mutating func take(_ bytes: [UInt8]) -> Int? {
        var found: Int?
        for (index, byte) in bytes.enumerated() {
            recent.append(byte)
            if found == nil, ClearDetector.sequences.contains(where: { recent.suffix($0.count).elementsEqual($0) }) {
                found = index
            }
            if recent.count > 64 { recent.removeFirst(32) }
        }
        return found
    }
}
