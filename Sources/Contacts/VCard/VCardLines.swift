import Glibc

/// Splits a file into lines with any line ending, joining folded ones. Its memory is limited, whatever the file
/// contains.
struct VCardLines {
    struct Line {
        /// The number of the file's line on which it begins.
        let number: Int
        var bytes: [UInt8]
        /// Whether the line exceeded the maximum length and was truncated.
        let isCut: Bool
    }

    /// The maximum length of a line: the largest picture in base64, and some reserve.
    private static let longest = ContactPicture.largest / 3 * 4 + 4_096

    private var line: [UInt8] = []
    private var isCut = false
    private var start = 1
    /// The number of the file's line that is being read.
    private(set) var number = 1
    /// Whether a line has ended and the next byte decides if it is continued.
    private var isAtEnd = false
    /// Whether a line feed that comes next belongs to the preceding carriage return.
    private var isAfterCarriage = false

    private static let feed = UInt8(ascii: "\n")
    private static let carriage = UInt8(ascii: "\r")
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Takes the next bytes of the file and returns the completed lines.
    mutating func take(_ bytes: [UInt8]) -> [Line] {
        var whole: [Line] = []
        var place = 0
        while place < bytes.count {
            if isAfterCarriage {
                isAfterCarriage = false
                if bytes[place] == VCardLines.feed {
                    place += 1
                    continue
                }
            }
            if isAtEnd {
                isAtEnd = false
                if bytes[place].isBlank, !line.isEmpty {
                    place += 1
                    continue
                }
                hand(to: &whole)
            }
            let end = VCardLines.end(of: bytes, from: place)
            append(bytes[place..<end])
            place = end + 1
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
    private static func end(of bytes: [UInt8], from place: Int) -> Int {
        bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return 0 }
            func find(_ byte: UInt8, before end: Int) -> Int? {
                memchr(start + place, Int32(byte), end - place).map { UnsafeRawPointer($0) - start }
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

    /// A quoted-printable line that ends with `=` continues on the next line, which is appended unchanged.
    private mutating func endLine() {
        number += 1
        if line.last == UInt8(ascii: "="), isQuotedPrintable { line.removeLast() } else { isAtEnd = true }
    }

    private var isQuotedPrintable: Bool {
        let head = line.prefix { $0 != UInt8(ascii: ":") }
        return head.count < line.count
            && String(decoding: head, as: UTF8.self).uppercased().contains("QUOTED-PRINTABLE")
    }

    private mutating func hand(to whole: inout [Line]) {
        if line.starts(with: VCardLines.byteOrderMark) { line.removeFirst(3) }
        if !line.allSatisfy(\.isBlank) { whole.append(Line(number: start, bytes: line, isCut: isCut)) }
        line = []
        isCut = false
        start = number
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
