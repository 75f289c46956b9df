/// Puts the lines of a file together that were folded. What comes is bounded, whatever the file is.
struct VCardLines {
    struct Line {
        /// Of the file, where it begins.
        let number: Int
        let bytes: [UInt8]
        /// Whether it was longer than anything that is of use; what is beyond is gone.
        let isCut: Bool
    }

    /// The largest picture, in base64 and folded, and something to spare.
    private static let longest = ContactPicture.largest / 3 * 4 + 4_096

    private var line: [UInt8] = []
    private var isCut = false
    private var start = 1
    private var number = 1
    /// Whether a line has ended, and the next byte tells whether it goes on.
    private var isAtEnd = false

    private static let feed = UInt8(ascii: "\n")
    private static let carriage = UInt8(ascii: "\r")
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Takes the next bytes of the file; the lines that are whole now.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [Line] {
        var whole: [Line] = []
        for byte in bytes {
            if isAtEnd {
                isAtEnd = false
                number += 1
                let isFolded = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
                guard !isFolded else { continue }
                hand(to: &whole)
            }
            if byte == VCardLines.feed {
                dropCarriage()
                isAtEnd = true
            } else if line.count < VCardLines.longest {
                line.append(byte)
            } else {
                isCut = true
            }
        }
        return whole
    }

    /// What is left at the end of the file.
    mutating func finish() -> [Line] {
        var whole: [Line] = []
        dropCarriage()
        hand(to: &whole)
        return whole
    }

    private mutating func dropCarriage() { if line.last == VCardLines.carriage { line.removeLast() } }

    private mutating func hand(to whole: inout [Line]) {
        if start == 1, line.starts(with: VCardLines.byteOrderMark) { line.removeFirst(3) }
        if !line.isEmpty { whole.append(Line(number: start, bytes: line, isCut: isCut)) }
        line = []
        isCut = false
        start = number
    }
}
