import Foundation

/// JSON text, and the places in it that a decoder reads otherwise than it is meant, or does not read at all.
///
/// The text is scanned once, without being checked: a place that is no JSON is left to the decoder.
public struct JSONText: Sendable {
    /// The text as it was given.
    public let bytes: Data
    /// The commas outside strings that a closing bracket follows, in order.
    public let trailingCommas: [Int]
    /// The members of objects whose name occurs again behind them, each up to the name that follows, in order. A decoder
    /// would take the first of a name; the last one counts (RFC 8259, 4, and what browsers do).
    public let overridden: [Range<Int>]
    /// The words NaN, Infinity and -Infinity outside strings, in order. They are no JSON, but some programs write them.
    public let notNumbers: [Range<Int>]

    public init(_ bytes: Data) {
        var scan = JSONTextScan()
        bytes.withUnsafeBytes { scan.run(over: $0) }
        self.bytes = bytes
        (trailingCommas, notNumbers) = (scan.trailingCommas, scan.notNumbers)
        overridden = scan.overridden.sorted { $0.lowerBound < $1.lowerBound }
    }

    /// The text with blanks instead of trailing commas and overridden members, so that all lines and offsets stay.
    public var plain: Data { edited(replacingNotNumbers: false) }

    /// The same with null instead of what is no number, which moves what is behind it.
    public var lenient: Data { edited(replacingNotNumbers: true) }

    private func edited(replacingNotNumbers: Bool) -> Data {
        let words = replacingNotNumbers ? notNumbers : []
        guard !trailingCommas.isEmpty || !overridden.isEmpty || !words.isEmpty else { return bytes }
        var edited = [UInt8](bytes)
        for range in overridden { for offset in range where edited[offset] > 0x20 { edited[offset] = 0x20 } }
        for comma in trailingCommas { edited[comma] = 0x20 }
        // From the end, because the offsets before a place stay.
        for word in words.reversed() where edited[word.lowerBound] != 0x20 {
            edited.replaceSubrange(word, with: "null".utf8)
        }
        return Data(edited)
    }
}

/// One pass over JSON text.
private struct JSONTextScan {
    var trailingCommas: [Int] = []
    var overridden: [Range<Int>] = []
    var notNumbers: [Range<Int>] = []

    /// The names of the objects that are open, those of the innermost one last.
    private var names: [Name] = []
    /// The containers that are open.
    private var containers: [Container] = []
    /// The latest comma if only white space has followed it and it follows a value.
    private var comma: Int?
    /// The latest byte outside strings that is not white space.
    private var previous = UInt8(ascii: "[")

    private struct Name {
        let start: Int
        let hash: Int
        /// The name between its quotes, without escape sequences.
        let text: Range<Int>
        /// The name if it has escape sequences.
        let decoded: String?
    }

    private struct Container {
        let isObject: Bool
        /// The number of names before its own.
        let firstName: Int
        /// The numbers of its names by their hash, once there are many of them.
        var index: [Int: [Int]] = [:]
    }

    /// The most names of an object that are compared one by one.
    private static let maxCompared = 32
    /// The maximum depth; a decoder reads less.
    private static let maxDepth = 1_024
    private static let (quote, backslash) = (CInt(UInt8(ascii: "\"")), CInt(UInt8(ascii: "\\")))
    private static let words = ["NaN", "Infinity", "-Infinity"].map { Array($0.utf8) }

