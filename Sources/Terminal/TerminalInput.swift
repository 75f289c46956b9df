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

    private let descriptor: Int32
    private var decoder: KeyDecoder
    private var doubleClicks = DoubleClicks()

    /// Call once curses is open.
    init(descriptor: Int32) {
        self.descriptor = descriptor
        var sequences = KeySequences()
        for (capability, key) in KeySequences.capabilities {
            guard let bytes = curses_key_sequence(capability) else { continue }
            sequences.add(String(cString: bytes).utf8.map(\.self), key)
        }
        sequences.merge(.common)
        decoder = KeyDecoder(sequences: sequences)
    }

    /// How long to wait for more before `nothingCame` should be called; -1 for ever.
    var timeout: Int32 {
        switch decoder.doubt {
        case .escape: TerminalInput.escapeTime
        case .paste, .mouse: TerminalInput.longestSilence
        case nil: -1
        }
    }

    /// What waited for more that did not come comes to.
    mutating func nothingCame() -> [TerminalEvent] { decoder.decide() }

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
        } while taken < TerminalInput.mostAtOnce && terminal_has_input(descriptor)
        return events
    }

    private mutating func told(_ event: TerminalEvent) -> TerminalEvent {
        guard case .mouse(let mouse) = event else { return event }
        return .mouse(doubleClicks.told(mouse, at: .now))
    }

    private func read() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: TerminalInput.chunk) { buffer, count in
            errno = 0
            count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
        }
    }
}
