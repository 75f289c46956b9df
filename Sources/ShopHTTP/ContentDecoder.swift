import CPlatform
import Domain
import NIOCore
import TerminalText

/// How the body of a response is encoded, according to its `Content-Encoding`.
enum ContentCoding: Hashable {
    case identity
    /// Compressed as gzip or deflate; the name is the server's.
    case compressed(PlainText)
    /// Something that this client does not read.
    case unknown(PlainText)

    /// Values that servers send for a body that is not encoded at all.
    private static let plainNames: Set = ["", "identity", "none", "utf-8", "utf8"]
    private static let compressions: Set = ["gzip", "x-gzip", "deflate", "x-deflate"]
    private static let maxNameLength = 40

    init(_ field: String?) {
        let names = (field ?? "").split(separator: ",").map { $0.trimmed(where: \.isBlank).lowercased() }
        let codings = names.filter { !ContentCoding.plainNames.contains($0) }
        let name = PlainText(codings.joined(separator: ", "), limit: ContentCoding.maxNameLength)
        switch codings.count {
        case 0: self = .identity
        case 1 where ContentCoding.compressions.contains(codings[0]): self = .compressed(name)
        default: self = .unknown(name)
        }
    }
}

/// Decompresses a body in pieces of limited size, so that a size limit takes effect before the memory is used.
///
/// Reads what servers send in the field: several gzip members one after the other (RFC 1952, 2.2), zeros behind the
/// last one, and `deflate` with or without zlib's header. Not Sendable: it belongs to one event loop.
final class ContentDecoder {
    /// The bytes are not valid compressed data, or continue after its end.
    struct CorruptContent: Error {}

    /// The maximum size of one decompressed piece, in bytes.
    static let pieceBytes = 64 << 10
    private static let gzipMagic: [UInt8] = [0x1F, 0x8B]

    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    /// The first bytes, until there are two, which tell the format.
    private var head: [UInt8] = []
    private var isBegun = false
    private var isGzip = false
    private var isAtEnd = false

    init() { stream.initialize(to: z_stream()) }

    deinit {
        if isBegun { inflateEnd(stream) }
        stream.deallocate()
    }

    /// Whether the body may end here: either no input arrived at all, or the compressed data is complete.
    var isComplete: Bool { isAtEnd || !isBegun && head.isEmpty }

    /// Decompresses `bytes` and passes the output to `take` piece by piece. Throws `CorruptContent` if the data is invalid,
    /// and whatever `take` throws.
    func decode(_ bytes: ByteBufferView, take: (ByteBuffer) throws -> Void) throws {
        var input = head + bytes
        head = isBegun || input.count > 1 ? [] : input
        guard head.isEmpty, !input.isEmpty else { return }
        if !isBegun { try begin(input) }
        try input.withUnsafeMutableBufferPointer { input in
            stream.pointee.next_in = input.baseAddress
            stream.pointee.avail_in = UInt32(input.count)
            defer { stream.pointee.avail_in = 0 }
            var isOutputFull = false
            while try isOutputFull && !isAtEnd || hasMore() {
                let piece = try inflatePiece()
                isOutputFull = stream.pointee.avail_out == 0
                if piece.readableBytes > 0 { try take(piece) }
            }
        }
    }

    /// Recognises the format from the first two bytes of `body`.
    private func begin(_ body: [UInt8]) throws {
        isGzip = body.starts(with: ContentDecoder.gzipMagic)
        // RFC 1950, 2.2: method 8, a window of at most 32 KiB, and a sum that 31 divides.
        let isZlib = body[0] & 0x0F == 8 && body[0] >> 4 <= 7 && (Int(body[0]) << 8 | Int(body[1])).isMultiple(of: 31)
        isBegun = zlib_inflate_init(stream, isGzip ? 15 + 16 : isZlib ? 15 : -15) == Z_OK
        guard isBegun else { throw CorruptContent() }
    }

    /// Returns whether there is input left to inflate. Behind the end of the data, skips zeros, and starts the next member
    /// of gzip if there is one; throws if anything else follows.
    private func hasMore() throws -> Bool {
        while isAtEnd, stream.pointee.avail_in > 0, let next = stream.pointee.next_in {
            if next.pointee == 0 {
                stream.pointee.next_in += 1
                stream.pointee.avail_in -= 1
            } else {
                guard isGzip, next.pointee == ContentDecoder.gzipMagic[0], inflateReset(stream) == Z_OK else {
                    throw CorruptContent()
                }
                isAtEnd = false
            }
        }
        return stream.pointee.avail_in > 0
    }

    private func inflatePiece() throws -> ByteBuffer {
        var (piece, result) = (ByteBuffer(), Z_OK)
        piece.writeWithUnsafeMutableBytes(minimumWritableBytes: ContentDecoder.pieceBytes) { output in
            stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
            stream.pointee.avail_out = UInt32(output.count)
            result = inflate(stream, Z_NO_FLUSH)
            return output.count - Int(stream.pointee.avail_out)
        }
        isAtEnd = result == Z_STREAM_END
        // A buffer error means that all input is used up; more is needed to go on.
        guard [Z_STREAM_END, Z_OK, Z_BUF_ERROR].contains(result) else { throw CorruptContent() }
        return piece
    }
}
