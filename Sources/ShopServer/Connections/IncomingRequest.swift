import NIOCore
import NIOHTTP1

/// A request that is being received.
struct IncomingRequest {
    /// The request's head; `nil` until it is complete.
    var head: HTTPRequestHead?
    var body = RequestContent()
    /// The number of bytes received so far.
    private(set) var received = 0
    private var latest: ByteBuffer?

    mutating func count(_ bytes: ByteBuffer) {
        received += bytes.readableBytes
        latest = bytes
    }

    /// Whether any bytes have been received.
    var hasBegun: Bool { received > 0 }

    /// The number of body bytes that have yet to arrive; 0 without a Content-Length, in which case the end is found
    /// line by line.
    var missingBytes: Int {
        guard let length = head?.headers.first(name: "Content-Length").flatMap({ Int($0) }) else { return 0 }
        return max(0, length - body.readableBytes)
    }

    /// The text of the bytes received last, while they are being parsed.
    var text: String { latest.map { String(buffer: $0) } ?? "" }

    mutating func forgetText() { latest = nil }
}

/// The bytes of a body, joined from the pieces in which they arrived.
struct RequestContent {
    private(set) var whole = ByteBuffer()

    var readableBytes: Int { whole.readableBytes }

    mutating func append(_ bytes: ByteBuffer) {
        if whole.readableBytes == 0 {
            whole = bytes
        } else {
            whole.writeImmutableBuffer(bytes)
        }
    }
}

/// A complete or failed step in receiving requests on a connection.
enum RequestArrival {
    case whole(IncomingRequest)
    /// A head whose client waits for `100 Continue` before it sends the body.
    case expectation
    /// A request that is refused; nothing after it is processed. The refusal is sent without a body if `headOnly` is
    /// true.
    case refused(Refusal, headOnly: Bool)
}
