/// Says a frame of curses in fewer bytes. Attributes, colours and character sets that are set several times before
/// anything is written are set once, in one sequence, as what differs from those that hold; the rest stays as it is.
///
/// A frame begins and ends with the terminal's own attributes and ASCII, as curses leaves them between two frames.
/// Sequences are those of ECMA-48, and of xterm for 256 and direct colours.
struct RenditionOptimizer {
    /// The shorter bytes.
    private(set) var bytes: [UInt8] = []
    private var shown = Text()
    private var wanted = Text()
    /// What holds again when the cursor goes back to where it was saved.
    private var saved: Text?

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
    /// What ends the sequences that only move the cursor: CUU, CUD, CUF, CUB, CHA, CUP, VPA.
    private static let moves = Set("ABCDGHd".utf8)

    /// Takes the bytes of a frame. Says whether it could make them out; the shorter ones are worth nothing otherwise.
    mutating func optimize(_ frame: UnsafeRawBufferPointer) -> Bool {
        bytes.removeAll(keepingCapacity: true)
        (shown, wanted, saved) = (Text(), Text(), nil)
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
        copy(frame[start..<end])
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
            return start + 2
        case UInt8(ascii: "8"):
            guard let saved else { return nil }
            copy(frame[start..<start + 2])
            (shown, wanted) = (saved, saved)
            return start + 2
        // Scrolls down by a line.
        case UInt8(ascii: "M"):
            copy(frame[start..<start + 2])
            return start + 2
        default: return nil
        }
    }

    private mutating func takeControlSequence(of frame: UnsafeRawBufferPointer, at start: Int) -> Int? {
        guard let last = frame[(start + 2)...].firstIndex(where: { 0x40...0x7E ~= $0 }) else { return nil }
        if frame[last] == UInt8(ascii: "m") {
            guard wanted.rendition.apply(frame[(start + 2)..<last]) else { return nil }
        } else {
            if !RenditionOptimizer.moves.contains(frame[last]) { settle() }
            bytes.append(contentsOf: frame[start...last])
        }
        return last + 1
    }

    private mutating func copy(_ piece: Slice<UnsafeRawBufferPointer>) {
        settle()
        bytes.append(contentsOf: piece)
    }

    /// Sets what is wanted and does not hold.
    private mutating func settle() {
        guard wanted != shown else { return }
        if wanted.set != shown.set {
            bytes += [RenditionOptimizer.escape, UInt8(ascii: "("), wanted.set.rawValue]
        }
        if wanted.rendition != shown.rendition {
            wanted.rendition.appendSequence(from: shown.rendition, to: &bytes)
        }
        shown = wanted
    }
}
