/// Says a frame of curses in fewer bytes. Attributes, colours and character sets that are set several times before
/// anything is written are set once, in one sequence, as what differs from those that hold; the rest stays as it is.
///
/// A frame begins and ends with the terminal's own attributes and ASCII, as curses leaves them between two frames.
/// Sequences are those of ECMA-48, and of xterm for 256 and direct colours.
struct RenditionOptimizer {
    /// The shorter bytes.
    private(set) var bytes: [UInt8] = []
    private var shown = Rendition()
    private var wanted = Rendition()
    private var shownSet = CharacterSet.ascii
    private var wantedSet = CharacterSet.ascii

    private enum CharacterSet: UInt8 {
        case ascii = 0x42
        case lineDrawing = 0x30
    }

    private static let escape: UInt8 = 0x1B
    private static let carriageReturn: UInt8 = 0x0D
    /// What ends the sequences that only move the cursor: CUU, CUD, CUF, CUB, CHA, CUP, VPA.
    private static let moves = Set("ABCDGHd".utf8)

    /// Takes the bytes of a frame. Says whether it could make them out; the shorter ones are worth nothing otherwise.
    mutating func optimize(_ frame: UnsafeRawBufferPointer) -> Bool {
        bytes.removeAll(keepingCapacity: true)
        (shown, wanted) = (Rendition(), Rendition())
        (shownSet, wantedSet) = (.ascii, .ascii)
        var index = 0
        while index < frame.count {
            guard frame[index] == RenditionOptimizer.escape else {
                index = copyText(of: frame, at: index)
                continue
            }
            guard let end = takeSequence(of: frame, at: index) else { return false }
            index = end
        }
        settle()
        return true
    }

    /// Copies what is no sequence; says where that ends.
    private mutating func copyText(of frame: UnsafeRawBufferPointer, at start: Int) -> Int {
        if frame[start] == RenditionOptimizer.carriageReturn {
            bytes.append(frame[start])
            return start + 1
        }
        var end = start + 1
        while end < frame.count, frame[end] != RenditionOptimizer.escape,
            frame[end] != RenditionOptimizer.carriageReturn
        {
            end += 1
        }
        settle()
        bytes.append(contentsOf: frame[start..<end])
        return end
    }

    /// Takes the sequence that begins there; says where it ends, `nil` where it is none of those that curses writes.
    private mutating func takeSequence(of frame: UnsafeRawBufferPointer, at start: Int) -> Int? {
        guard start + 1 < frame.count else { return nil }
        switch frame[start + 1] {
        case UInt8(ascii: "("):
            guard start + 2 < frame.count, let set = CharacterSet(rawValue: frame[start + 2]) else { return nil }
            wantedSet = set
            return start + 3
        case UInt8(ascii: "["): return takeControlSequence(of: frame, at: start)
        // Scrolls down by a line.
        case UInt8(ascii: "M"):
            settle()
            bytes.append(contentsOf: frame[start..<start + 2])
            return start + 2
        default: return nil
        }
    }

    private mutating func takeControlSequence(of frame: UnsafeRawBufferPointer, at start: Int) -> Int? {
        guard let last = frame[(start + 2)...].firstIndex(where: { 0x40...0x7E ~= $0 }) else { return nil }
        if frame[last] == UInt8(ascii: "m") {
            guard wanted.apply(frame[(start + 2)..<last]) else { return nil }
        } else {
            if !RenditionOptimizer.moves.contains(frame[last]) { settle() }
            bytes.append(contentsOf: frame[start...last])
        }
        return last + 1
    }

    /// Sets what is wanted and does not hold.
    private mutating func settle() {
        if wantedSet != shownSet {
            bytes += [RenditionOptimizer.escape, UInt8(ascii: "("), wantedSet.rawValue]
            shownSet = wantedSet
        }
        guard wanted != shown else { return }
        wanted.appendSequence(from: shown, to: &bytes)
        shown = wanted
    }
}
