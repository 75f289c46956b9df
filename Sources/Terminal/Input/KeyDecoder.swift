import Glibc

/// Decodes the bytes that a terminal sends into keys, mouse events and replies. Incomplete sequences are buffered: how the
/// bytes are split makes no difference.
struct KeyDecoder: Sendable {
    static let esc: UInt8 = 0x1B
    /// The maximum length of a paste, in bytes; the rest of it is dropped.
    static let maxPasteLength = 64 * 1_024
    /// The maximum length of a control sequence and of a reply, in bytes. Longer ones are dropped.
    private static let maxControlLength = 64
    private static let maxReplyLength = 256
    private static let pasteEnds = Array("\u{1B}[201~".utf8)

    /// What the next bytes belong to.
    private enum State: Hashable {
        case keys
        case paste
        /// The text of a reply; the value is the byte after Esc.
        case reply(UInt8)
        /// The rest of an overlong control sequence.
        case overlong
    }

    private let sequences: KeySequences
    private var state = State.keys
    /// The first bytes of a character, of a sequence or of an end marker.
    private var waiting: [UInt8] = []
    /// The text of an unfinished paste or reply.
    private var text: [UInt8] = []
    private var replies: [TerminalReply] = []

    init(sequences: KeySequences) { self.sequences = sequences }

    /// Incomplete input.
    enum PendingInput: Hashable {
        /// An Esc, which is a key by itself if nothing follows soon.
        case escape
        /// A sequence of two or more bytes. No person types one, so its rest is awaited longer: it would be read as
        /// typed text otherwise.
        case sequence
        /// A paste, whose end marker comes however long it takes.
        case paste
    }

    /// The kind of incomplete input that is buffered; `nil` if there is none.
    var doubt: PendingInput? {
        switch state {
        case .paste: .paste
        case .reply, .overlong: .sequence
        case .keys: waiting.first != KeyDecoder.esc ? nil : waiting.count == 1 ? .escape : .sequence
        }
    }

    /// Adds `bytes` and returns the events that are complete.
    mutating func decode(_ bytes: [UInt8]) -> [TerminalEvent] {
        var rest = waiting.isEmpty ? bytes[...] : (waiting + bytes)[...]
        waiting = []
        var events: [TerminalEvent] = []
        while let first = rest.first {
            let step =
                switch state {
                case .paste: pasted(rest)
                case .reply(let introducer): replied(rest, introducer)
                case .overlong: skipped(rest)
                case .keys: first == KeyDecoder.esc ? escaped(rest) : KeyDecoder.typed(rest)
                }
            guard case .took(let count, let event) = step else { break }
            rest = rest.dropFirst(count)
            if let event { events.append(event) }
        }
        waiting = Array(rest)
        return events
    }

    /// Ends incomplete input, and returns its events: a paste, or Esc. The beginning of any other sequence is dropped.
    mutating func decide() -> [TerminalEvent] {
        guard state == .keys else {
            defer { (state, text, waiting) = (.keys, [], []) }
            guard state == .paste else { return [] }
            keep(waiting[...], limit: KeyDecoder.maxPasteLength)
            return pasteEvent.map { [$0] } ?? []
        }
        guard waiting.first == KeyDecoder.esc else { return [] }
        let rest = Array(waiting.dropFirst())
        waiting = []
        if let next = rest.first, KeyDecoder.introducers.contains(next) { return [] }
        return [.key(.escape)] + decode(rest)
    }

    var hasReplies: Bool { !replies.isEmpty }

    /// Returns the terminal's replies since the last call.
    mutating func drainReplies() -> [TerminalReply] {
        defer { replies = [] }
        return replies
    }

    /// Adds text to that of a paste or a reply, up to `limit` bytes.
    private mutating func keep(_ bytes: ArraySlice<UInt8>, limit: Int) { text += bytes.prefix(limit - text.count) }

    /// The result of decoding the first bytes: how many were consumed and which event they are, if any. It is
    /// `unfinished` only if further bytes can change it, and does not depend on how many follow.
    enum Step {
        case took(Int, TerminalEvent?)
        case unfinished

        static func took(_ count: Int, key: Key?) -> Step { .took(count, key.map { .key($0) }) }
    }
}

// Sequences that begin with Esc.
extension KeyDecoder {
    /// The bytes after Esc that begin a longer sequence: control sequences, function keys, and the three kinds of replies.
    private static let introducers = Array("[O]P_".utf8)
    /// The parameter and intermediate bytes of a control sequence; `finals` end it.
    private static let parameters: ClosedRange<UInt8> = 0x20...0x3F
    private static let finals: ClosedRange<UInt8> = 0x40...0x7E

