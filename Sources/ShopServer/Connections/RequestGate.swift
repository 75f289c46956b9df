import Hummingbird
import NIOCore
import NIOHTTP1

/// Lets whole requests of one connection through, one after the other.
///
/// A request is handed on when all of it is there, the one before it is answered, and it is its client's turn. Until then
/// nothing more is read, and what a closed connection still had to ask is dropped. What is no request that the shop takes
/// is refused here, and the connection with it.
final class RequestGate: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let guests: Guests
    private let connection: ConnectionUse
    private var incoming = IncomingRequest()
    private var waiting = CircularBuffer<IncomingRequest>()
    private var service = RequestService.none
    /// What is to be said once everything before it is answered.
    private var refusal: Refusal?
    private var isRefused = false
    private var heldRead = false
    private var heldEvent: ChannelEvent?
    private var deadline: Scheduled<Void>?
    private var readerDeadline: Scheduled<Void>?

    init(_ guests: Guests, _ connection: ConnectionUse) {
        self.guests = guests
        self.connection = connection
    }

    func channelActive(context: ChannelHandlerContext) {
        context.fireChannelActive()
        if let refusal = connection.refusal { refuse(refusal, context) }
    }

    /// Hears of bytes before they are made out.
    func receive(_ bytes: ByteBuffer) { incoming.count(bytes) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard refusal == nil, !isRefused else { return }
        switch unwrapInboundIn(data) {
        case .head(let head): receive(head, context)
        case .body(let bytes):
            incoming.body.append(bytes)
            if incoming.body.readableBytes > guests.rules.largestBody {
                answerLast(.tooLarge(limit: guests.rules.largestBody), context)
            }
        case .end:
            waiting.append(incoming)
            incoming = IncomingRequest()
            if service == .none { start(context) }
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        watchIncoming(context)
        incoming.forgetText()
        context.fireChannelReadComplete()
        if isRefused { context.read() }
    }

    func read(context: ChannelHandlerContext) {
        guard waiting.isEmpty || isRefused else {
            heldRead = true
            return
        }
        context.read()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !isRefused, refusal == nil else { return }
        guard let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
        answerLast(Refusal(error, in: incoming.text), context)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isRefused else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        let part = unwrapOutboundIn(data)
        context.write(data, promise: promise)
        switch part {
        case .head(let head):
            // A stream takes as long as somebody listens: it is no work.
            if head.headers.first(name: "Content-Type") == "text/event-stream" { giveTurnBack() }
        case .body: break
        case .end: finish(context)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        readerDeadline?.cancel()
        readerDeadline =
            context.channel.isWritable ? nil : timer(context, guests.limits.answerSeconds) { $0.close(promise: nil) }
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { waiting.removeAll() }
        guard let closed = event as? ChannelEvent, closed == .inputClosed else {
            return context.fireUserInboundEventTriggered(event)
        }
        if isRefused { return context.close(promise: nil) }
        if service == .none { return context.fireUserInboundEventTriggered(event) }
        heldEvent = closed
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { leave() }

    private func leave() {
        waiting.removeAll()
        deadline?.cancel()
        readerDeadline?.cancel()
        giveTurnBack()
        connection.end()
    }
}

// MARK: What comes in

extension RequestGate {
    private func receive(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        incoming.head = head
        deadline?.cancel()
        deadline = nil
        if let refusal = guests.rules.refusal(of: head) { return answerLast(refusal, context) }
        // Behind others it would stand before their answers.
        guard head.headers.contains(name: "Expect"), service == .none else { return }
        let head = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    }

    /// Bounds the bytes and the time of a request that is not whole yet.
    private func watchIncoming(_ context: ChannelHandlerContext) {
        guard incoming.hasBegun, !isRefused, refusal == nil else {
            deadline?.cancel()
            deadline = nil
            connection.hold(0)
            return
        }
        if let refusal = connection.hold(incoming.received) { return answerLast(refusal, context) }
        guard deadline == nil else { return }
        let limits = guests.limits
        deadline = timer(context, incoming.head == nil ? limits.headSeconds : limits.bodySeconds) { [self] context in
            answerLast(.lateRequest, context)
        }
    }

    private func timer(
        _ context: ChannelHandlerContext, _ seconds: Int, _ body: @escaping (ChannelHandlerContext) -> Void
    ) -> Scheduled<Void> {
        let time = TimeAmount.seconds(Int64(min(seconds, RequestGate.longestTime)))
        return context.eventLoop.assumeIsolated().scheduleTask(in: time) { body(context) }
    }

    /// In seconds; a timer for longer than a day is none.
    private static let longestTime = 86_400
}

// MARK: Turns

extension RequestGate {
    /// Hands the first request on as soon as it is its client's turn.
    private func start(_ context: ChannelHandlerContext) {
        guard let head = waiting.first?.head else { return }
        let client = guests.client(of: head, at: connection.peer)
        service = .starting
        let loopBound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let (ledger, loop) = (guests.ledger, context.eventLoop)
        let isTurn = ledger.takeTurn(client) {
            loop.execute { loopBound.value.0.handOn(client, loopBound.value.1) }
        }
        if isTurn { handOn(client, context) }
    }

    private func handOn(_ client: ClientAddress, _ context: ChannelHandlerContext) {
        guard service == .starting, !waiting.isEmpty, context.channel.isActive else {
            guests.ledger.giveTurnBack(client)
            return
        }
        let request = waiting.removeFirst()
        guard let head = request.head else { return }
        service = .answering(client)
        context.fireChannelRead(wrapInboundOut(.head(head)))
        if request.body.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(.body(request.body.whole))) }
        context.fireChannelRead(wrapInboundOut(.end(nil)))
        context.fireChannelReadComplete()
    }

    private func giveTurnBack() {
        guard case .answering(let client?) = service else { return }
        service = .answering(nil)
        guests.ledger.giveTurnBack(client)
    }

    /// Goes on when an answer is complete.
    private func finish(_ context: ChannelHandlerContext) {
        giveTurnBack()
        service = .none
        guard waiting.isEmpty else { return startLater(context) }
        if let refusal {
            refuse(refusal, context)
        } else if let heldEvent {
            context.fireUserInboundEventTriggered(heldEvent)
        } else if heldRead {
            heldRead = false
            context.read()
        }
    }

    /// Starts a request that did not wait for the answer before it, in a while.
    private func startLater(_ context: ChannelHandlerContext) {
        service = .starting
        context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(guests.ledger.pipelineDelay())) { [self] in
            if service == .starting { start(context) }
        }
    }
}

