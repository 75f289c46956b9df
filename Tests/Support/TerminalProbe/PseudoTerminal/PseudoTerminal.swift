import CTestSupport
import Glibc

/// The master side of a pseudo-terminal, and the one program that runs on it.
///
/// Used from one thread at a time. Every wait is a `poll` with a time limit. On deinitialization, the program and its
/// process group are killed and reaped.
public final class PseudoTerminal {
    /// The path of the slave side, such as `/dev/pts/3`.
    public let slaveName: String
    private var master: Int32
    private var process: ChildProcess?

    /// Opens a terminal of that size, on which no program runs yet.
    public init(columns: Int, rows: Int) throws(PseudoTerminalError) {
        var name = [CChar](repeating: 0, count: Int(PATH_MAX))
        master = pseudo_terminal_open(Int32(columns), Int32(rows), &name, name.count)
        slaveName = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        try check(master, "posix_openpt")
    }

    deinit { hangUp() }

    /// Starts a program with this as its controlling terminal.
    ///
    /// - Parameters:
    ///   - path: the program, searched for in `PATH` if it has no slash.
    ///   - arguments: the arguments after the program's name.
    ///   - environment: the whole environment; nothing is inherited.
    ///   - directory: the working directory; the current one if `nil`.
    public func spawn(
        _ path: String, arguments: [String], environment: [String: String], directory: String? = nil
    ) throws(PseudoTerminalError) {
        guard process == nil else { throw .wrongMoment("a program runs on this terminal already") }
        let vector = CStrings([path] + arguments)
        let variables = CStrings(environment.map { "\($0.key)=\($0.value)" })
        var identifier: pid_t = 0
        let answer = pseudo_terminal_spawn(
            slaveName, path, vector.pointers, variables.pointers, directory, &identifier)
        try check(answer, "posix_spawn \(path)")
        process = ChildProcess(identifier: identifier)
    }

    /// The program's process ID, also after it ended; `nil` before `spawn`.
    public var processID: Int32? { process?.identifier }

    /// Sends a signal to the program, unless it has been reaped.
    public func signal(_ number: Int32) throws(PseudoTerminalError) {
        guard let process else { throw .wrongMoment("no program was started") }
        try process.signal(number)
    }

    /// Waits up to `waitingMilliseconds` for a change of the program's state. Returns `nil` if nothing changed since
    /// the last call. An ended program is reaped, and its status is returned from then on.
    public func exitStatus(waitingMilliseconds: Int = 0) -> ExitStatus? {
        process?.status(waitingMilliseconds: waitingMilliseconds)
    }

    /// Changes the size; the program gets SIGWINCH.
    public func resize(columns: Int, rows: Int) throws(PseudoTerminalError) {
        try check(pseudo_terminal_set_size(master, Int32(columns), Int32(rows)), "TIOCSWINSZ")
    }

    /// Returns the current size.
    public func size() throws(PseudoTerminalError) -> (columns: Int, rows: Int) {
        var columns: Int32 = 0
        var rows: Int32 = 0
        try check(pseudo_terminal_get_size(master, &columns, &rows), "TIOCGWINSZ")
        return (Int(columns), Int(rows))
    }

    /// Returns the current line settings, which outlive the program.
    public func attributes() throws(PseudoTerminalError) -> TerminalAttributes {
        var settings = termios()
        try check(tcgetattr(master, &settings) == 0 ? 0 : -errno, "tcgetattr")
        return TerminalAttributes(settings)
    }

    /// Closes the master side, as a lost connection does: the program gets SIGHUP and end of file.
    public func hangUp() {
        guard master >= 0 else { return }
        close(master)
        master = -1
    }

    /// Waits up to `timeoutMilliseconds` for output. Returns `nil` if none came, and an empty array if the slave side
    /// is closed.
    public func read(timeoutMilliseconds: Int) throws(PseudoTerminalError) -> [UInt8]? {
        guard master >= 0 else { throw .hungUp }
        guard Poll.wait(master, for: POLLIN, milliseconds: timeoutMilliseconds) else { return nil }
        var wasEarly = false
        let bytes = [UInt8](unsafeUninitializedCapacity: PseudoTerminal.chunk) { buffer, count in
            let answer = Glibc.read(master, buffer.baseAddress, buffer.count)
            wasEarly = answer < 0 && (errno == EAGAIN || errno == EINTR)
            count = max(0, answer)
        }
        return wasEarly ? nil : bytes
    }

