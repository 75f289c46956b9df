import CPlatform
import Foundation
import Hummingbird
import NIOCore
import ShopHTTP

/// Content that is the same for everybody, in all forms in which it is sent.
struct EncodedContent: Sendable {
    let tag: EntityTag
    let plain: BufferedResponse
    /// The gzip-compressed form; `nil` if the content is not compressed, or would not be smaller.
    let compressed: BufferedResponse?
    /// The 304 response for a client that already has the content.
    let unchanged: BufferedResponse

    var text: Data { Data(plain.body.readableBytesView) }

    var size: Int { plain.body.readableBytes + (compressed?.body.readableBytes ?? 0) }

    init(_ body: ByteBuffer, tag: EntityTag, type: String) {
        var fields = HTTPFields.validated(by: tag)
        unchanged = BufferedResponse(status: .notModified, fields: fields)
        fields[.contentType] = type
        plain = BufferedResponse(status: .ok, fields: fields, body: body)
        (self.tag, compressed) = (tag, nil)
    }

    init(json: some Collection<UInt8>) {
        self.init(ByteBuffer(bytes: json), tag: EntityTag(of: json), type: "application/json; charset=utf-8")
    }

    init(compressing json: [UInt8]) {
        tag = EntityTag(of: json)
        var fields = HTTPFields.validated(by: tag)
        fields[.vary] = "Accept-Encoding"
        unchanged = BufferedResponse(status: .notModified, fields: fields)
        fields[.contentType] = "application/json; charset=utf-8"
        plain = BufferedResponse(status: .ok, fields: fields, body: ByteBuffer(bytes: json))
        fields[.contentEncoding] = "gzip"
        compressed = Gzip.compress(json).map {
            BufferedResponse(status: .ok, fields: fields, body: ByteBuffer(bytes: $0))
        }
    }

    /// Returns the content, or 304 if the client already has it. It is compressed if the client accepts that.
    func response(to conditions: ContentConditions) -> BufferedResponse {
        if conditions.know(tag) { return unchanged }
        guard let compressed, conditions.takeGzip else { return plain }
        return compressed
    }
}

/// A response whose whole body is in memory.
struct BufferedResponse: Sendable {
    let status: HTTPResponse.Status
    private(set) var fields: HTTPFields
    let body: ByteBuffer
    /// The status line and the fields of the encoded message, up to the name of the first field that differs each time.
    private let encodedFields: String

    init(status: HTTPResponse.Status, fields: HTTPFields, body: ByteBuffer = ByteBuffer()) {
        (self.status, self.fields, self.body) = (status, fields, body)
        if status != .notModified { self.fields[.contentLength] = "\(body.readableBytes)" }
        self.fields.forbidSniffing()
        var encoded = "HTTP/1.1 \(status)\r\n"
        for field in self.fields { encoded += "\(field.name): \(field.value)\r\n" }
        encodedFields = encoded + "Date: "
    }

    /// Returns the response as an HTTP/1.1 message (RFC 9112, 2.1), without its body if `isHead`.
    func encoded(_ id: RequestID, isHead: Bool) -> EncodedResponse {
        var head = ByteBuffer()
        head.reserveCapacity(encodedFields.utf8.count + BufferedResponse.otherBytes)
        head.writeString(encodedFields)
        head.writeString(Date.httpTextOfNow)
        head.writeString("\r\n\(RequestID.field): ")
        head.writeString(id.text)
        head.writeString("\r\n\r\n")
        return EncodedResponse(head: head, body: isHead || body.readableBytes == 0 ? nil : body)
    }

    /// At least the length of the fields that differ each time.
    private static let otherBytes = 160
}

/// A complete message as it is sent: its head up to and including the empty line, and its body if it has one.
struct EncodedResponse: Sendable {
    let head: ByteBuffer
    let body: ByteBuffer?
}

/// The answer to a GET request for something public.
enum PublicAnswer: Sendable {
    /// Content that is right until a file of the shop or a section changes. It may be cached under the request's target.
    case lasting(EncodedContent)
    /// A response to this request only.
    case once(Response)
}

extension Response {
    init(_ buffered: BufferedResponse) {
        self.init(
            status: buffered.status, headers: buffered.fields, body: ResponseBody(byteBuffer: buffered.body))
    }
}

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
