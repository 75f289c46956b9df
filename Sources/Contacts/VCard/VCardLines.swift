import Glibc
import TerminalText

/// Splits a file into lines with any line ending, joining folded ones. Its memory is limited, whatever the file
/// contains.
struct VCardLines {
    struct Line {
        /// The number of the file's line on which it begins.
        let lineNumber: Int
        var bytes: [UInt8]
        /// Whether the line exceeded the maximum length and was truncated.
        let isCut: Bool
    }

    /// The maximum length of a line: the largest picture in base64, and some reserve.
    private static let longest = ContactPicture.largest / 3 * 4 + 4_096

    private var line: [UInt8] = []
    private var isCut = false
    private var start = 1
    private(set) var lineNumber = 1
    /// Whether a line has ended and the next byte decides if it is continued.
    private var isAtEnd = false
    /// Whether a line feed that comes next belongs to the preceding carriage return.
    private var isAfterCarriage = false
    /// The offsets in the line of what follows its soft line breaks.
    private var continuations: [Int] = []

    private static let feed = UInt8(ascii: "\n")
    private static let carriage = UInt8(ascii: "\r")
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Takes the next bytes of the file and returns the completed lines.
    mutating func split(_ bytes: [UInt8]) -> [Line] {
        var whole: [Line] = []
        var index = 0
        while index < bytes.count {
            if isAfterCarriage {
                isAfterCarriage = false
                if bytes[index] == VCardLines.feed {
                    index += 1
                    continue
                }
            }
            if isAtEnd {
                isAtEnd = false
                if bytes[index].isBlank, !line.isEmpty {
                    index += 1
                    continue
                }
                hand(to: &whole)
            }
            let end = VCardLines.end(of: bytes, from: index)
            append(bytes[index..<end])
            index = end + 1
            guard end < bytes.count else { break }
            isAfterCarriage = bytes[end] == VCardLines.carriage
            endLine()
        }
        return whole
    }

    /// Returns the remaining line at the end of the file.
    mutating func finish() -> [Line] {
        var whole: [Line] = []
        hand(to: &whole)
        return whole
    }

    /// Returns the offset of the first line feed or carriage return.
    private static func end(of bytes: [UInt8], from offset: Int) -> Int {
        bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return 0 }
            func find(_ byte: UInt8, before end: Int) -> Int? {
                memchr(start + offset, Int32(byte), end - offset).map { UnsafeRawPointer($0) - start }
            }
            let end = find(feed, before: bytes.count) ?? bytes.count
            return find(carriage, before: end) ?? end
        }
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) {
        let room = VCardLines.longest - line.count
        isCut = isCut || bytes.count > room
        line += bytes.prefix(room)
    }

    /// A quoted-printable line that ends with `=` continues on the next line.
    private mutating func endLine() {
        lineNumber += 1
        guard let end = softBreak else {
            isAtEnd = true
            return
        }
        line.removeSubrange(end...)
        if continuations.last != end { continuations.append(end) }
    }

    /// The offset of the `=` that ends a quoted-printable line; blanks behind it are not text. `nil` if there is none.
    private var softBreak: Int? {
        guard let end = line.lastIndex(where: { !$0.isBlank }), line[end] == UInt8(ascii: "="), isQuotedPrintable else {
            return nil
        }
        return end
    }

    private var isQuotedPrintable: Bool {
        CardLineParts(line[...])?.hasEncoding(["QUOTED-PRINTABLE"]) ?? false
    }

    private mutating func hand(to whole: inout [Line]) {
        if !continuations.isEmpty { removeFolding() }
        if line.starts(with: VCardLines.byteOrderMark) { line.removeFirst(3) }
        if !line.allSatisfy(\.isBlank) { whole.append(Line(lineNumber: start, bytes: line, isCut: isCut)) }
        line = []
        isCut = false
        start = lineNumber
    }

    /// Some telephones fold quoted-printable lines too. If every line after a soft line break begins with a blank, these
    /// blanks are not text.
    private mutating func removeFolding() {
        let starts = continuations.filter { $0 < line.count }
        continuations = []
        guard !starts.isEmpty, starts.allSatisfy({ line[$0].isBlank }) else { return }
        let ends = starts.dropFirst() + [line.count]
        line = zip(starts, ends).reduce(into: Array(line[..<starts[0]])) { $0 += line[($1.0 + 1)..<$1.1] }
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}