    private mutating func escaped(_ bytes: ArraySlice<UInt8>) -> Step {
        switch sequences.match(bytes) {
        case .key(let key, let length): return .took(length, key: key)
        case .unfinished: return .unfinished
        case .none: break
        }
        guard let next = bytes.dropFirst().first else { return .unfinished }
        switch next {
        case UInt8(ascii: "["): return controlled(bytes)
        case UInt8(ascii: "O"): return dropped(bytes, afterPrefix: 2)
        case _ where KeyDecoder.introducers.contains(next): return replyBegins(bytes, next)
        default: return .took(1, key: .escape)
        }
    }

    /// Decodes a control sequence that is none of the known keys: a mouse event, a reply, the beginning of a paste, or an
    /// unknown one, perhaps a key with modifiers. All of it is consumed, or its letters would act as keys.
    private mutating func controlled(_ bytes: ArraySlice<UInt8>) -> Step {
        let body = bytes.dropFirst(2).prefix(KeyDecoder.maxControlLength)
        switch body.first {
        case UInt8(ascii: "M"): return KeyDecoder.oldMouse(bytes)
        // A function key of the Linux console.
        case UInt8(ascii: "["): return dropped(bytes, afterPrefix: 3)
        default: break
        }
        guard let end = body.firstIndex(where: { !KeyDecoder.parameters.contains($0) }),
            KeyDecoder.finals.contains(bytes[end])
        else { return dropped(bytes, afterPrefix: 2) }
        return .took(end - bytes.startIndex + 1, event(of: body[..<end], final: bytes[end]))
    }

    /// Drops an unknown sequence up to its final byte, or up to a byte that cannot belong to it.
    private mutating func dropped(_ bytes: ArraySlice<UInt8>, afterPrefix prefix: Int) -> Step {
        let body = bytes.dropFirst(prefix).prefix(KeyDecoder.maxControlLength)
        guard let end = body.firstIndex(where: { !KeyDecoder.parameters.contains($0) }) else {
            guard body.count == KeyDecoder.maxControlLength else { return .unfinished }
            state = .overlong
            return .took(prefix + body.count, nil)
        }
        return .took(end - bytes.startIndex + (KeyDecoder.finals.contains(bytes[end]) ? 1 : 0), nil)
    }

    /// Skips the rest of an overlong control sequence, up to its final byte.
    private mutating func skipped(_ bytes: ArraySlice<UInt8>) -> Step {
        guard let end = bytes.firstIndex(where: { !KeyDecoder.parameters.contains($0) }) else {
            return .took(bytes.count, nil)
        }
        state = .keys
        return .took(end - bytes.startIndex + (KeyDecoder.finals.contains(bytes[end]) ? 1 : 0), nil)
    }

    /// Returns the event of a complete control sequence, keeps it if it is a reply, and notes the beginning of a paste.
    private mutating func event(of parameters: ArraySlice<UInt8>, final: UInt8) -> TerminalEvent? {
        if parameters.first == UInt8(ascii: "<") { return KeyDecoder.mouse(parameters.dropFirst(), final: final) }
        if final == UInt8(ascii: "~"), parameters.elementsEqual("200".utf8) {
            state = .paste
        } else if let reply = TerminalReply(parameters: parameters, final: final) {
            keep(reply)
        }
        return nil
    }
}

// Pastes. Each byte is looked at once, however many pieces they come in.
extension KeyDecoder {
    private mutating func pasted(_ bytes: ArraySlice<UInt8>) -> Step {
        let before = bytes.prefix(KeyDecoder.countBeforeEsc(bytes))
        if !before.isEmpty {
            keep(before, limit: KeyDecoder.maxPasteLength)
            return .took(before.count, nil)
        }
        if bytes.starts(with: KeyDecoder.pasteEnds) {
            defer { (state, text) = (.keys, []) }
            return .took(KeyDecoder.pasteEnds.count, pasteEvent)
        }
        if KeyDecoder.pasteEnds.starts(with: bytes) { return .unfinished }
        keep(bytes.prefix(1), limit: KeyDecoder.maxPasteLength)
        return .took(1, nil)
    }

    private static func countBeforeEsc(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, let found = memchr(start, Int32(esc), bytes.count) else {
                return bytes.count
            }
            return UnsafeRawPointer(found) - start
        }
    }

    private var pasteEvent: TerminalEvent? {
        text.isEmpty ? nil : .key(.paste(String(decoding: text, as: UTF8.self)))
    }
}

// Replies to queries: `ESC ]`, `ESC P` or `ESC _`, and text up to BEL or `ESC \`.
extension KeyDecoder {
    static let bel: UInt8 = 0x07
    /// The maximum number of replies that are kept until they are taken; more are never asked for.
    private static let maxReplies = 16

