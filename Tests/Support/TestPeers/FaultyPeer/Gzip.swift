/// Gzip bodies, encoded by hand (RFC 1951 and 1952).
enum Gzip {
    private static let start: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]

    /// Returns `bytes` as a gzip stream of stored, uncompressed blocks.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream = start
        let starts = bytes.isEmpty ? [0] : Array(stride(from: 0, to: bytes.count, by: 0xFFFF))
        for begin in starts {
            let block = bytes[begin..<min(begin + 0xFFFF, bytes.count)]
            let isLast: UInt8 = begin == starts.last ? 1 : 0
            let size = UInt16(block.count)
            stream += [isLast] + littleEndian(UInt32(size)).prefix(2) + littleEndian(UInt32(~size)).prefix(2) + block
        }
        return stream + littleEndian(sum(of: bytes)) + littleEndian(UInt32(truncatingIfNeeded: bytes.count))
    }

    /// A body that decompresses to 64 MiB.
    static let bomb = spaces(64 << 20)
    /// The start of a stream that decompresses to 1 MiB and may continue.
    static let beginning = spaces(1 << 20)

    /// Returns the start of a stream that decompresses to `count` spaces, with about a hundredth of that length.
    private static func spaces(_ count: Int) -> [UInt8] {
        // A final block with the fixed codes: a literal space, then repeated copies of 258 bytes at distance 1.
        var bits = Bits()
        bits.append(0b110, length: 3)
        bits.append(0x50, length: 8)
        for _ in 0..<(count / 258) { bits.append(0b11000101 << 5, length: 13) }
        bits.append(0, length: 16)
        return start + bits.bytes
    }

    /// A continuation of the block of `spaces`: eight codes of 13 bits fill 13 bytes. It may start in the middle of a
    /// code; the client only has to survive it.
    static let moreSpaces: [UInt8] = {
        var bits = Bits()
        for _ in 0..<8_000 { bits.append(0b11000101 << 5, length: 13) }
        return bits.bytes
    }()

    private struct Bits {
        private(set) var bytes: [UInt8] = []
        private var pending = 0
        private var count = 0

        /// Packs a code from its highest bit into bytes from their lowest bit.
        mutating func append(_ code: Int, length: Int) {
            for bit in (0..<length).reversed() {
                pending |= (code >> bit & 1) << count
                count += 1
                guard count == 8 else { continue }
                bytes.append(UInt8(pending))
                (pending, count) = (0, 0)
            }
        }
    }

    private static func littleEndian(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    /// The CRC-32 of RFC 1952, computed bit by bit.
    private static func sum(of bytes: [UInt8]) -> UInt32 {
        var sum = ~UInt32(0)
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