// MARK: Refusing

extension RequestGate {
    /// Takes no more requests; the refusal is said once those before it are answered.
    private func answerLast(_ refusal: Refusal, _ context: ChannelHandlerContext) {
        deadline?.cancel()
        connection.hold(0)
        self.refusal = refusal
        if service == .none { refuse(refusal, context) }
    }

    /// Says why, and closes; what still comes is dropped for a while, so that a client that reads only after writing sees
    /// the answer.
    private func refuse(_ refusal: Refusal, _ context: ChannelHandlerContext) {
        guard !isRefused else { return }
        isRefused = true
        waiting.removeAll()
        let (head, body) = refusal.parts
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if incoming.head?.method != .HEAD { context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil) }
        let loopBound = NIOLoopBound(context, eventLoop: context.eventLoop)
        let sent = context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.whenComplete { _ in loopBound.value.close(mode: .output, promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: sent)
        deadline = timer(context, RequestGate.lingeringSeconds) { $0.close(promise: nil) }
        context.read()
    }

    private static let lingeringSeconds = 2
}

/// How far a connection's present request is.
private enum RequestService: Equatable {
    case none
    /// It waits for its turn.
    case starting
    /// It is answered, in a turn of that client where it takes one.
    case answering(ClientAddress?)
}

extension Refusal {
    /// What is sent where no request led to it.
    fileprivate var parts: (HTTPResponseHead, ByteBuffer) {
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