/// Converts the bytes of a card file before they are split into lines: UTF-16 becomes UTF-8, everything else is passed
/// through.
struct CardFileBytes {
    private enum Form { case unknown, bytes, utf16(isBigEndian: Bool) }

    /// The number of bytes used to detect the file's encoding.
    private static let headLength = 4_096

    private var form = Form.unknown
    private var head: [UInt8] = []
    /// Whether the beginning of the file is Korean text in CP949, which old telephones use.
    private(set) var isKorean = false
    private(set) var isArchive = false
    /// The first byte of a code unit whose second byte has not arrived.
    private var firstByte: UInt8?
    /// The lead surrogate of a pair whose trail surrogate has not arrived.
    private var highSurrogate: UInt16?

    /// The first bytes of a zip archive.
    private static let archiveMark = Array("PK\u{3}\u{4}".utf8)

    /// A replacement for malformed UTF-16. It is invalid in UTF-8 and CP949, so that decoding the text fails.
    private static let noText: UInt8 = 0xFF

    /// Takes the next bytes of the file and returns the converted ones; none until the encoding is known.
    mutating func convert(_ bytes: [UInt8]) -> [UInt8] {
        switch form {
        case .bytes: return bytes
        case .utf16(let isBigEndian): return transcoded(bytes, isBigEndian)
        case .unknown:
            head += bytes
            return head.count < CardFileBytes.headLength ? [] : begin()
        }
    }

    /// Returns the remaining bytes at the end of the file.
    mutating func finish() -> [UInt8] {
        let rest = if case .unknown = form { begin() } else { [UInt8]() }
        return rest + (firstByte == nil && highSurrogate == nil ? [] : [CardFileBytes.noText])
    }

    private mutating func begin() -> [UInt8] {
        defer { head = [] }
        isArchive = head.starts(with: CardFileBytes.archiveMark)
        if let isBigEndian = CardFileBytes.isBigEndian(head) {
            form = .utf16(isBigEndian: isBigEndian)
            return transcoded(head, isBigEndian)
        }
        form = .bytes
        let lines = head[..<(head.lastIndex(of: UInt8(ascii: "\n")) ?? head.endIndex)]
        isKorean = TextCharset.utf8.text(of: lines) == nil && TextCharset.korean.text(of: lines)?.hasHangul == true
        return head
    }

    /// Returns the byte order if the file is UTF-16, otherwise `nil`. Without a byte order mark it is detected from the
    /// first letters, which are those of BEGIN.
    private static func isBigEndian(_ head: [UInt8]) -> Bool? {
        guard head.count >= 2 else { return nil }
        switch (head[0], head[1]) {
        case (0xFE, 0xFF): return true
        case (0xFF, 0xFE): return false
        default:
            let units = stride(from: 0, to: min(head.count - 1, 2 * "BEGIN".utf8.count), by: 2)
            if units.allSatisfy({ head[$0] == 0 && isLetter(head[$0 + 1]) }) { return true }
            return units.allSatisfy { isLetter(head[$0]) && head[$0 + 1] == 0 } ? false : nil
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x01...0x7F).contains(byte) }

    private mutating func transcoded(_ bytes: [UInt8], _ isBigEndian: Bool) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 3 / 2 + 4)
        for byte in bytes {
            guard let first = firstByte else {
                firstByte = byte
                continue
            }
            firstByte = nil
            append(isBigEndian ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first), into: &text)
        }
        return text
    }

    private mutating func append(_ unit: UInt16, into text: inout [UInt8]) {
        if let high = highSurrogate {
            highSurrogate = nil
            if UTF16.isTrailSurrogate(unit) {
                let scalar = 0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(unit) - 0xDC00)
                if let scalar = Unicode.Scalar(scalar) { text += UTF8.encode(scalar) ?? .init() }
                return
            }
            text.append(CardFileBytes.noText)
        }
        if UTF16.isLeadSurrogate(unit) {
            highSurrogate = unit
        } else if unit < 0x80 {
            text.append(UInt8(unit))
        } else if let scalar = Unicode.Scalar(unit) {
            text += UTF8.encode(scalar) ?? .init()
        } else {
            text.append(CardFileBytes.noText)
        }
    }
}
