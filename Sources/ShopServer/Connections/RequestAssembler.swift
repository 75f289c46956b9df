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

    private let guests: Guests
    private let connection: ConnectionUse
    private var incoming = IncomingRequest()
    private var deadline: Scheduled<Void>?
    /// Whether a read is pending. If not, the server itself delays the request, and the deadline does not apply.
    private var isReading = false
    /// A quiescing event that is held back until the current request is complete.
    private var heldQuiescing: ChannelShouldQuiesceEvent?
    /// Whether all further input is ignored.
    private(set) var isOver = false

    init(_ guests: Guests, _ connection: ConnectionUse) {
        self.guests = guests
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
            let limit = guests.rules.maxBodySize
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
        if let refusal = guests.rules.refusal(of: head) { return refuse(refusal, context) }
        if head.headers.contains(name: "Expect") { context.fireChannelRead(wrapInboundOut(.expectation)) }
    }

    /// Applies the size and time limits to a request that is not complete yet.
    private func watch(_ context: ChannelHandlerContext) {
        if let refusal = connection.hold(incoming.received) { return refuse(refusal, context) }
        if incoming.hasBegun, deadline == nil { startDeadline(context) }
    }

    private func startDeadline(_ context: ChannelHandlerContext) {
        let limits = guests.limits
        let seconds = incoming.head == nil ? limits.headSeconds : limits.bodySeconds
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: .limit(seconds: seconds)) { [self] in
            guard isReading else { return startDeadline(context) }
            let limit = incoming.head == nil ? "head-seconds" : "body-seconds"
            if let refusal = guests.ledger.noted(.lateRequest(limit)) { refuse(refusal, context) }
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
