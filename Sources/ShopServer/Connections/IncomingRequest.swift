import NIOCore
import NIOHTTP1

/// A request as far as it has come.
struct IncomingRequest {
    /// `nil` until it is whole.
    var head: HTTPRequestHead?
    var body = RequestContent()
    /// Bytes that came for it.
    private(set) var received = 0
    private var latest: ByteBuffer?

    mutating func count(_ bytes: ByteBuffer) {
        received += bytes.readableBytes
        latest = bytes
    }

    /// Whether some of it is there.
    var hasBegun: Bool { received > 0 }

    /// How many bytes of a body of known length are still to come; 0 where lines tell where the request ends.
    var missingBytes: Int {
        guard let length = head?.headers.first(name: "Content-Length").flatMap({ Int($0) }) else { return 0 }
        return max(0, length - body.readableBytes)
    }

    /// What came last, while it is made out.
    var text: String { latest.map { String(buffer: $0) } ?? "" }

    mutating func forgetText() { latest = nil }
}

/// The bytes of a body, however many pieces they came in.
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

/// What arrives on a connection.
enum RequestArrival {
    case whole(IncomingRequest)
    /// A head whose client sends the body only when it is told to.
    case expectation
    /// What the shop does not take, and nothing else behind it. A client that asks for heads only is sent no sentence.
    case refused(Refusal, headOnly: Bool)
}
