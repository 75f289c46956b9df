import CPseudoTerminal
import Glibc

/// A pseudo-terminal and the one program that runs on it, seen from the side where the person sits.
///
/// Used from one thread at a time. Whatever waits, waits in `poll` and for a bounded time. When it goes, the program and
/// its process group are killed and reaped.
public final class PseudoTerminal {
    /// The name of the side that the program has, such as `/dev/pts/3`.
    public let slaveName: String
    private var master: Int32
    private var process: ChildProcess?

    /// Opens a terminal of that size; nothing runs on it yet.
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
    ///   - path: searched for in `PATH` when it has no slash.
    ///   - arguments: what follows the program's name.
    ///   - environment: all of it; nothing is inherited.
    ///   - directory: where it runs, if not here.
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

    /// The program's process number, also after it ended; `nil` before `spawn`.
    public var processID: Int32? { process?.identifier }

    /// Sends a signal to the program, unless it has been reaped.
    public func signal(_ number: Int32) throws(PseudoTerminalError) {
        guard let process else { throw .wrongMoment("no program was started") }
        try process.signal(number)
    }

    /// What the program did since the last question, waiting for it at most that long. A program that ended is reaped,
    /// and its status is answered from then on.
    public func exitStatus(waitingMilliseconds: Int = 0) -> ExitStatus? {
        process?.status(waitingMilliseconds: waitingMilliseconds)
    }

    /// Changes the size; the program is told with SIGWINCH.
    public func resize(columns: Int, rows: Int) throws(PseudoTerminalError) {
        try check(pseudo_terminal_set_size(master, Int32(columns), Int32(rows)), "TIOCSWINSZ")
    }

    /// The present size.
    public func size() throws(PseudoTerminalError) -> (columns: Int, rows: Int) {
        var columns: Int32 = 0
        var rows: Int32 = 0
        try check(pseudo_terminal_get_size(master, &columns, &rows), "TIOCGWINSZ")
        return (Int(columns), Int(rows))
    }

    /// The present line settings, which outlive the program.
    public func attributes() throws(PseudoTerminalError) -> TerminalAttributes {
        var settings = termios()
        try check(tcgetattr(master, &settings) == 0 ? 0 : -errno, "tcgetattr")
        return TerminalAttributes(settings)
    }

    /// Closes this side, as when a connection is lost: the program gets SIGHUP and end of file.
    public func hangUp() {
        guard master >= 0 else { return }
        close(master)
        master = -1
    }

    /// The next output, waiting for it at most that long: `nil` when none came, empty when the program's side is closed.
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

    /// Types as much of `bytes` as fits without waiting; the answer is how many that were.
    public func writeAvailable(_ bytes: some Collection<UInt8>) throws(PseudoTerminalError) -> Int {
        guard master >= 0 else { throw .hungUp }
        let copy = Array(bytes)
        let count = Glibc.write(master, copy, copy.count)
        if count < 0, errno != EAGAIN { throw .system(call: "write", code: errno) }
        return max(0, count)
    }

    /// Types all of `bytes`. Throws `inputStuck` when the program takes nothing for ten seconds.
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

    private static let chunk = 16_384
    private static let timeout = 40_000

    private func check(_ answer: Int32, _ call: String) throws(PseudoTerminalError) {
        if answer < 0 { throw .system(call: call, code: -answer) }
    }
}
