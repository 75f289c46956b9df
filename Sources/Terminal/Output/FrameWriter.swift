import CNcurses
import Glibc
import Platform

/// Collects the output of a frame and writes it to the terminal in one go.
///
/// An in-memory file replaces the terminal under curses' descriptor, because curses itself writes whenever it has
/// moved the cursor. A terminal that accepts nothing for a while does not block the program: frames are dropped until
/// it accepts bytes again.
@TerminalActor
final class FrameWriter {
    /// The output that everything is drawn to.
    let output: TerminalOutput
    /// The terminal itself, under a non-blocking descriptor.
    let terminal: Int32
    private let memory: Int32
    /// The memory-mapped beginning of the file; `nil` if mapping failed and it has to be read.
    private let mapped: UnsafeRawPointer?
    private var isReplaced = false
    /// After this many milliseconds without a byte accepted, a frame is dropped.
    private let limit: Int32
    /// The offset in the file at which the next frame begins.
    private var start = 0
    private var isCollecting = false
    /// Whether a frame was dropped, so that it is unknown what the terminal shows.
    private(set) var isStuck = false
    /// Shortens frames; `nil` to write them as curses does.
    var optimizer: FrameOptimizer?

    private static let defaultLimit: Int32 = 2_000
    /// The same for the last bytes, before what came earlier is dropped.
    private static let lastLimit: Int32 = 500
    /// The maximum size of the file between two frames, in bytes.
    private static let retainedCapacity = 64 * 1_024
    /// Beyond this offset, the next frame begins at the start of the file again.
    private static let lastStart = 32 * 1_024

    /// Collects what is written to `descriptor`, for `terminal`.
    init(descriptor: Int32, terminal: Int32, optimizer: FrameOptimizer? = nil, limit: Int32 = defaultLimit) {
        output = TerminalOutput(descriptor)
        self.terminal = terminal
        self.optimizer = optimizer
        self.limit = limit
        memory = terminal_memory_open(FrameWriter.retainedCapacity)
        let bytes = mmap(nil, FrameWriter.retainedCapacity, PROT_READ, MAP_SHARED, memory, 0)
        mapped = bytes == MAP_FAILED ? nil : bytes.map { UnsafeRawPointer($0) }
    }

    /// Calls `body`, then writes everything it wrote to `output` to the terminal in one go.
    func collect(_ body: () -> Void) {
        guard begin() else { return body() }
        body()
        end { send($0, limit: limit) }
    }

    /// Calls `body` and returns what it wrote to `output`; the terminal receives nothing. Returns `nil`, without
    /// calling `body`, if output cannot be redirected or is being collected already.
    func bytes(of body: () -> Void) -> [UInt8]? {
        guard begin() else { return nil }
        body()
        var bytes: [UInt8] = []
        end { bytes = Array($0) }
        return bytes
    }

    /// Writes bytes that were collected before.
    func send(_ bytes: [UInt8]) { if !isStuck { bytes.withUnsafeBytes { send($0, limit: limit) } } }

    /// Calls `body` while `output` leads directly to the terminal.
    func onTerminal(_ body: () -> Void) {
        if isReplaced { isReplaced = !terminal_replace(output.descriptor, terminal) }
        body()
    }

    /// Resumes writing if the terminal accepts bytes again after it was stuck. Returns whether writing resumed.
    func recover() -> Bool {
        guard isStuck, DescriptorOutput.waitForRoom(terminal, 0) else { return false }
        isStuck = false
        return true
    }

    /// Calls `body` and writes everything it wrote to `output`, the last bytes for now: resumes output that Ctrl-S has
    /// stopped, and if the terminal has stopped reading, drops what it has not read yet to make room.
    func collectLast(_ body: () -> Void) {
        terminal_restart_output(terminal)
        let wasStuck = isStuck
        isStuck = false
        guard let last = bytes(of: body) else { return body() }
        let afterCutFrame = Array(String(cString: terminal_frame_end()).utf8) + last
        let bytes = wasStuck ? afterCutFrame : last
        bytes.withUnsafeBytes { send($0, limit: min(limit, FrameWriter.lastLimit)) }
        guard isStuck else { return }
        terminal_drop_output(terminal)
        isStuck = false
        afterCutFrame.withUnsafeBytes { send($0, limit: min(limit, FrameWriter.lastLimit)) }
    }

    /// Redirects `output` to the file. Returns whether this call has begun a collection: `false` if one is under way
    /// or the redirection failed.
    private func begin() -> Bool {
        isReplaced = isReplaced || terminal_replace(output.descriptor, memory)
        guard !isCollecting, isReplaced else { return false }
        isCollecting = true
        return true
    }

    /// Ends the collection and passes what was collected to `take`, if there is anything.
    private func end(_ take: (UnsafeRawBufferPointer) -> Void) {
        isCollecting = false
        let end = lseek(memory, 0, SEEK_CUR)
        if !isStuck, end > start {
            if let mapped, end <= FrameWriter.retainedCapacity {
                shorten(UnsafeRawBufferPointer(start: mapped + start, count: end - start), take)
            } else {
                bytes(until: end).withUnsafeBytes { shorten($0, take) }
            }
        }
        start = end
        guard end > FrameWriter.lastStart else { return }
        if end > FrameWriter.retainedCapacity { _ = ftruncate(memory, FrameWriter.retainedCapacity) }
        start = lseek(memory, 0, SEEK_SET)
    }

    private func shorten(_ bytes: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) -> Void) {
        if optimizer?.optimize(bytes) == true { optimizer?.bytes.withUnsafeBytes(take) } else { take(bytes) }
    }

    private func bytes(until end: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: end - start) { buffer, count in
            count = max(0, pread(memory, buffer.baseAddress, buffer.count, start))
        }
    }

    private func send(_ bytes: UnsafeRawBufferPointer, limit: Int32) {
        isStuck = DescriptorOutput.write(bytes, to: terminal, limit: limit) == .stuck
    }
}

/// Writes to the terminal past curses, after curses has written all of its own output.
struct TerminalOutput: Sendable {
    let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Writes all of `bytes`, unless the terminal is gone.
    func write(_ bytes: [UInt8]) { _ = bytes.withUnsafeBytes { DescriptorOutput.write($0, to: descriptor) } }
}

/// Redirects descriptors 1 and 2 away from the screen: libraries that print write to a log file, and curses gets the
/// terminal under a descriptor of its own.
final class DivertedOutput {
    /// The terminal for curses, and the same terminal under a non-blocking descriptor.
    let screen: Int32
    let terminal: Int32
    private let standardOutput: Int32
    private let standardError: Int32
    private let log: Int32

    /// Opens the log at `path` (created private to the user) and redirects. If it cannot be opened, printed text is
    /// dropped.
    init(to path: String) {
        standardOutput = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        standardError = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
        screen = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        terminal = DescriptorOutput.reopened(STDOUT_FILENO) ?? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        log = file >= 0 ? file : open("/dev/null", O_WRONLY | O_CLOEXEC)
        divert()
    }

    func divert() {
        dup2(log, STDOUT_FILENO)
        dup2(log, STDERR_FILENO)
    }

    func restore() {
        dup2(standardOutput, STDOUT_FILENO)
        dup2(standardError, STDERR_FILENO)
    }
}