    /// The first bytes of replies after `ESC ]` (numbers, and the titles `l` and `L`), `ESC P` (XTVERSION, DECRQSS,
    /// XTGETTCAP, DA3) and `ESC _` (graphics). Anything else is Alt with a key.
    private static let commandBegins = Array("0123456789lL".utf8)
    private static let deviceBegins = Array("0123456789>!$+".utf8)
    private static let applicationBegins = Array("G".utf8)

    private static func begins(_ text: UInt8, _ introducer: UInt8) -> Bool {
        switch introducer {
        case UInt8(ascii: "P"): deviceBegins.contains(text)
        case UInt8(ascii: "_"): applicationBegins.contains(text)
        default: commandBegins.contains(text)
        }
    }

    private mutating func replyBegins(_ bytes: ArraySlice<UInt8>, _ introducer: UInt8) -> Step {
        guard let next = bytes.dropFirst(2).first else { return .unfinished }
        guard KeyDecoder.begins(next, introducer) else { return .took(1, key: .escape) }
        state = .reply(introducer)
        return .took(2, nil)
    }

    /// Decodes the text of a reply, which is never read as keys, whatever it contains. A control character ends it as
    /// well, in case its terminator never arrives.
    private mutating func replied(_ bytes: ArraySlice<UInt8>, _ introducer: UInt8) -> Step {
        let before = bytes.prefix { $0 >= 0x20 && $0 != 0x7F }
        guard before.isEmpty, let end = bytes.first else {
            // One byte more than the maximum marks an overlong reply.
            keep(before, limit: KeyDecoder.maxReplyLength + 1)
            return .took(before.count, nil)
        }
        var length = end == KeyDecoder.bel ? 1 : 0
        if end == KeyDecoder.esc {
            guard let next = bytes.dropFirst().first else { return .unfinished }
            if next == UInt8(ascii: "\\") { length = 2 }
        }
        if text.count <= KeyDecoder.maxReplyLength, let reply = TerminalReply(text, after: introducer) { keep(reply) }
        (state, text) = (.keys, [])
        return .took(length, nil)
    }

    private mutating func keep(_ reply: TerminalReply) {
        if replies.count < KeyDecoder.maxReplies { replies.append(reply) }
    }
}

// What does not begin with Esc: control keys, and text in UTF-8.
extension KeyDecoder {
    static func typed(_ bytes: ArraySlice<UInt8>) -> Step {
        let first = bytes[bytes.startIndex]
        guard first >= 0x80 else { return .took(1, key: key(of: UInt32(first))) }
        let length: Int
        switch first {
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF: length = 3
        case 0xF0...0xF4: length = 4
        default: return .took(1, nil)
        }
        let continuation = bytes.dropFirst().prefix(length - 1).prefix { (0x80...0xBF).contains($0) }
        guard continuation.count == length - 1 else {
            // If another byte follows instead of a continuation, the character is broken, but that byte is not.
            let isBroken = bytes.count > continuation.count + 1
            return isBroken ? .took(continuation.count + 1, nil) : .unfinished
        }
        let mask: UInt32 = length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07
        let value = continuation.reduce(UInt32(first) & mask) { $0 << 6 | UInt32($1) & 0x3F }
        let isOverlong = length == 3 && value < 0x800 || length == 4 && value < 0x1_0000
        return .took(length, key: isOverlong ? nil : key(of: value))
    }

    private static func key(of value: UInt32) -> Key? {
        switch value {
        case 0x0A, 0x0D: return .enter
        case 0x09: return .tab
        case 0x08, 0x7F: return .backspace
        case 0x01...0x1A: return Unicode.Scalar(value + 0x60).map { .control(Character($0)) }
        case 0x00...0x1F, 0x80...0x9F: return nil
        default: return Unicode.Scalar(value).map { .character(Character($0)) }
        }
    }
}

// Mouse reports: SGR (mode 1006), and those of terminals that support mode 1000 only.
extension KeyDecoder {
    static func mouse(_ numbers: ArraySlice<UInt8>, final: UInt8) -> TerminalEvent? {
        guard final == UInt8(ascii: "M") || final == UInt8(ascii: "m") else { return nil }
        return MouseEvent(sgr: numbers, isDown: final == UInt8(ascii: "M")).map { .mouse($0) }
    }

    /// Decodes a report of mode 1000: three bytes, each offset by 32; or 0, for a position that is too large.
    static func oldMouse(_ bytes: ArraySlice<UInt8>) -> Step {
        let numbers = bytes.dropFirst(3).prefix(3)
        if let broken = numbers.firstIndex(where: { (1..<0x20).contains($0) }) {
            return .took(broken - bytes.startIndex, nil)
        }
        guard numbers.count == 3 else { return .unfinished }
        let parts = numbers.map { Int($0) - 0x20 }
        let event = MouseEvent(button: parts[0], column: parts[1], row: parts[2])
        return .took(6, event.map { .mouse($0) })
    }
}
