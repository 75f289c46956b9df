import Foundation

/// Parses JSON text (RFC 8259) into nodes. Faults that decoders accept are recorded and accepted here, too.
struct JSONScanner {
    /// The maximum nesting depth, the same as the decoder's.
    private static let deepest = 512

    private let bytes: [UInt8]
    private var index = 0
    /// The faults that the decoder accepts.
    private(set) var tolerated: [JSONFault] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Parses the text, which must consist of a single value.
    mutating func document() throws(JSONFault) -> JSONNode {
        let value = try value(depth: 0)
        skipSpace()
        guard next == nil else { throw fault(.textBehindEnd) }
        return value
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private func fault(_ reason: JSONFault.Reason) -> JSONFault {
        let isComment = ["//", "/*", "#"].contains { bytes[index...].starts(with: $0.utf8) }
        return JSONFault(reason: next == nil ? .unexpectedEnd : isComment ? .comment : reason, offset: index)
    }

    /// Returns the fault of something that cannot stand at the current offset. If the line has an odd number of quotes,
    /// one is missing, and what was found only follows from that.
    private func misplaced(_ reason: JSONFault.Reason) -> JSONFault {
        fault(isQuoteMissing ? .unclosed : reason)
    }

    private var isQuoteMissing: Bool {
        func isLineEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
        let start = bytes[..<index].lastIndex(where: isLineEnd).map { $0 + 1 } ?? 0
        let end = bytes[index...].firstIndex(where: isLineEnd) ?? bytes.endIndex
        var (quotes, isEscaped) = (0, false)
        for byte in bytes[start..<end] {
            if byte == UInt8(ascii: "\""), !isEscaped { quotes += 1 }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return quotes % 2 == 1
    }

    /// Returns the text without quotes that begins at `start`, up to the end of the value; `nil` if it is not one.
    private func unquoted(from start: Int) -> String? {
        let ends = Set("}]\"\n\r\t".utf8)
        var end = start
        while end < bytes.count, !ends.contains(bytes[end]) {
            // A comma before a digit is part of an amount.
            let isInAmount = bytes[(end + 1)...].first.map((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) ?? false
            if bytes[end] == UInt8(ascii: ","), !isInAmount { break }
            end += 1
        }
        let text = String(decoding: bytes[start..<end].prefix(JSONScanner.maxQuoted), as: UTF8.self)
        let isEnded = end == bytes.count || bytes[end] != UInt8(ascii: "\"")
        return isEnded ? text.trimmingCharacters(in: .whitespaces) : nil
    }

    /// The most bytes of a text that are quoted in a fault.
    private static let maxQuoted = 80

    /// Returns the fault that a plain value is the beginning of a text without quotes; `nil` if it is not.
    private func unquotedText(_ value: JSONNode) -> JSONFault? {
        guard case .plain = value.content, bytes[value.range].first != UInt8(ascii: "\""),
            let text = unquoted(from: value.range.lowerBound), text.utf8.count > value.range.count
        else { return nil }
        return JSONFault(reason: .unquoted(text), offset: value.range.lowerBound)
    }

    private mutating func skipSpace() {
        while let next, next == 0x20 || next == 0x09 || next == 0x0A || next == 0x0D { index += 1 }
    }

    private mutating func value(depth: Int) throws(JSONFault) -> JSONNode {
        skipSpace()
        guard depth < JSONScanner.deepest else { throw fault(.depth) }
        let start = index
        switch next {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try list(depth: depth)
        case UInt8(ascii: "\""): try text()
        case UInt8(ascii: "-"), (UInt8(ascii: "0")...UInt8(ascii: "9"))?: scanNumber()
        default: try word()
        }
        return JSONNode(range: start..<index, content: .plain)
    }

    private mutating func object(depth: Int) throws(JSONFault) -> JSONNode {
        let start = index
        var members: [JSONNode.Member] = []
        var keys: Set<String> = []
        try elements(until: UInt8(ascii: "}")) { scanner throws(JSONFault) in
            guard scanner.next == UInt8(ascii: "\"") else { throw scanner.misplaced(.noKey) }
            let offset = scanner.index
            let key = try scanner.key()
            if !keys.insert(key).inserted {
                scanner.tolerated.append(JSONFault(reason: .repeatedKey(key), offset: offset))
            }
            scanner.skipSpace()
            guard scanner.next == UInt8(ascii: ":") else { throw scanner.misplaced(.noColon) }
            scanner.index += 1
            let value = try scanner.value(depth: depth + 1)
            if scanner.isBeforeAmount, let fault = scanner.unquotedText(value) { throw fault }
            members.append(JSONNode.Member(key: key, value: value))
        }
        return JSONNode(range: start..<index, content: .object(members))
    }

    private mutating func list(depth: Int) throws(JSONFault) -> JSONNode {
        let start = index
        var items: [JSONNode] = []
        try elements(until: UInt8(ascii: "]")) { scanner throws(JSONFault) in
            items.append(try scanner.value(depth: depth + 1))
        }
        return JSONNode(range: start..<index, content: .list(items))
    }

    /// Parses the comma-separated elements between two brackets.
    private mutating func elements(
        until end: UInt8, _ element: (inout JSONScanner) throws(JSONFault) -> Void
    ) throws(JSONFault) {
        index += 1
        skipSpace()
        while next != end {
            try element(&self)
            skipSpace()
            guard next == UInt8(ascii: ",") else {
                guard next == end else { throw misplaced(.noComma) }
                break
            }
            let comma = index
            index += 1
            skipSpace()
            if next == end { tolerated.append(JSONFault(reason: .trailingComma, offset: comma)) }
        }
        index += 1
    }

    /// Skips a quoted string.
    private mutating func text() throws(JSONFault) {
        index += 1
        while let byte = next, byte != UInt8(ascii: "\"") {
            let isLineEnd = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            guard byte >= 0x20 else { throw fault(isLineEnd ? .unclosed : .controlCharacter) }
            if byte == UInt8(ascii: "\\") { try escape() }
            index += 1
        }
        guard next != nil else { throw fault(.unexpectedEnd) }
        index += 1
    }

    /// Reads the quoted string that comes next.
    private mutating func key() throws(JSONFault) -> String {
        let start = index
        try text()
        let quoted = bytes[start..<index]
        guard quoted.contains(UInt8(ascii: "\\")) else {
            return String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
        }
        return (try? JSONDecoder().decode(String.self, from: Data(quoted))) ?? ""
    }

    /// Skips an escape sequence, up to but not including its last byte.
    private mutating func escape() throws(JSONFault) {
        let start = index
        index += 1
        guard let kind = next else { throw fault(.unexpectedEnd) }
        guard kind == UInt8(ascii: "u") else {
            if "\"\\/bfnrt".utf8.contains(kind) { return }
            throw JSONFault(reason: .escape, offset: start)
        }
        let unit = try codeUnit(of: start)
        guard UTF16.isLeadSurrogate(unit) || UTF16.isTrailSurrogate(unit) else { return }
        // A character beyond 16 bits is two escapes.
        let isFollowed = UTF16.isLeadSurrogate(unit) && bytes[(index + 1)...].starts(with: "\\u".utf8)
        guard isFollowed else { throw JSONFault(reason: .escape, offset: start) }
        index += 2
        guard UTF16.isTrailSurrogate(try codeUnit(of: start)) else { throw JSONFault(reason: .escape, offset: start) }
    }

    /// Reads the four digits behind the `u` of an escape sequence that begins at `start`, up to but not including the
    /// last one.
    private mutating func codeUnit(of start: Int) throws(JSONFault) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            index += 1
            guard let next else { throw fault(.unexpectedEnd) }
            guard let digit = Character(UnicodeScalar(next)).hexDigitValue else {
                throw JSONFault(reason: .escape, offset: start)
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    private mutating func scanNumber() {
        let start = index
        if next == UInt8(ascii: "-") { index += 1 }
        let startsWithZero = next == UInt8(ascii: "0")
        let whole = digits()
        var isProper = whole == 1 || whole > 1 && !startsWithZero
        if next == UInt8(ascii: ".") {
            index += 1
            isProper = digits() > 0 && isProper
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            index += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { index += 1 }
            isProper = digits() > 0 && isProper
        }
        if !isProper { tolerated.append(JSONFault(reason: .number, offset: start)) }
    }

    /// Skips digits and returns how many there were.
    private mutating func digits() -> Int {
        let start = index
        while let next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) { index += 1 }
        return index - start
    }

    private mutating func word() throws(JSONFault) {
        for word in ["true", "false", "null"] where bytes[index...].starts(with: word.utf8) {
            index += word.utf8.count
            return
        }
        // Letters of ASCII are rather a word of another notation than a text.
        let isText = next.map { $0 >= 0x80 } ?? false
        throw fault(isText ? unquoted(from: index).map { .unquoted($0) } ?? .noValue : .noValue)
    }

    /// Whether what follows a value makes it the beginning of an amount such as "12,900원".
    private var isBeforeAmount: Bool {
        guard let next else { return false }
        let isDigit = bytes[(index + 1)...].first.map((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) ?? false
        return next >= 0x80 || next == UInt8(ascii: ",") && isDigit
    }
}
