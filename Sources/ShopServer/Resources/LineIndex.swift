import Foundation

/// The offsets at which the lines of a text begin, for converting offsets into positions without scanning the text
/// again.
struct LineIndex {
    private let bytes: [UInt8]
    /// The offset of each line's first byte, in order.
    private let starts: [Int]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        starts = bytes.withUnsafeBufferPointer { buffer in
            [0] + buffer.indices.lazy.filter { buffer[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
        }
    }

    /// Returns the line and column of the byte at `offset`.
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
