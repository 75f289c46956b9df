import CNcurses
import Glibc

/// Reads what keys and mouse do from the terminal.
///
/// Not through curses: it asks the system twice for every byte, and a key has three. How each terminal spells its keys
/// still comes from the terminal database.
struct TerminalInput {
    /// Bytes taken in one turn; the rest waits for the next, so that a flood cannot hold a frame back for ever.
    private static let mostAtOnce = 64 * 1_024
    /// A terminal hands out no more than this at a time (N_TTY_BUF_SIZE of Linux).
    private static let chunk = 4_096
    /// Milliseconds that tell the Esc key from the beginning of a sequence.
    private static let escapeTime: Int32 = 25
    /// Milliseconds of silence after which a paste, or what a mouse does, is over even though the terminal did not say so.
    private static let longestSilence: Int32 = 1_000

    /// The same for a reply, and for an Esc that may begin one.
    private static let replyTime: Int32 = 1_000
    private static let replyEscapeTime: Int32 = 200

    private let descriptor: Int32
    private var decoder: KeyDecoder
    /// When the terminal was asked something that it has not answered.
    private var askedAt: ContinuousClock.Instant?
    private var isLastReply: @Sendable (TerminalReply) -> Bool = { _ in false }
    /// Whether an Esc may begin its answer.
    private var expectsReply = false
    private var doubleClicks = DoubleClicks()

    /// Call once curses is open.
    init(descriptor: Int32) {
        self.descriptor = descriptor
        var sequences = KeySequences()
        for (capability, key) in KeySequences.capabilities {
            guard let bytes = curses_capability(capability) else { continue }
            sequences.add(Array(String(cString: bytes).utf8), key)
        }
        sequences.merge(.common)
        decoder = KeyDecoder(sequences: sequences)
    }

    /// How long to wait for more before `nothingCame` should be called; -1 for ever.
    var timeout: Int32 {
        switch decoder.doubt {
        case .escape: expectsReply ? TerminalInput.replyEscapeTime : TerminalInput.escapeTime
        case .paste, .mouse: TerminalInput.longestSilence
        case .reply: TerminalInput.replyTime
        case nil: -1
        }
    }

    /// What waited for more that did not come comes to.
    mutating func nothingCame() -> [TerminalEvent] {
        // Only the first Esc is slow where the terminal does not answer.
        expectsReply = false
        return decoder.decide()
    }

    /// Everything typed so far. Call when there is something to read: it waits otherwise.
    mutating func events() -> [TerminalEvent] {
        var events: [TerminalEvent] = []
        var taken = 0
        repeat {
            let bytes = read()
            guard !bytes.isEmpty else { return errno == EINTR || errno == EAGAIN ? events : events + [.hungUp] }
            taken += bytes.count
            events += decoder.decode(bytes).map { told($0) }
            // A short answer was all there is.
            if bytes.count < TerminalInput.chunk - 1 { break }
        } while taken < TerminalInput.mostAtOnce && terminal_has_input(descriptor, 0)
        return events
    }

    private mutating func told(_ event: TerminalEvent) -> TerminalEvent {
        guard case .mouse(let mouse) = event else { return event }
        return .mouse(doubleClicks.told(mouse, at: .now))
    }

    /// Asks the terminal, which is written to by `output`; its last answer is one for which `isLast` holds.
    mutating func ask(_ question: [UInt8], _ output: Int32, until isLast: @escaping @Sendable (TerminalReply) -> Bool) {
        guard write(output, question, question.count) == question.count else { return }
        isLastReply = isLast
        askedAt = .now
        expectsReply = true
    }

    /// What the terminal answered since this was last asked.
    mutating func takeReplies() -> [TerminalReply] {
        let replies = decoder.takeReplies()
        if replies.contains(where: isLastReply) { (askedAt, expectsReply) = (nil, false) }
        return replies
    }

    /// How long after a question an answer may still be on its way, and how long leaving waits for it.
    private static let answerTime = Duration.seconds(1)
    private static let leavingTime: Int32 = 100

    /// Takes an answer that is on its way: the shell would take it for something typed.
    mutating func awaitReply() {
        guard let asked = askedAt, .now - asked < TerminalInput.answerTime else { return }
        askedAt = nil
        while terminal_has_input(descriptor, TerminalInput.leavingTime) {
            guard !events().contains(.hungUp), !decoder.takeReplies().contains(where: isLastReply) else { return }
        }
    }

    private func read() -> [UInt8] {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: TerminalInput.chunk) { buffer in
            errno = 0
            let count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
            return Array(UnsafeBufferPointer(rebasing: buffer.prefix(count)))
        }
    }
}
