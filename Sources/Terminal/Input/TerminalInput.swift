import CNcurses
import Glibc

/// Reads keys and mouse events from the terminal.
///
/// It does not use curses, which makes two system calls for every byte, and a key has three bytes. The key sequences
/// of each terminal still come from the terminal database.
struct TerminalInput {
    /// The maximum number of bytes read in one turn; the rest waits for the next, so that a flood cannot delay a frame
    /// for ever.
    private static let maxBytesPerRead = 64 * 1_024
    /// The read size: a terminal returns at most this much at a time (N_TTY_BUF_SIZE of Linux).
    private static let chunk = 4_096
    /// The time after which an Esc is the Esc key and not the beginning of a sequence, and the same for one that may begin
    /// a reply.
    private static let escapeTime = Duration.milliseconds(25)
    private static let replyEscapeTime = Duration.milliseconds(200)
    /// The time of silence after which the beginning of a sequence is dropped.
    private static let sequenceTime = Duration.seconds(1)

    private let descriptor: Int32
    private var decoder: KeyDecoder
    private var unmarkedPaste = UnmarkedPaste()
    /// The time at which an incomplete sequence is ended; `nil` if there is none.
    private var sequenceEnd: ContinuousClock.Instant?
    private var isLastReply: @Sendable (TerminalReply) -> Bool = { _ in false }
    /// Whether an Esc may begin a reply.
    private var expectsReply = false
    private var doubleClicks = DoubleClicks()

    init(descriptor: Int32, sequences: KeySequences) {
        self.descriptor = descriptor
        decoder = KeyDecoder(sequences: sequences)
    }

    /// Milliseconds to wait for more input before `inputTimedOut` should be called; -1 waits for ever.
    var timeout: Int32 {
        guard let end = sequenceEnd.map({ min($0, unmarkedPaste.end ?? $0) }) ?? unmarkedPaste.end else { return -1 }
        return max(0, Int32(((end - .now) / .milliseconds(1)).rounded(.up)))
    }

    /// Ends incomplete input whose rest did not arrive in time, and returns its events.
    mutating func inputTimedOut() -> [TerminalEvent] {
        let now = ContinuousClock.now
        var events: [TerminalEvent] = []
        if let sequenceEnd, sequenceEnd <= now {
            // So only the first Esc is slow on a terminal that does not reply.
            expectsReply = false
            events = unmarkedPaste.filter(decoder.decide(), at: now)
            awaitRest()
        }
        return events + unmarkedPaste.finish(at: now)
    }

    /// Notes how long the rest of an incomplete sequence is awaited.
    private mutating func awaitRest() {
        switch decoder.doubt {
        case .escape: sequenceEnd = .now + (expectsReply ? TerminalInput.replyEscapeTime : TerminalInput.escapeTime)
        case .sequence: sequenceEnd = .now + TerminalInput.sequenceTime
        case .paste, nil: sequenceEnd = nil
        }
    }

    /// Reads and returns all input so far. Call only when input is available: it blocks otherwise.
    mutating func events() -> [TerminalEvent] {
        var (events, count): ([TerminalEvent], Int) = ([], 0)
        repeat {
            let bytes = read()
            if bytes.isEmpty {
                if errno != EINTR, errno != EAGAIN { events.append(.hungUp) }
                break
            }
            count += bytes.count
            events += decoder.decode(bytes)
            // A short read means that there is no more.
            if bytes.count < TerminalInput.chunk - 1 { break }
        } while count < TerminalInput.maxBytesPerRead && terminal_has_input(descriptor, 0)
        for index in events.indices {
            guard case .mouse(let mouse) = events[index] else { continue }
            events[index] = .mouse(doubleClicks.markingDouble(mouse, at: .now))
        }
        if sequenceEnd != nil || decoder.doubt != nil { awaitRest() }
        // Whether a paste is over is decided by `inputTimedOut` alone: what is here already came before the time was over.
        guard unmarkedPaste.end != nil || events.count > 1 else { return events }
        return unmarkedPaste.filter(events, at: .now)
    }

    /// Writes a query to the terminal through `output`. The reply for which `isLast` returns `true` ends the exchange.
    mutating func ask(_ question: [UInt8], _ output: Int32, until isLast: @escaping @Sendable (TerminalReply) -> Bool) {
        guard write(output, question, question.count) == question.count else { return }
        isLastReply = isLast
        expectsReply = true
        terminal_input_asked(question.suffix(3).elementsEqual(TerminalReply.attributesQuestion) ? 1 : 0)
    }

    var hasReplies: Bool { decoder.hasReplies }

    /// Returns the terminal's replies since the last call.
    mutating func drainReplies() -> [TerminalReply] {
        let replies = decoder.drainReplies()
        if replies.contains(where: isLastReply) {
            expectsReply = false
            terminal_input_answered()
        }
        return replies
    }

    private func read() -> [UInt8] {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: TerminalInput.chunk) { buffer in
            errno = 0
            let count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
            return Array(UnsafeBufferPointer(rebasing: buffer.prefix(count)))
        }
    }
}

extension KeySequences {
    /// The sequences of the present terminal. Call after curses is open.
    static var ofTerminal: KeySequences {
        var sequences = keypad
        for (capability, key) in capabilities {
            guard let bytes = curses_capability(capability) else { continue }
            sequences.add(Array(String(cString: bytes).utf8), key)
        }
        sequences.merge(.common)
        return sequences
    }
}

/// Wakes a thread that sleeps in `poll`, from any other thread or from a signal handler.
struct WakeUp: Sendable {
    /// Readable after a signal.
    let descriptor: Int32

    init() {
        descriptor = terminal_wake_up_open()
        precondition(descriptor >= 0, "the system has no descriptor left for the terminal")
    }

    func signal() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Whether neither a signal nor input arrives for that many milliseconds. Consumes neither.
    func isQuiet(orInput input: Int32, for milliseconds: Int32) -> Bool {
        var descriptors = (
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        )
        return withUnsafeMutablePointer(to: &descriptors) { pointer in
            pointer.withMemoryRebound(to: pollfd.self, capacity: 2) { poll($0, 2, milliseconds) == 0 }
        }
    }

    /// The reasons why a wait ended; several may hold at once.
    struct WakeReasons {
        var isSignalled = false
        var hasInput = false
        var hasRoom = false
        var isOverdue = false
    }

    /// Sleeps until a signal arrives (which is consumed), `input` has data or has ended, `output` accepts bytes, or
    /// `timeout` milliseconds have passed; -1 waits for ever.
    func wait(orInput input: Int32, orRoom output: Int32? = nil, timeout: Int32) -> WakeReasons {
        var descriptors = (
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: input, events: Int16(POLLIN), revents: 0),
            // `poll` ignores a negative descriptor.
            pollfd(fd: output ?? -1, events: Int16(POLLOUT), revents: 0)
        )
        let count = withUnsafeMutablePointer(to: &descriptors) { pointer in
            pointer.withMemoryRebound(to: pollfd.self, capacity: 3) { poll($0, 3, timeout) }
        }
        guard count > 0 else { return WakeReasons(isOverdue: count == 0) }
        let isSignalled = descriptors.0.revents != 0
        if isSignalled {
            var wakeUps: UInt64 = 0
            _ = read(descriptor, &wakeUps, MemoryLayout<UInt64>.size)
        }
        return WakeReasons(
            isSignalled: isSignalled, hasInput: descriptors.1.revents != 0, hasRoom: descriptors.2.revents != 0)
    }
}
