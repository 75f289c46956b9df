import CNcurses
import Canvas

/// Shortens the output of a curses frame: cursor moves, attributes, colours and character sets are written once, right
/// before text that needs them, as the difference from the current state. The rest is copied unchanged.
///
/// A frame begins and ends with default attributes and ASCII, as curses leaves them between two frames. Sequences are
/// those of ECMA-48, and of xterm for 256 and direct colours.
struct FrameOptimizer {
    /// Whether the terminal supports moving to a row or a column alone (VPA, CHA).
    let addressesLines: Bool
    var repeatsBlanks = false
    /// The terminal's columns and rows.
    var size: Size
    /// The shortened output.
    private(set) var bytes: [UInt8] = []
    private var shown = Text()
    private var wanted = Text()
    /// The state that is restored when the cursor returns to its saved position.
    private var saved: Text?
    private var cursor = CursorPosition()
    private var wantedCursor = CursorPosition()
    /// The last column that the cursor can have reached by writing from a known one.
    private var farthest: Int?

    /// The attributes, colours and character set of text.
    private struct Text: Equatable {
        var rendition = Rendition()
        var set = CharacterSet.ascii
    }

    private enum CharacterSet: UInt8 {
        case ascii = 0x42
        case lineDrawing = 0x30
    }

    private static let escape: UInt8 = 0x1B
    private static let carriageReturn: UInt8 = 0x0D
    /// Final bytes of the sequences that change cells from the cursor on without moving it: ICH, EL, DCH, ECH.
    private static let changesInPlace = Set("@KPX".utf8)
    private static let blank: UInt8 = 0x20
    /// The number of blanks from which on REP, with three digits at most, is shorter.
    private static let minRepeated = 8
    /// The longest run that is shortened: a list of parameters holds numbers up to 255.
    private static let maxRepeated = 256

    init(addressesLines: Bool = true, size: Size = Size(width: 0, height: 0)) {
        self.addressesLines = addressesLines
        self.size = size
    }

    /// Shortens the bytes of a frame. Returns `false` if they contain an unknown sequence; `bytes` is then not usable.
    mutating func optimize(_ frame: UnsafeRawBufferPointer) -> Bool {
        bytes.removeAll(keepingCapacity: true)
        (shown, wanted, saved) = (Text(), Text(), nil)
        (cursor, wantedCursor, farthest) = (CursorPosition(), CursorPosition(), nil)
        var index = 0
        while index < frame.count {
            switch frame[index] {
            case FrameOptimizer.escape:
                guard let end = readSequence(of: frame, at: index) else { return false }
                index = end
            case FrameOptimizer.carriageReturn:
                wantedCursor.column = 1
                index += 1
            default: index = copyText(of: frame, at: index)
            }
        }
        flush()
        return true
    }

    /// Copies text or one control character from `start`. Returns the index after it.
    private mutating func copyText(of frame: UnsafeRawBufferPointer, at start: Int) -> Int {
        let isControl = frame[start] < 0x20
        var end = start + 1
        while end < frame.count, !isControl, frame[end] >= 0x20 { end += 1 }
        copy(frame[start..<end])
        forgetPlace(after: isControl ? nil : frame[start..<end])
        return end
    }

    /// Processes the escape sequence at `start`. Returns the index after it, or `nil` if curses does not write such
    /// sequences.
    private mutating func readSequence(of frame: UnsafeRawBufferPointer, at start: Int) -> Int? {
        guard start + 1 < frame.count else { return nil }
        switch frame[start + 1] {
        case UInt8(ascii: "("):
            guard start + 2 < frame.count, let set = CharacterSet(rawValue: frame[start + 2]) else { return nil }
            wanted.set = set
            return start + 3
        case UInt8(ascii: "["): return readControlSequence(of: frame, at: start)
        case UInt8(ascii: "7"):
            copy(frame[start..<start + 2])
            saved = shown
        case UInt8(ascii: "8"):
            guard let saved else { return nil }
            copy(frame[start..<start + 2])
            (shown, wanted) = (saved, saved)
            forgetPlace()
        // Reverse index (RI): may scroll down by a line.
        case UInt8(ascii: "M"):
            copy(frame[start..<start + 2])
            forgetPlace()
        default: return nil
        }
        return start + 2
    }

    private mutating func readControlSequence(of frame: UnsafeRawBufferPointer, at start: Int) -> Int? {
        guard let last = frame[(start + 2)...].firstIndex(where: { 0x40...0x7E ~= $0 }) else { return nil }
        let parameters = frame[(start + 2)..<last]
        if frame[last] == UInt8(ascii: "m") {
            guard wanted.rendition.apply(parameters) else { return nil }
        } else if !wantedCursor.move(frame[last], parameters) {
            switch frame[last] {
            case UInt8(ascii: "r"): copyRegion(frame[start...last], parameters)
            // SU and SD scroll the region wherever the cursor is, and leave it there.
            case UInt8(ascii: "S"), UInt8(ascii: "T"):
                flushText()
                bytes.append(contentsOf: frame[start...last])
            default:
                copy(frame[start...last])
                if !FrameOptimizer.changesInPlace.contains(frame[last]) { forgetPlace() }
            }
        }
        return last + 1
    }

