import CZlib
import NIOCore

/// Decompresses a body in pieces of limited size, so that a size limit takes effect before the memory is used.
///
/// Reads what servers send in the field: several gzip members one after the other (RFC 1952, 2.2), zeros behind the
/// last one, and `deflate` with or without zlib's header. Not Sendable: it belongs to the event loop that its bytes
/// arrive on.
final class ContentDecoder {
    /// The bytes are not valid compressed data, or continue after its end.
    struct CorruptContent: Error {}

    private enum Format {
        case gzip, zlib, raw

        /// The window bits that make zlib read the format.
        var windowBits: Int32 {
            switch self {
            case .gzip: 15 + 16
            case .zlib: 15
            case .raw: -15
            }
        }
    }

    /// The maximum size of one decompressed piece, in bytes.
    static let pieceBytes = 64 << 10
    private static let gzipMagic: [UInt8] = [0x1F, 0x8B]

    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    /// The format of the body; `nil` before its first two bytes, which tell it.
    private var format: Format?
    /// The first bytes, while the format is unknown.
    private var head: [UInt8] = []
    private var isAtEnd = false

    init() { stream.initialize(to: z_stream()) }

    deinit {
        if format != nil { inflateEnd(stream) }
        stream.deallocate()
    }

    /// Whether the body may end here: either no input arrived at all, or the compressed data is complete.
    var isComplete: Bool { isAtEnd || format == nil && head.isEmpty }

    /// Decompresses `bytes` and passes the output to `take` piece by piece. Throws `CorruptContent` if the data is invalid,
    /// and whatever `take` throws.
    func decode(_ bytes: ByteBufferView, take: (ByteBuffer) throws -> Void) throws {
        guard !bytes.isEmpty else { return }
        var input = head + bytes
        head = []
        guard format != nil || input.count > 1 else { return head = input }
        if format == nil { try begin(ContentDecoder.format(of: input)) }
        try input.withUnsafeMutableBufferPointer { input in
            stream.pointee.next_in = input.baseAddress
            stream.pointee.avail_in = UInt32(input.count)
            defer { stream.pointee.avail_in = 0 }
            repeat { try inflateMember(take) } while try beginsMember()
        }
    }

    private static func format(of body: [UInt8]) -> Format {
        if body.starts(with: gzipMagic) { return .gzip }
        // RFC 1950, 2.2: method 8, a window of at most 32 KiB, and a sum that 31 divides.
        let isZlib = body[0] & 0x0F == 8 && body[0] >> 4 <= 7 && (Int(body[0]) << 8 | Int(body[1])).isMultiple(of: 31)
        return isZlib ? .zlib : .raw
    }

    private func begin(_ format: Format) throws {
        guard zlib_inflate_init(stream, format.windowBits) == Z_OK else { throw CorruptContent() }
        self.format = format
    }

    private func inflateMember(_ take: (ByteBuffer) throws -> Void) throws {
        var isOutputFull = true
        while !isAtEnd, stream.pointee.avail_in > 0 || isOutputFull {
            let piece = try inflatePiece()
            isOutputFull = stream.pointee.avail_out == 0
            if piece.readableBytes > 0 { try take(piece) }
        }
    }

    /// Skips zeros behind a member, and starts the next one if there is any. Throws if anything else follows.
    private func beginsMember() throws -> Bool {
        while isAtEnd, stream.pointee.avail_in > 0, let next = stream.pointee.next_in {
            if next.pointee == 0 {
                stream.pointee.next_in += 1
                stream.pointee.avail_in -= 1
            } else {
                guard format == .gzip, next.pointee == ContentDecoder.gzipMagic[0], inflateReset(stream) == Z_OK else {
                    throw CorruptContent()
                }
                isAtEnd = false
                return true
            }
        }
        return false
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
