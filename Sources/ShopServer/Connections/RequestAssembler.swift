import Hummingbird
import NIOCore
import NIOHTTP1

/// Assembles complete requests from the parts that arrive on one connection, and limits their size and time.
///
/// After the first refused request, all further input is ignored.
final class RequestAssembler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = RequestArrival
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let policy: ClientPolicy
    private let connection: ConnectionUse
    private var incoming = IncomingRequest()
    private var deadline: Scheduled<Void>?
    /// Whether a read is pending. If not, the server itself delays the request, and the deadline does not apply.
    private var isReading = false
    /// A quiescing event that is held back until the current request is complete.
    private var heldQuiescing: ChannelShouldQuiesceEvent?
    /// Whether all further input is ignored.
    private(set) var isOver = false

    init(_ policy: ClientPolicy, _ connection: ConnectionUse) {
        self.policy = policy
        self.connection = connection
    }

    /// The number of bytes of the current request's body that have yet to arrive.
    var missingBytes: Int { incoming.missingBytes }

    /// Counts bytes of the current request before they are parsed.
    func count(_ bytes: ByteBuffer) { incoming.count(bytes) }

    func channelActive(context: ChannelHandlerContext) {
        context.fireChannelActive()
        if let refusal = connection.refusal { refuse(refusal, context) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        switch unwrapInboundIn(data) {
        case .head(let head): receive(head, context)
        case .body(let bytes):
            incoming.body.append(bytes)
            let limit = policy.rules.maxBodySize
            if incoming.body.readableBytes > limit { refuse(.tooLarge(limit: limit), context) }
        case .end:
            let request = incoming
            incoming = IncomingRequest()
            stopDeadline()
            context.fireChannelRead(wrapInboundOut(.whole(request)))
            if let heldQuiescing { context.fireUserInboundEventTriggered(heldQuiescing) }
            heldQuiescing = nil
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        if !isOver { watch(context) }
        incoming.forgetText()
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // The handlers after this one know only complete requests, so they would close the connection during a request
        // that is still arriving.
        if let event = event as? ChannelShouldQuiesceEvent, incoming.head != nil, !isOver {
            heldQuiescing = event
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func read(context: ChannelHandlerContext) {
        isReading = true
        context.read()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !isOver else { return }
        guard let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
        refuse(Refusal(error, in: incoming.text), context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        stopDeadline()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { stopDeadline() }
}

extension RequestAssembler {
    private func receive(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        incoming.head = head
        stopDeadline()
        if let refusal = policy.rules.refusal(of: head) { return refuse(refusal, context) }
        if head.headers.contains(name: "Expect") { context.fireChannelRead(wrapInboundOut(.expectation)) }
    }

    /// Applies the size and time limits to a request that is not complete yet.
    private func watch(_ context: ChannelHandlerContext) {
        if let refusal = connection.hold(incoming.received) { return refuse(refusal, context) }
        if incoming.hasBegun, deadline == nil { startDeadline(context) }
    }

    private func startDeadline(_ context: ChannelHandlerContext) {
        let limits = policy.limits
        let seconds = incoming.head == nil ? limits.headSeconds : limits.bodySeconds
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: .limit(seconds: seconds)) { [self] in
            guard isReading else { return startDeadline(context) }
            let limit = incoming.head == nil ? "head-seconds" : "body-seconds"
            if let refusal = policy.uses.noted(.lateRequest(limit)) { refuse(refusal, context) }
        }
    }

    private func stopDeadline() {
        deadline?.cancel()
        deadline = nil
    }

    private func refuse(_ refusal: Refusal, _ context: ChannelHandlerContext) {
        isOver = true
        stopDeadline()
        connection.hold(0)
        let isHead = incoming.head?.method == .HEAD
        context.fireChannelRead(wrapInboundOut(.refused(refusal, headOnly: isHead)))
    }
}

extension TimeAmount {
    private static let maxLimit = 86_400

    /// Returns a time limit, capped at one day, which is effectively no limit.
    static func limit(seconds: Int) -> TimeAmount { .seconds(Int64(min(seconds, maxLimit))) }
}

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

/// The end of the pipeline at which requests and responses are bytes.
///
/// Splits the received bytes so that no piece contains bytes of two requests, which lets later handlers count the bytes
/// of each request.
///
/// While a body of known length is expected, a piece contains at most the rest of it; otherwise it contains lines up to
/// and including an empty one. Every request ends at the end of such a piece.
final class RequestPieces: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = IOData

    var assembler: RequestAssembler?
    private var context: ChannelHandlerContext?

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        guard let assembler else { return context.fireChannelRead(data) }
        while !assembler.isOver, let piece = bytes.readPiece(body: assembler.missingBytes) {
            assembler.count(piece)
            context.fireChannelRead(wrapInboundOut(piece))
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { (assembler, self.context) = (nil, nil) }

    /// Sends a complete response past the handlers that encode responses.
    func send(_ response: EncodedResponse) {
        guard let context else { return }
        if let body = response.body {
            context.write(wrapOutboundOut(.byteBuffer(response.head)), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.byteBuffer(body)), promise: nil)
        } else {
            context.writeAndFlush(wrapOutboundOut(.byteBuffer(response.head)), promise: nil)
        }
    }
}

extension ByteBuffer {
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    /// Reads the next piece: at most `body` bytes if that is greater than 0, otherwise the lines up to an empty one, as
    /// far as they have arrived. Returns `nil` if no bytes are left.
    fileprivate mutating func readPiece(body: Int) -> ByteBuffer? {
        guard readableBytes > 0 else { return nil }
        return readSlice(length: body > 0 ? Swift.min(body, readableBytes) : lengthToEmptyLine)
    }

    /// The number of bytes up to and including the first empty line; all bytes if there is none.
    private var lengthToEmptyLine: Int {
        let bytes = readableBytesView
        var line = bytes.startIndex
        while let end = bytes[line...].firstIndex(of: ByteBuffer.lineFeed) {
            if end == line || end == line + 1 && bytes[line] == ByteBuffer.carriageReturn {
                return end + 1 - bytes.startIndex
            }
            line = end + 1
        }
        return bytes.count
    }
}
