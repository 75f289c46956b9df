import CZlib
import NIOCore

/// Decompresses a body in pieces of limited size, so that a size limit takes effect before the memory is used.
///
/// Not Sendable: it belongs to the event loop that its bytes arrive on.
final class ContentDecoder {
    /// The bytes are not valid compressed data, or continue after its end.
    struct CorruptContent: Error {}

    /// The maximum size of one decompressed piece, in bytes.
    static let pieceBytes = 64 << 10
    /// Makes zlib detect its own format or gzip's (window bits 15 + 32).
    private static let anyFormat: Int32 = 15 + 32

    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var hasInput = false
    private var isAtEnd = false

    /// Creates a decoder for one body. Returns `nil` if zlib cannot allocate memory.
    init?() {
        stream.initialize(to: z_stream())
        guard zlib_inflate_init(stream, ContentDecoder.anyFormat) == Z_OK else {
            stream.deallocate()
            return nil
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Whether the body may end here: either no input arrived at all, or the compressed data is complete.
    var isComplete: Bool { isAtEnd || !hasInput }

    /// Decompresses `bytes` and passes the output to `take` piece by piece. Throws `CorruptContent` if the data is invalid,
    /// and whatever `take` throws.
    func decode(_ bytes: ByteBufferView, take: (ByteBuffer) throws -> Void) throws {
        guard !bytes.isEmpty else { return }
        guard !isAtEnd else { throw CorruptContent() }
        hasInput = true
        var input = Array(bytes)
        try input.withUnsafeMutableBufferPointer { input in
            stream.pointee.next_in = input.baseAddress
            stream.pointee.avail_in = UInt32(input.count)
            defer { stream.pointee.avail_in = 0 }
            var isOutputFull = true
            while !isAtEnd, stream.pointee.avail_in > 0 || isOutputFull {
                let piece = try inflatePiece()
                isOutputFull = stream.pointee.avail_out == 0
                if piece.readableBytes > 0 { try take(piece) }
            }
            if stream.pointee.avail_in > 0 { throw CorruptContent() }
        }
    }

    private func inflatePiece() throws -> ByteBuffer {
        var piece = ByteBufferAllocator().buffer(capacity: ContentDecoder.pieceBytes)
        var result = Z_OK
        piece.writeWithUnsafeMutableBytes(minimumWritableBytes: ContentDecoder.pieceBytes) { output in
            stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
            stream.pointee.avail_out = UInt32(output.count)
            result = inflate(stream, Z_NO_FLUSH)
            return output.count - Int(stream.pointee.avail_out)
        }
        switch result {
        case Z_STREAM_END: isAtEnd = true
        // All input is used up; more is needed to go on.
        case Z_OK, Z_BUF_ERROR: break
        default: throw CorruptContent()
        }
        return piece
    }
}
