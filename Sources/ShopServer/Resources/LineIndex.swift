import Foundation

/// Where the lines of a text begin, so that a place in it is found without reading it again.
struct LineIndex {
    private let bytes: [UInt8]
    /// The offsets of the lines' first bytes, in order.
    private let starts: [Int]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        starts = bytes.withUnsafeBufferPointer { buffer in
            [0] + buffer.indices.lazy.filter { buffer[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
        }
    }

    /// Where the byte at that offset stands.
    func position(of offset: Int) -> TextPosition {
        let offset = min(offset, bytes.count)
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return TextPosition(
            line: low + 1, column: String(decoding: bytes[starts[low]..<offset], as: UTF8.self).count + 1)
    }
}
