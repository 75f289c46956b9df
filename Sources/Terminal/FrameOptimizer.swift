import CNcurses
import Canvas

/// Says a frame of curses in fewer bytes: where the cursor goes, and with which attributes, colours and character set, is
/// said once before anything is written there, as what differs from what holds. The rest stays as it is.
///
/// A frame begins and ends with the terminal's own attributes and ASCII, as curses leaves them between two frames.
/// Sequences are those of ECMA-48, and of xterm for 256 and direct colours.
struct FrameOptimizer {
    /// Whether the terminal goes to a row and to a column by its number alone (VPA, CHA).
    let addressesLines: Bool
    /// The terminal's columns and rows.
    var size: Size
    /// The shorter bytes.
    private(set) var bytes: [UInt8] = []
    private var shown = Text()
    private var wanted = Text()
    /// What holds again when the cursor goes back to where it was saved.
    private var saved: Text?
    private var place = CursorPlace()
    private var wantedPlace = CursorPlace()
    /// The last column that the cursor may have come to by writing from a known one.
    private var farthest: Int?

    /// How what is written next is shown.
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
    /// What ends the sequences that change cells from the cursor on and leave it where it is: ICH, EL, DCH, ECH.
    private static let changesInPlace = Set("@KPX".utf8)

    init(addressesLines: Bool = true, size: Size = Size(width: 0, height: 0)) {
        self.addressesLines = addressesLines
        self.size = size
    }

    /// Takes the bytes of a frame. Says whether it could make them out; the shorter ones are worth nothing otherwise.
    mutating func optimize(_ frame: UnsafeRawBufferPointer) -> Bool {
        bytes.removeAll(keepingCapacity: true)
        (shown, wanted, saved) = (Text(), Text(), nil)
        (place, wantedPlace, farthest) = (CursorPlace(), CursorPlace(), nil)
        var index = 0
        while index < frame.count {
            switch frame[index] {
            case FrameOptimizer.escape:
                guard let end = takeSequence(of: frame, at: index) else { return false }
                index = end
            case FrameOptimizer.carriageReturn:
                wantedPlace.column = 1
                index += 1
            default: index = copyText(of: frame, at: index)
            }
        }
        settle()
        return true
    }

    /// Copies what is no sequence; says where that ends.
    private mutating func copyText(of frame: UnsafeRawBufferPointer, at start: Int) -> Int {
        let isControl = frame[start] < 0x20
        var end = start + 1
        while end < frame.count, !isControl, frame[end] >= 0x20 { end += 1 }
        copy(frame[start..<end])
        forgetPlace(after: isControl ? nil : frame[start..<end])
        return end
    }

    /// Takes the sequence that begins there; says where it ends, `nil` where it is none of those that curses writes.
    private mutating func takeSequence(of frame: UnsafeRawBufferPointer, at start: Int) -> Int? {
        guard start + 1 < frame.count else { return nil }
        switch frame[start + 1] {
        case UInt8(ascii: "("):
            guard start + 2 < frame.count, let set = CharacterSet(rawValue: frame[start + 2]) else { return nil }
            wanted.set = set
            return start + 3
        case UInt8(ascii: "["): return takeControlSequence(of: frame, at: start)
        case UInt8(ascii: "7"):
            copy(frame[start..<start + 2])
            saved = shown
        case UInt8(ascii: "8"):
            guard let saved else { return nil }
            copy(frame[start..<start + 2])
            (shown, wanted) = (saved, saved)
            forgetPlace()
        // Scrolls down by a line.
        case UInt8(ascii: "M"):
            copy(frame[start..<start + 2])
            forgetPlace()
        default: return nil
        }
        return start + 2
    }

    private mutating func takeControlSequence(of frame: UnsafeRawBufferPointer, at start: Int) -> Int? {
        guard let last = frame[(start + 2)...].firstIndex(where: { 0x40...0x7E ~= $0 }) else { return nil }
        let parameters = frame[(start + 2)..<last]
        if frame[last] == UInt8(ascii: "m") {
            guard wanted.rendition.apply(parameters) else { return nil }
        } else if !wantedPlace.move(frame[last], parameters) {
            if frame[last] == UInt8(ascii: "r"), isWholeScreen(parameters) {
                copy(frame[start..<(start + 2)])
                bytes.append(frame[last])
            } else {
                copy(frame[start...last])
            }
            if !FrameOptimizer.changesInPlace.contains(frame[last]) { forgetPlace() }
        }
        return last + 1
    }

    /// Whether these are the first and the last row: a region that scrolls (DECSTBM) is the whole screen without numbers.
    private func isWholeScreen(_ parameters: Slice<UnsafeRawBufferPointer>) -> Bool {
        var reader = ParameterReader(bytes: parameters)
        return reader.next() == 1 && reader.next().map(Int.init) == size.height && reader.isAtEnd
    }

    private mutating func copy(_ piece: Slice<UnsafeRawBufferPointer>) {
        settle()
        bytes.append(contentsOf: piece)
    }

    /// How many columns `text` takes is the terminal's business, but the cursor stays in its row where it cannot be too many.
    private mutating func forgetPlace(after text: Slice<UnsafeRawBufferPointer>? = nil) {
        let columns = text?.reduce(0) { $0 + ($1 < 0x80 ? 1 : $1 < 0xC0 ? 0 : 2) }
        farthest = (place.column.map(Int.init) ?? farthest).flatMap { from in columns.map { from + $0 } }
        let staysInRow = farthest.map { $0 <= size.width } ?? false
        place = CursorPlace(row: staysInRow ? place.row : nil)
        wantedPlace = place
    }

    /// Goes where it is wanted, and sets what is wanted and does not hold.
    private mutating func settle() {
        if wantedPlace != place {
            wantedPlace.appendSequence(from: place, addressesLines: addressesLines, to: &bytes)
            place = wantedPlace
        }
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
    /// Whether curses has that of the present terminal.
    static var terminalAddressesLines: Bool {
        [("hpa", "G"), ("vpa", "d")].allSatisfy { (name: String, ending: String) in
            curses_capability(name).map { String(cString: $0) } == "\u{1B}[%i%p1%d\(ending)"
        }
    }
}
