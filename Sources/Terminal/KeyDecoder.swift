/// Decodes the bytes that a terminal sends into keys, mouse events and replies. Incomplete sequences are buffered.
struct KeyDecoder: Sendable {
    static let esc: UInt8 = 0x1B
    /// The length limits of an incomplete control sequence and of a paste, in bytes.
    private static let maxControlLength = 64
    private static let maxPasteLength = 64 * 1_024
    private static let pasteBegins = Array("\u{1B}[200~".utf8)
    private static let pasteEnds = Array("\u{1B}[201~".utf8)
    /// The introducers of mouse reports: SGR (mode 1006), and those of terminals that support mode 1000 only.
    private static let mouseBegins = Array("\u{1B}[<".utf8)
    private static let oldMouseBegins = Array("\u{1B}[M".utf8)

    private let sequences: KeySequences
    private var waiting: [UInt8] = []
    private var isPasting = false
    /// The byte after Esc of an unfinished reply of the terminal; `nil` outside of replies.
    private var introducer: UInt8?
    private var replies: [TerminalReply] = []
    /// Whether the rest of an overlong mouse sequence is being skipped.
    private var isSkipping = false

    init(sequences: KeySequences) { self.sequences = sequences }

    /// Incomplete input that should not wait for ever.
    enum PendingInput: Hashable {
        /// An Esc, which is a key by itself if nothing follows.
        case escape
        /// A paste whose end has not come.
        case paste
        /// A reply of the terminal whose end has not come.
        case reply
        /// A mouse report. No person types one, so its rest is awaited longer: it would be read as typed text
        /// otherwise.
        case mouse
    }

    /// The kind of incomplete input that is buffered; `nil` if there is none.
    var doubt: PendingInput? {
        if isPasting { return .paste }
        if introducer != nil { return .reply }
        if isSkipping || waiting.starts(with: KeyDecoder.mouseBegins) || waiting.starts(with: KeyDecoder.oldMouseBegins)
        {
            return .mouse
        }
        return waiting.first == KeyDecoder.esc ? .escape : nil
    }

    /// Adds `bytes` and returns the events that are complete.
    mutating func decode(_ bytes: [UInt8]) -> [TerminalEvent] { decode(bytes, isLast: false) }

    /// Ends incomplete input after a timeout, and returns its events.
    mutating func decide() -> [TerminalEvent] {
        if introducer != nil { (introducer, waiting) = (nil, []) }
        return decode(isPasting ? KeyDecoder.pasteEnds : [], isLast: true)
    }

    /// Returns the terminal's replies since the last call.
    mutating func takeReplies() -> [TerminalReply] {
        defer { replies = [] }
        return replies
    }

    private mutating func decode(_ bytes: [UInt8], isLast: Bool) -> [TerminalEvent] {
        var rest = waiting.isEmpty ? bytes[...] : (waiting + bytes)[...]
        waiting = []
        var events: [TerminalEvent] = []
        while let first = rest.first {
            let step: Step
            if isPasting {
                step = pasted(rest)
            } else if let introducer {
                step = replied(rest, introducer)
            } else if isSkipping {
                step = skipped(rest)
            } else if first == KeyDecoder.esc {
                step = escaped(rest, isLast: isLast)
            } else {
                step = KeyDecoder.typed(rest)
            }
            guard case .took(let count, let event) = step else { break }
            rest = rest.dropFirst(count)
            if let event { events.append(event) }
        }
        waiting = Array(rest)
        if isLast { isSkipping = false }
        return events
    }

    /// The result of decoding the first bytes: how many were consumed and which event they are, if any.
    private enum Step {
        case took(Int, TerminalEvent?)
        case unfinished

        static func took(_ count: Int, key: Key?) -> Step { .took(count, key.map { .key($0) }) }
    }
}

// Sequences that begin with Esc.
extension KeyDecoder {
    private mutating func escaped(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> Step {
        switch sequences.match(bytes) {
        case .key(let key, let length): return .took(length, key: key)
        case .unfinished where !isLast: return .unfinished
        default: break
        }
        if let next = bytes.dropFirst().first, KeyDecoder.isIntroducer(next) {
            return replyBegins(bytes, next, isLast: isLast)
        }
        guard bytes.dropFirst().first == UInt8(ascii: "[") else { return .took(1, key: .escape) }
        if bytes.starts(with: KeyDecoder.mouseBegins) { return mouse(bytes, isLast: isLast) }
        if bytes.starts(with: KeyDecoder.oldMouseBegins) { return KeyDecoder.oldMouse(bytes, isLast: isLast) }
        if bytes.starts(with: KeyDecoder.pasteBegins) {
            isPasting = true
            return .took(KeyDecoder.pasteBegins.count, nil)
        }
        // An unknown control sequence, perhaps a key with modifiers. All of it is dropped, or its letters would act as
        // keys.
        let body = bytes.dropFirst(2).prefix(KeyDecoder.maxControlLength)
        guard let end = body.firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
            if isLast || body.count == KeyDecoder.maxControlLength { return .took(body.count + 2, nil) }
            return .unfinished
        }
        guard KeyDecoder.finals.contains(bytes[end]) else { return .took(end - bytes.startIndex, nil) }
        if let reply = TerminalReply(parameters: body[..<end], final: bytes[end]) { keep(reply) }
        return .took(end - bytes.startIndex + 1, nil)
    }

