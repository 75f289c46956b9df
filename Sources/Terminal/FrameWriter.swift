import CNcurses
import Glibc

/// Collects what curses and others write for a frame, and writes it to the terminal at once.
///
/// A file in memory takes the terminal's place under its descriptor meanwhile: curses itself writes whenever its small
/// buffer is full. A terminal that takes nothing for a while does not hold the program up: what is drawn is given up until
/// the terminal takes bytes again.
@TerminalActor
final class FrameWriter {
    /// Where everything is written to that is drawn.
    let output: TerminalOutput
    /// The terminal itself, under a descriptor that does not wait.
    let terminal: Int32
    private let memory: Int32
    /// Milliseconds without a byte taken after which a frame is given up.
    private let limit: Int32
    /// Where in the file the next frame begins.
    private var start = 0
    private var isCollecting = false
    /// Whether a frame was given up, so that it is not known what the terminal shows.
    private(set) var isStuck = false

    private static let usualLimit: Int32 = 2_000
    /// Bytes of the file, at most, between two frames.
    private static let mostKept = 64 * 1_024

    /// What is written to `descriptor` is collected for `terminal`.
    init(descriptor: Int32, terminal: Int32, limit: Int32 = usualLimit) {
        output = TerminalOutput(descriptor)
        self.terminal = terminal
        self.limit = limit
        memory = terminal_memory_open()
    }

    /// Calls `body`, and writes to the terminal at once what that has written to `output`.
    func collect(_ body: () -> Void) {
        guard !isCollecting, terminal_replace(output.descriptor, memory) else { return body() }
        isCollecting = true
        body()
        isCollecting = false
        _ = terminal_replace(output.descriptor, terminal)
        let bytes = takeCollected()
        if !isStuck { send(bytes) }
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

    private func takeCollected() -> [UInt8] {
        let end = lseek(memory, 0, SEEK_CUR)
        let bytes = [UInt8](unsafeUninitializedCapacity: max(0, end - start)) { buffer, count in
            count = max(0, pread(memory, buffer.baseAddress, buffer.count, start))
        }
        start = end
        if end > FrameWriter.mostKept {
            _ = ftruncate(memory, 0)
            start = lseek(memory, 0, SEEK_SET)
        }
        return bytes
    }

    private func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
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
