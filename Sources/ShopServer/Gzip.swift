import CZlib

/// Compression in the gzip format (RFC 1952).
enum Gzip {
    /// zlib's default compromise between time and size.
    private static let level: Int32 = 6

    /// Compresses `content` in one call. Returns `nil` if zlib fails or if the result would not be smaller.
    static func compress(_ content: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        guard let available = UInt32(exactly: content.count), zlib_deflate_gzip_init(&stream, level) == Z_OK else {
            return nil
        }
        defer { deflateEnd(&stream) }
        var input = content
        let compressed = [UInt8](unsafeUninitializedCapacity: content.count) { output, count in
            input.withUnsafeMutableBufferPointer { bytes in
                stream.next_in = bytes.baseAddress
                stream.avail_in = available
                stream.next_out = output.baseAddress
                stream.avail_out = available
                count = deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.total_out) : 0
            }
        }
        return compressed.isEmpty ? nil : compressed
    }
}