    /// Decodes pasted text between its markers; buffers all of it until the end marker.
    private mutating func pasted(_ bytes: ArraySlice<UInt8>) -> Step {
        guard let end = bytes.firstRange(of: KeyDecoder.pasteEnds) else {
            // Part of the end marker may be there already, so that much is kept even when text is dropped.
            let surplus = bytes.count - KeyDecoder.maxPasteLength - KeyDecoder.pasteEnds.count
            return surplus > 0 ? .took(surplus, nil) : .unfinished
        }
        isPasting = false
        let text = String(decoding: bytes[..<end.lowerBound].prefix(KeyDecoder.maxPasteLength), as: UTF8.self)
        return .took(end.upperBound - bytes.startIndex, key: text.isEmpty ? nil : .paste(text))
    }
}

// Mouse reports. None of their bytes is ever read as a key, whether the report is complete, broken or too long.
extension KeyDecoder {
    /// The parameter and intermediate bytes of a control sequence; `finals` end it.
    private static let parameters: ClosedRange<UInt8> = 0x20...0x3F
    private static let finals: ClosedRange<UInt8> = 0x40...0x7E

    private mutating func mouse(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> Step {
        let body = bytes.dropFirst(KeyDecoder.mouseBegins.count)
        let end = body.prefix(KeyDecoder.maxControlLength).firstIndex { !KeyDecoder.parameters.contains($0) }
        guard let end else {
            guard isLast || body.count >= KeyDecoder.maxControlLength else { return .unfinished }
            isSkipping = true
            return .took(bytes.count - max(0, body.count - KeyDecoder.maxControlLength), nil)
        }
        let length = end - bytes.startIndex
        guard KeyDecoder.finals.contains(bytes[end]) else { return .took(length, nil) }
        let event = MouseEvent(sgr: body[..<end], isDown: bytes[end] == UInt8(ascii: "M"))
        let isMouse = bytes[end] == UInt8(ascii: "M") || bytes[end] == UInt8(ascii: "m")
        return .took(length + 1, isMouse ? event.map { .mouse($0) } : nil)
    }

    /// Skips the rest of an overlong sequence, up to its final byte.
    private mutating func skipped(_ bytes: ArraySlice<UInt8>) -> Step {
        let parameters = bytes.prefix { KeyDecoder.parameters.contains($0) }
        guard let end = bytes.dropFirst(parameters.count).first else { return .took(bytes.count, nil) }
        isSkipping = false
        return .took(parameters.count + (KeyDecoder.finals.contains(end) ? 1 : 0), nil)
    }

    /// Decodes a report of mode 1000: three bytes, each offset by 32.
    private static func oldMouse(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> Step {
        let numbers = bytes.dropFirst(oldMouseBegins.count).prefix(3)
        if let broken = numbers.firstIndex(where: { $0 < 0x20 }) { return .took(broken - bytes.startIndex, nil) }
        guard numbers.count == 3 else { return isLast ? .took(bytes.count, nil) : .unfinished }
        let parts = numbers.map { Int($0) - 0x20 }
        let event = MouseEvent(button: parts[0], column: parts[1], row: parts[2])
        return .took(oldMouseBegins.count + 3, event.map { .mouse($0) })
    }
}

// Replies to queries: `ESC ]`, `ESC P` or `ESC _`, and text up to BEL or `ESC \`.
extension KeyDecoder {
    static let bel: UInt8 = 0x07
    /// The maximum number of replies that are kept until they are taken; more are never asked for.
    private static let maxReplies = 16

    private static func isIntroducer(_ byte: UInt8) -> Bool {
        [UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_")].contains(byte)
    }

    /// Whether `text` can be the first byte of a reply: a digit, `>` or `G`. Otherwise it is Alt with a key.
    private static func begins(_ text: UInt8, _ introducer: UInt8) -> Bool {
        switch introducer {
        case UInt8(ascii: "P"): text == UInt8(ascii: ">")
        case UInt8(ascii: "_"): text == UInt8(ascii: "G")
        default: (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text)
        }
    }

    private mutating func replyBegins(_ bytes: ArraySlice<UInt8>, _ introducer: UInt8, isLast: Bool) -> Step {
        guard let next = bytes.dropFirst(2).first else { return isLast ? .took(1, key: .escape) : .unfinished }
        guard KeyDecoder.begins(next, introducer) else { return .took(1, key: .escape) }
        self.introducer = introducer
        return .took(2, nil)
    }

    /// Decodes the text of a reply, which is never read as keys, whatever it contains. A control character ends it as
    /// well, in case its terminator never arrives.
    private mutating func replied(_ bytes: ArraySlice<UInt8>, _ introducer: UInt8) -> Step {
        guard let end = bytes.firstIndex(where: { $0 < 0x20 || $0 == 0x7F }) else {
            let surplus = bytes.count - KeyDecoder.maxControlLength
            return surplus > 0 ? .took(surplus, nil) : .unfinished
        }
        var length = end - bytes.startIndex
        if bytes[end] == KeyDecoder.bel {
            length += 1
        } else if bytes[end] == KeyDecoder.esc {
            guard let next = bytes[end...].dropFirst().first else { return .unfinished }
            if next == UInt8(ascii: "\\") { length += 2 }
        }
        self.introducer = nil
        if let reply = TerminalReply(bytes[..<end], after: introducer) { keep(reply) }
        return .took(length, nil)
    }

    private mutating func keep(_ reply: TerminalReply) {
        if replies.count < KeyDecoder.maxReplies { replies.append(reply) }
    }
}

// Everything else: control keys, and text in UTF-8.
extension KeyDecoder {
    private static func typed(_ bytes: ArraySlice<UInt8>) -> Step {
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