    mutating func run(over bytes: UnsafeRawBufferPointer) {
        var offset = 0
        while offset < bytes.count {
            let byte = bytes[offset]
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D:
                offset += 1
                continue
            case UInt8(ascii: "\""):
                let end = JSONTextScan.endOfString(at: offset, in: bytes)
                if isAtName { add(offset..<end, in: bytes) }
                offset = end
                (comma, previous) = (nil, byte)
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard containers.count < JSONTextScan.maxDepth else { return }
                containers.append(Container(isObject: byte == UInt8(ascii: "{"), firstName: names.count))
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if let comma { trailingCommas.append(comma) }
                if let ended = containers.popLast() { names.removeLast(names.count - ended.firstName) }
            case UInt8(ascii: "N"), UInt8(ascii: "I"), UInt8(ascii: "-"):
                if let end = JSONTextScan.endOfWord(at: offset, in: bytes) {
                    notNumbers.append(offset..<end)
                    (offset, comma, previous) = (end, nil, byte)
                    continue
                }
            default: break
            }
            // A comma that follows no value is a fault, which decoding finds.
            comma = byte == UInt8(ascii: ",") && !"[{,:".utf8.contains(previous) ? offset : nil
            previous = byte
            offset += 1
        }
    }

    private var isAtName: Bool {
        (previous == UInt8(ascii: "{") || previous == UInt8(ascii: ","))
            && !containers.isEmpty && containers[containers.count - 1].isObject
    }

    /// Returns the offset behind the string that begins at `start`, or the end of the text if it does not end.
    private static func endOfString(at start: Int, in bytes: UnsafeRawBufferPointer) -> Int {
        guard let base = bytes.baseAddress else { return bytes.count }
        var offset = start + 1
        while offset < bytes.count, let found = memchr(base + offset, quote, bytes.count - offset) {
            let end = base.distance(to: found)
            // Behind an odd number of backslashes it is part of the string.
            var slashes = 0
            while end - 1 - slashes > start, bytes[end - 1 - slashes] == UInt8(ascii: "\\") { slashes += 1 }
            if slashes % 2 == 0 { return end + 1 }
            offset = end + 1
        }
        return bytes.count
    }

    private static func endOfWord(at start: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
        let rest = bytes[start...]
        return words.first { rest.starts(with: $0) }.map { start + $0.count }
    }

    /// Adds the name in that string. If the object has one like it, that member is overridden.
    private mutating func add(_ string: Range<Int>, in bytes: UnsafeRawBufferPointer) {
        let text = (string.lowerBound + 1)..<max(string.lowerBound + 1, string.upperBound - 1)
        let name = JSONTextScan.name(in: text, of: bytes)
        let container = containers.count - 1
        if let earlier = earlierName(like: name, of: containers[container], in: bytes) {
            let next = earlier + 1 < names.count ? names[earlier + 1].start : name.start
            overridden.append(names[earlier].start..<next)
        }
        names.append(name)
        let own = containers[container].firstName..<names.count
        guard own.count > JSONTextScan.maxCompared else { return }
        let isFirst = containers[container].index.isEmpty
        for number in isFirst ? own : (own.upperBound - 1)..<own.upperBound {
            containers[container].index[names[number].hash, default: []].append(number)
        }
    }

    private static func name(in text: Range<Int>, of bytes: UnsafeRawBufferPointer) -> Name {
        let spelled = UnsafeRawBufferPointer(rebasing: bytes[text])
        if let start = spelled.baseAddress, memchr(start, backslash, spelled.count) != nil {
            let quoted = Data("\"".utf8) + Data(spelled) + Data("\"".utf8)
            if var decoded = try? JSONDecoder().decode(String.self, from: quoted) {
                let hash = decoded.withUTF8 { JSONTextScan.hash(UnsafeRawBufferPointer($0)) }
                return Name(start: text.lowerBound - 1, hash: hash, text: text, decoded: decoded)
            }
        }
        return Name(start: text.lowerBound - 1, hash: hash(spelled), text: text, decoded: nil)
    }

    /// Like FNV-1a, but with eight bytes at a time. Names of one hash are compared.
    private static func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
        let prime: UInt64 = 0x100_0000_01B3
        var (hash, offset) = (0xCBF2_9CE4_8422_2325 ^ UInt64(bytes.count), 0)
        while offset + 8 <= bytes.count {
            hash = (hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* prime
            offset += 8
        }
        while offset < bytes.count {
            hash = (hash ^ UInt64(bytes[offset])) &* prime
            offset += 1
        }
        return Int(truncatingIfNeeded: hash)
    }

    /// Returns the number of the latest such name of an object; `nil` if there is none.
    private func earlierName(like name: Name, of container: Container, in bytes: UnsafeRawBufferPointer) -> Int? {
        let isEqual = { (number: Int) in
            guard names[number].hash == name.hash else { return false }
            return spelling(of: names[number], in: bytes).elementsEqual(spelling(of: name, in: bytes))
        }
        guard container.index.isEmpty else { return container.index[name.hash]?.last(where: isEqual) }
        return (container.firstName..<names.count).last(where: isEqual)
    }

    private func spelling(of name: Name, in bytes: UnsafeRawBufferPointer) -> [UInt8] {
        name.decoded.map { Array($0.utf8) } ?? Array(bytes[name.text])
    }
}
