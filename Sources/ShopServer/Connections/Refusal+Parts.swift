import Hummingbird
import NIOCore
import NIOHTTP1

extension Refusal {
    /// The head and body of the response, for a refusal that is sent without going through a route.
    var parts: (HTTPResponseHead, ByteBuffer) {
        let body = ByteBuffer(bytes: Response.encode(["error": sentence]))
        var head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: status.code))
        for field in fields { head.headers.replaceOrAdd(name: field.name.rawName, value: field.value) }
        for field in HTTPFields.ofAll { head.headers.replaceOrAdd(name: field.name.rawName, value: field.value) }
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        head.headers.replaceOrAdd(name: "Content-Type", value: "application/json; charset=utf-8")
        head.headers.replaceOrAdd(name: "Content-Length", value: "\(body.readableBytes)")
        return (head, body)
    }
}
