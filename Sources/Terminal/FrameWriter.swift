import CNcurses
import Glibc

/// Collects what curses and others write for a frame, and writes it to the terminal at once.
///
/// A file in memory takes the terminal's place under its descriptor: curses itself writes whenever it has moved the
/// cursor. A terminal that takes nothing for a while does not hold the program up: what is drawn is given up until
/// the terminal takes bytes again.
@TerminalActor
final class FrameWriter {
    /// Where everything is written to that is drawn.
    let output: TerminalOutput
    /// The terminal itself, under a descriptor that does not wait.
    let terminal: Int32
    private let memory: Int32
    /// The first bytes of the file; `nil` where they cannot be had without reading.
    private let mapped: UnsafeRawPointer?
    private var isReplaced = false
    /// Milliseconds without a byte taken after which a frame is given up.
    private let limit: Int32
    /// Where in the file the next frame begins.
    private var start = 0
    private var isCollecting = false
    /// Whether a frame was given up, so that it is not known what the terminal shows.
    private(set) var isStuck = false
    var optimizer: FrameOptimizer

    private static let usualLimit: Int32 = 2_000
    /// Bytes of the file, at most, between two frames.
    private static let mostKept = 64 * 1_024
    /// Where in the file frames begin at its start again.
    private static let lastStart = 32 * 1_024

    /// What is written to `descriptor` is collected for `terminal`.
    init(
        descriptor: Int32, terminal: Int32, optimizer: FrameOptimizer = FrameOptimizer(), limit: Int32 = usualLimit
    ) {
        output = TerminalOutput(descriptor)
        self.terminal = terminal
        self.optimizer = optimizer
        self.limit = limit
        memory = terminal_memory_open(FrameWriter.mostKept)
        let bytes = mmap(nil, FrameWriter.mostKept, PROT_READ, MAP_SHARED, memory, 0)
        mapped = bytes == MAP_FAILED ? nil : bytes.map { UnsafeRawPointer($0) }
    }

    /// Calls `body`, and writes to the terminal at once what that has written to `output`.
    func collect(_ body: () -> Void) {
        guard begin() else { return body() }
        body()
        end { send($0) }
    }

    /// Calls `body`, and returns what it has written to `output`, none of which the terminal sees. Where there is nothing to
    /// collect it in, `nil`, and nothing is called.
    func bytes(of body: () -> Void) -> [UInt8]? {
        guard begin() else { return nil }
        body()
        var bytes: [UInt8] = []
        end { bytes = Array($0) }
        return bytes
    }

    /// Writes what was collected before.
    func send(_ bytes: [UInt8]) { if !isStuck { bytes.withUnsafeBytes { send($0) } } }

    /// Calls `body` while the terminal is where everything is written to that is drawn.
    func onTerminal(_ body: () -> Void) {
        if isReplaced { isReplaced = !terminal_replace(output.descriptor, terminal) }
        body()
    }

    /// Whether the terminal takes bytes again, after it took none.
    func recover() -> Bool {
        guard isStuck, waitForRoom(0) else { return false }
        isStuck = false
        return true
    }

    /// Has the terminal take what is written from now on, as far as that can be had.
    func insist() {
        terminal_restart_output(terminal)
        isStuck = false
    }

    /// Has the file take what is written from now on; says whether it does so for whoever asks.
    private func begin() -> Bool {
        isReplaced = isReplaced || terminal_replace(output.descriptor, memory)
        guard !isCollecting, isReplaced else { return false }
        isCollecting = true
        return true
    }

    /// Hands on what was collected, if there is anything.
    private func end(_ take: (UnsafeRawBufferPointer) -> Void) {
        isCollecting = false
        let end = lseek(memory, 0, SEEK_CUR)
        if !isStuck, end > start {
            if let mapped, end <= FrameWriter.mostKept {
                shorten(UnsafeRawBufferPointer(start: mapped + start, count: end - start), take)
            } else {
                bytes(until: end).withUnsafeBytes { shorten($0, take) }
            }
        }
        start = end
        guard end > FrameWriter.lastStart else { return }
        if end > FrameWriter.mostKept { _ = ftruncate(memory, FrameWriter.mostKept) }
        start = lseek(memory, 0, SEEK_SET)
    }

    private func shorten(_ bytes: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) -> Void) {
        if optimizer.optimize(bytes) { optimizer.bytes.withUnsafeBytes(take) } else { take(bytes) }
    }

    private func bytes(until end: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: end - start) { buffer, count in
            count = max(0, pread(memory, buffer.baseAddress, buffer.count, start))
        }
    }

    private func send(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = write(terminal, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                guard waitForRoom(limit) else {
                    isStuck = true
                    return
                }
            } else if errno != EINTR {
                // It is gone.
                return
            }
        }
    }

    /// Whether the terminal has room within that time, or a signal came.
    private func waitForRoom(_ milliseconds: Int32) -> Bool {
        var room = pollfd(fd: terminal, events: Int16(POLLOUT), revents: 0)
        let ready = poll(&room, 1, milliseconds)
        return ready > 0 || ready < 0 && errno == EINTR
    }
}
