import Domain
import Hummingbird
import NIOCore
import NIOHTTP1

/// Passes complete requests of one connection on, one at a time.
///
/// A request is passed on once the previous one is answered and its client has a free slot. Until then reading is
/// suspended. Waiting requests of a closed connection are dropped. After a refusal the connection is closed, and also if
/// nothing was requested for the idle timeout.
///
/// Requests for cached content are answered here. The handlers after this one and the connection's task are not involved,
/// which saves most of the cost of a request.
final class RequestGate: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = RequestArrival
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Returns the response to a client's request; `nil` if it is not cached.
    typealias Lookup = @Sendable (HTTPRequestHead, ClientAddress) -> EncodedResponse?

    private let policy: ClientPolicy
    private let connection: ConnectionUse
    private let pieces: RequestPieces
    private let cachedResponse: Lookup
    private var waiting = CircularBuffer<IncomingRequest>(initialCapacity: 1)
    private var service = RequestService.none
    /// The refusal to send once all earlier requests are answered.
    private var refusal: (Refusal, headOnly: Bool)?
    private var isRefused = false
    private var heldRead = false
    private var heldEvent: ChannelEvent?
    private var lingering: Scheduled<Void>?
    private var readerDeadline: Scheduled<Void>?
    private let idleTimeout: TimeAmount
    private var idleSince = NIODeadline.now()
    private var idleTimer: Scheduled<Void>?

    init(
        _ policy: ClientPolicy, _ connection: ConnectionUse, _ pieces: RequestPieces, idleTimeout: TimeAmount,
        cachedResponse: @escaping Lookup
    ) {
        (self.policy, self.connection, self.pieces) = (policy, connection, pieces)
        (self.idleTimeout, self.cachedResponse) = (idleTimeout, cachedResponse)
    }

    func channelActive(context: ChannelHandlerContext) {
        watchIdling(context)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .whole(let request):
            waiting.append(request)
            if service == .none { start(context) }
        case .expectation:
            // If earlier requests are unanswered, `100 Continue` would be sent before their responses.
            guard service == .none else { return }
            let head = HTTPResponseHead(version: .http1_1, status: .continue)
            context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
        case .refused(let refusal, let headOnly):
            self.refusal = (refusal, headOnly)
            if service == .none { refuse(context) }
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
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

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isRefused else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        let part = unwrapOutboundIn(data)
        context.write(data, promise: promise)
        switch part {
        case .head(let head):
            // An event stream stays open for as long as its client listens, and is no work, so it does not occupy a
            // slot.
            if head.headers.first(name: "Content-Type") == "text/event-stream" { releaseSlot() }
        case .body: break
        case .end: finish(context)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        readerDeadline?.cancel()
        readerDeadline = nil
        if !context.channel.isWritable {
            readerDeadline = context.closing(in: .limit(seconds: policy.limits.answerSeconds))
        }
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
        lingering?.cancel()
        readerDeadline?.cancel()
        idleTimer?.cancel()
        if case .waiting(let client) = service { policy.uses.withdraw(ObjectIdentifier(self), of: client) }
        releaseSlot()
        connection.end()
    }
}

// MARK: Turns

extension RequestGate {
    /// Answers the first request, or passes it on as soon as its client has a free slot.
    private func start(_ context: ChannelHandlerContext) {
        guard let head = waiting.first?.head else { return }
        let client = policy.client(of: head, on: connection)
        // Requests of a client that does not read are passed on, because the connection's task waits for it; here
        // responses would accumulate.
        if context.channel.isWritable, let answer = cachedResponse(head, client) {
            waiting.removeFirst()
            pieces.send(answer)
            return finish(context)
        }
        service = .waiting(client)
        let loopBound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let (uses, loop) = (policy.uses, context.eventLoop)
        let isTurn = uses.acquireSlot(client, id: ObjectIdentifier(self)) {
            loop.execute { loopBound.value.0.handOn(client, loopBound.value.1) }
        }
        if isTurn { handOn(client, context) }
    }

    private func handOn(_ client: ClientAddress, _ context: ChannelHandlerContext) {
        guard service == .waiting(client), !waiting.isEmpty, context.channel.isActive else {
            policy.uses.releaseSlot(client)
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

    private func releaseSlot() {
        guard case .answering(let client?) = service else { return }
        service = .answering(nil)
        policy.uses.releaseSlot(client)
    }

    /// Continues with the next request after a response is complete.
    private func finish(_ context: ChannelHandlerContext) {
        releaseSlot()
        service = .none
        watchIdling(context)
        guard waiting.isEmpty else { return startLater(context) }
        if refusal != nil {
            refuse(context)
        } else if let heldEvent {
            context.fireUserInboundEventTriggered(heldEvent)
        } else if heldRead {
            heldRead = false
            context.read()
        }
    }

    /// Starts a pipelined request, which was sent before the previous response, after a delay.
    private func startLater(_ context: ChannelHandlerContext) {
        service = .starting
        context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(policy.uses.pipelineDelay())) { [self] in
            if service == .starting { start(context) }
        }
    }
}

// MARK: Idling

extension RequestGate {
    /// Begins the idle timeout. There is one timer, which is scheduled again only when it has expired, and not during a
    /// response, which may last for hours.
    private func watchIdling(_ context: ChannelHandlerContext) {
        idleSince = .now()
        if idleTimer == nil { scheduleIdleTimer(context) }
    }

    private func scheduleIdleTimer(_ context: ChannelHandlerContext) {
        let end = idleSince + idleTimeout
        idleTimer = context.eventLoop.assumeIsolated().scheduleTask(deadline: end) { [self] in
            idleTimer = nil
            guard service == .none else { return }
            if .now() < idleSince + idleTimeout {
                scheduleIdleTimer(context)
            } else {
                context.close(promise: nil)
            }
        }
    }
}

// MARK: Refusing

extension RequestGate {
    /// Sends the refusal and closes the connection. Input is still read and discarded for a while, so that a client
    /// that reads only after writing receives the response.
    private func refuse(_ context: ChannelHandlerContext) {
        guard !isRefused, let (refusal, headOnly) = refusal else { return }
        isRefused = true
        let (head, body) = refusal.parts
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if !headOnly { context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil) }
        let loopBound = NIOLoopBound(context, eventLoop: context.eventLoop)
        let sent = context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.whenComplete { _ in loopBound.value.close(mode: .output, promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: sent)
        lingering = context.closing(in: RequestGate.lingeringTime)
        context.read()
    }

    private static let lingeringTime = TimeAmount.seconds(2)
}

/// The state of a connection's current request.
private enum RequestService: Equatable {
    case none
    /// The request will be started after a delay.
    case starting
    /// The request waits for a slot of that client.
    case waiting(ClientAddress)
    /// The request is being answered, and occupies a slot of that client unless it is `nil`.
    case answering(ClientAddress?)
}

extension ChannelHandlerContext {
    /// Schedules closing the connection, unless the returned task is cancelled in time.
    fileprivate func closing(in time: TimeAmount) -> Scheduled<Void> {
        eventLoop.assumeIsolated().scheduleTask(in: time) {
            self.triggerUserOutboundEvent(PendingResponses.DiscardOnCloseEvent(), promise: nil)
            self.close(promise: nil)
        }
    }
}