    /// The number of bytes of output that are ready to be read.
    public func unreadBytes() throws(PseudoTerminalError) -> Int {
        guard master >= 0 else { throw .hungUp }
        var count: Int32 = 0
        try check(ioctl(master, UInt(FIONREAD), &count) == 0 ? 0 : -errno, "FIONREAD")
        return Int(count)
    }

    /// Writes as much of `bytes` to the program's input as fits without waiting. Returns the number of bytes written.
    public func writeAvailable(_ bytes: some Collection<UInt8>) throws(PseudoTerminalError) -> Int {
        guard master >= 0 else { throw .hungUp }
        let copy = Array(bytes)
        let count = Glibc.write(master, copy, copy.count)
        if count < 0, errno != EAGAIN { throw .system(call: "write", code: errno) }
        return max(0, count)
    }

    /// Writes all of `bytes` to the program's input. Throws `inputStuck` if the program accepts nothing for 40 seconds.
    public func write(_ bytes: [UInt8]) throws(PseudoTerminalError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            rest = try rest.dropFirst(writeAvailable(rest))
            if rest.isEmpty { return }
            guard Poll.wait(master, for: POLLOUT, milliseconds: PseudoTerminal.timeout) else {
                throw .inputStuck(milliseconds: PseudoTerminal.timeout)
            }
        }
    }

    /// Whether the program has not read all of its input yet. A line that is not finished does not count while the
    /// terminal edits lines.
    public func hasUnreadInput() throws(PseudoTerminalError) -> Bool {
        guard master >= 0 else { throw .hungUp }
        let answer = pseudo_terminal_has_unread(slaveName)
        try check(answer, "poll \(slaveName)")
        return answer > 0
    }

    private static let chunk = 16_384
    private static let timeout = 40_000

    private func check(_ answer: Int32, _ call: String) throws(PseudoTerminalError) {
        if answer < 0 { throw .system(call: call, code: -answer) }
    }
}

/// An error of a pseudo-terminal or of the program on it.
public enum PseudoTerminalError: Error, Equatable, CustomStringConvertible {
    /// A system call failed with that errno.
    case system(call: String, code: Int32)
    /// No program was started on this terminal yet, or one was started already.
    case wrongMoment(String)
    /// The program accepted no input for that long.
    case inputStuck(milliseconds: Int)
    /// The master side is closed, or the slave side is open nowhere.
    case hungUp

    public var description: String {
        switch self {
        case .system(let call, let code): "\(call): \(String(cString: strerror(code)))"
        case .wrongMoment(let what): what
        case .inputStuck(let milliseconds): "the program took no input for \(milliseconds) ms"
        case .hungUp: "the terminal is hung up"
        }
    }
}

/// The line settings of a terminal, to check that a program restored them.
public struct TerminalAttributes: Equatable, Sendable {
    public let inputFlags: UInt32
    public let outputFlags: UInt32
    public let controlFlags: UInt32
    public let localFlags: UInt32
    public let controlCharacters: [UInt8]

    init(_ settings: termios) {
        inputFlags = settings.c_iflag
        outputFlags = settings.c_oflag
        controlFlags = settings.c_cflag
        localFlags = settings.c_lflag
        controlCharacters = withUnsafeBytes(of: settings.c_cc) { Array($0) }
    }

    /// Whether input is delivered line by line.
    public var isCanonical: Bool { localFlags & UInt32(ICANON) != 0 }
    /// Whether the terminal itself shows what is typed.
    public var echoes: Bool { localFlags & UInt32(ECHO) != 0 }
    /// Whether Ctrl-C and similar keys send signals.
    public var makesSignals: Bool { localFlags & UInt32(ISIG) != 0 }
    /// Whether a line feed in the output also returns the cursor to the first column.
    public var returnsCarriage: Bool { outputFlags & UInt32(OPOST) != 0 && outputFlags & UInt32(ONLCR) != 0 }
}