    /// Copies the sequence that sets the scrolling region, without a pending move, because it moves the cursor itself.
    private mutating func copyRegion(
        _ sequence: Slice<UnsafeRawBufferPointer>, _ parameters: Slice<UnsafeRawBufferPointer>
    ) {
        if isWholeScreen(parameters) {
            bytes += [FrameOptimizer.escape, UInt8(ascii: "["), UInt8(ascii: "r")]
        } else {
            bytes.append(contentsOf: sequence)
        }
        forgetPlace()
    }

    /// Whether the parameters are the first and the last row: a scrolling region (DECSTBM) without parameters is the
    /// whole screen.
    private func isWholeScreen(_ parameters: Slice<UnsafeRawBufferPointer>) -> Bool {
        var reader = ParameterReader(bytes: parameters)
        return reader.next() == 1 && reader.next().map(Int.init) == size.height && reader.isAtEnd
    }

    private mutating func copy(_ piece: Slice<UnsafeRawBufferPointer>) {
        flush()
        if repeatsBlanks, piece.count >= FrameOptimizer.minRepeated {
            appendRepeating(piece)
        } else {
            bytes.append(contentsOf: piece)
        }
    }

    /// Appends text with long runs of blanks shortened.
    private mutating func appendRepeating(_ text: Slice<UnsafeRawBufferPointer>) {
        var copied = text.startIndex
        // Each long run has a blank at one of the places that are examined.
        var index = copied + FrameOptimizer.minRepeated - 1
        while index < text.endIndex {
            guard text[index] == FrameOptimizer.blank else {
                index += FrameOptimizer.minRepeated
                continue
            }
            var (first, end) = (index, index + 1)
            while first > copied, text[first - 1] == FrameOptimizer.blank { first -= 1 }
            while end < text.endIndex, text[end] == FrameOptimizer.blank { end += 1 }
            if FrameOptimizer.minRepeated...FrameOptimizer.maxRepeated ~= end - first {
                bytes.append(contentsOf: text[copied...first])
                appendRepetition(UInt8(end - first - 1))
                copied = end
            }
            index = end + FrameOptimizer.minRepeated - 1
        }
        bytes.append(contentsOf: text[copied...])
    }

    /// Appends the sequence that repeats the last character so many times more (REP).
    private mutating func appendRepetition(_ count: UInt8) {
        var parameters = ParameterList()
        parameters.append(count)
        bytes += [FrameOptimizer.escape, UInt8(ascii: "[")]
        parameters.append(to: &bytes)
        bytes.append(UInt8(ascii: "b"))
    }

    /// Marks the cursor's column as unknown, because the width of `text` depends on the terminal. The row stays known
    /// if the text cannot reach beyond the last column.
    private mutating func forgetPlace(after text: Slice<UnsafeRawBufferPointer>? = nil) {
        let columns = text?.reduce(0) { $0 + ($1 < 0x80 ? 1 : $1 < 0xC0 ? 0 : 2) }
        farthest = (cursor.column.map(Int.init) ?? farthest).flatMap { from in columns.map { from + $0 } }
        let staysInRow = farthest.map { $0 <= size.width } ?? false
        cursor = CursorPosition(row: staysInRow ? cursor.row : nil)
        wantedCursor = cursor
    }

    /// Writes the pending cursor move, and the pending attributes and character set.
    private mutating func flush() {
        if wantedCursor != cursor {
            wantedCursor.appendSequence(from: cursor, addressesLines: addressesLines, to: &bytes)
            cursor = wantedCursor
        }
        flushText()
    }

    /// Writes the pending attributes and character set.
    private mutating func flushText() {
        guard wanted != shown else { return }
        if wanted.set != shown.set {
            bytes += [FrameOptimizer.escape, UInt8(ascii: "("), wanted.set.rawValue]
        }
        if wanted.rendition != shown.rendition {
            wanted.rendition.appendSequence(from: shown.rendition, to: &bytes)
        }
        shown = wanted
    }
}

extension FrameOptimizer {
    /// Whether the current terminal's terminfo entry has these sequences (`hpa` and `vpa`).
    static var terminalAddressesLines: Bool {
        [("hpa", "G"), ("vpa", "d")].allSatisfy { (name: String, ending: String) in
            curses_capability(name).map { String(cString: $0) } == "\u{1B}[%i%p1%d\(ending)"
        }
    }
}
