import Foundation
import Hummingbird
import NIOCore

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

extension Response {
    init(_ buffered: BufferedResponse) {
        self.init(
            status: buffered.status, headers: buffered.fields, body: ResponseBody(byteBuffer: buffered.body))
    }
}
