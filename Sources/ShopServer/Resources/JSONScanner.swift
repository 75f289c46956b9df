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
        JSONFault(reason: next == nil ? .unexpectedEnd : reason, offset: index)
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
        try elements(until: UInt8(ascii: "}")) { scanner throws(JSONFault) in
            guard scanner.next == UInt8(ascii: "\"") else { throw scanner.fault(.noKey) }
            let key = try scanner.key()
            scanner.skipSpace()
            guard scanner.next == UInt8(ascii: ":") else { throw scanner.fault(.noColon) }
            scanner.index += 1
            members.append(JSONNode.Member(key: key, value: try scanner.value(depth: depth + 1)))
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
                guard next == end else { throw fault(.noComma) }
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
            guard byte >= 0x20 else { throw fault(.controlCharacter) }
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
        throw fault(.noValue)
    }
}
