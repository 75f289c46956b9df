import Hummingbird
import NIOCore

/// A response whose whole body is in memory.
struct BufferedResponse: Sendable {
    let status: HTTPResponse.Status
    var fields: HTTPFields
    private(set) var body: ByteBuffer

    init(status: HTTPResponse.Status, fields: HTTPFields, body: ByteBuffer = ByteBuffer()) {
        (self.status, self.fields, self.body) = (status, fields, body)
        self.fields[.contentLength] = "\(body.readableBytes)"
    }

    /// The same response without its body, for HEAD requests.
    var withoutBody: BufferedResponse {
        var response = self
        response.body = ByteBuffer()
        return response
    }
}

extension Response {
    init(_ buffered: BufferedResponse) {
        self.init(
            status: buffered.status, headers: buffered.fields, body: ResponseBody(byteBuffer: buffered.body))
    }
}
