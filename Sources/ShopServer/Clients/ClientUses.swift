import Domain
import Foundation
import Hummingbird
import NIOConcurrencyHelpers

/// Tracks the current resource use and the recent activity of each client.
final class ClientUses: Sendable {
    /// A callback that is called when a waiting request may proceed.
    typealias Turn = @Sendable () -> Void

    /// The current resource use of all clients together.
    private struct Totals {
        var connections = 0
        var unfinished = 0
        var streams = 0
    }

    private struct State {
        var uses: [ClientAddress: ClientUse] = [:]
        var totals = Totals()
        var nextPipelined = ContinuousClock.now
        /// The number of entries above which idle clients are removed.
        var maxUses = ClientUses.fewUses
    }

    private static let fewUses = 1_024
    /// The minimum time between two pipelined requests, which are sent before the response to the previous one.
    private static let pipelinePause = Duration.milliseconds(2)

    let limits: ClientLimits
    private let onRefusal: @Sendable (String) -> Void
    private let state = NIOLockedValueBox(State())

    /// `onRefusal` is called with the name of the limit whenever something is refused.
    init(_ limits: ClientLimits, onRefusal: @escaping @Sendable (String) -> Void = { _ in }) {
        self.limits = limits
        self.onRefusal = onRefusal
    }

    /// The current resource use of all clients together; `unfinished` is in bytes.
    var totals: (connections: Int, unfinished: Int, streams: Int) {
        state.withLockedValue { ($0.totals.connections, $0.totals.unfinished, $0.totals.streams) }
    }

    /// Reports the refusal to `onRefusal` if it is about a limit, and returns it.
    func noted(_ refusal: Refusal?) -> Refusal? {
        if let limit = refusal?.limit { onRefusal(limit) }
        return refusal
    }

    /// Counts a connection, even if a limit is exceeded; `limit` applies to the client's own connections. Returns the
    /// refusal, or `nil` if the connection may be served.
    func connect(_ client: ClientAddress, limit: Int) -> Refusal? {
        let refusal: Refusal? = change(client) { use, totals in
            use.connections += 1
            totals.connections += 1
            if totals.connections > limits.allConnections { return .tooManyConnections(ofAll: true) }
            return use.connections > limit ? .tooManyConnections(ofAll: false) : nil
        }
        return noted(refusal)
    }

    func disconnect(_ client: ClientAddress) {
        change(client) { use, totals in
            use.connections -= 1
            totals.connections -= 1
        }
    }

    /// Adds to the client's bytes of unfinished requests, or subtracts if `bytes` is negative; `limit` applies to the
    /// client's own. Returns the refusal, or `nil` if the bytes are within the limits.
    func hold(_ bytes: Int, of client: ClientAddress, limit: Int) -> Refusal? {
        let refusal: Refusal? = change(client) { use, totals in
            use.unfinished += bytes
            totals.unfinished += bytes
            guard bytes > 0 else { return nil }
            if totals.unfinished > limits.allUnfinished { return .tooMuchUnfinished(ofAll: true) }
            return use.unfinished > limit ? .tooMuchUnfinished(ofAll: false) : nil
        }
        return noted(refusal)
    }

    /// Takes a slot for a request of the client. If all of its slots are taken, returns `false` and calls `turn` later,
    /// when another request's slot has been handed over to it, unless it is withdrawn under that `id` before.
    func acquireSlot(_ client: ClientAddress, id: ObjectIdentifier, else turn: @escaping Turn) -> Bool {
        change(client) { use, _ in
            guard use.running >= limits.requests else {
                use.running += 1
                return true
            }
            use.waiting.append((id, turn))
            return false
        }
    }

    /// Forgets the turn with that `id`: one that waits longer than its connection lasts would keep all of it in memory.
    func withdraw(_ id: ObjectIdentifier, of client: ClientAddress) {
        change(client) { use, _ in use.waiting.removeAll { $0.id == id } }
    }

    /// The number of requests of the client that wait for a slot.
    func waitingCount(_ client: ClientAddress) -> Int { change(client) { use, _ in use.waiting.count } }

    func releaseSlot(_ client: ClientAddress) {
        let next: Turn? = change(client) { use, _ in
            guard let next = use.waiting.popFirst() else {
                use.running -= 1
                return nil
            }
            return next.turn
        }
        next?()
    }

    /// Returns the delay of the next pipelined request. The delays of all clients' pipelined requests are staggered, so
    /// that requests of clients that wait for each response are handled in between.
    func pipelineDelay() -> Duration {
        state.withLockedValue { state in
            let now = ContinuousClock.now
            let turn = max(now, state.nextPipelined)
            state.nextPipelined = turn + ClientUses.pipelinePause
            return turn - now + ClientUses.pipelinePause
        }
    }

    /// Whether the client may open another event stream.
    func hasStream(_ client: ClientAddress) -> Bool { change(client) { use, _ in use.streams < limits.streams } }

    func openStream(_ client: ClientAddress) { addStreams(1, of: client) }

    func closeStream(_ client: ClientAddress) { addStreams(-1, of: client) }

    private func addStreams(_ count: Int, of client: ClientAddress) {
        change(client) { use, totals in
            use.streams += count
            totals.streams += count
        }
    }

    /// Counts a change made by the terminal of `session`. Returns the refusal if a limit is exceeded, otherwise `nil`.
    func countChange(_ client: ClientAddress, session: UUID?) -> Refusal? {
        noted(change(client) { use, _ in use.countChange(session, limits, now: .now) })
    }

    /// Counts an attempt to authenticate. Returns the refusal if the token must not be accepted, otherwise `nil`.
    func countToken(_ client: ClientAddress, isRight: Bool) -> Refusal? {
        noted(change(client) { use, _ in use.countToken(isRight, now: .now) })
    }

    @discardableResult private func change<Outcome>(
        _ client: ClientAddress, _ body: (inout ClientUse, inout Totals) -> Outcome
    ) -> Outcome {
        state.withLockedValue { state in
            let outcome = body(&state.uses[client, default: ClientUse(limits, now: .now)], &state.totals)
            forgetIdle(&state)
            return outcome
        }
    }

    private func forgetIdle(_ state: inout State) {
        guard state.uses.count > state.maxUses else { return }
        let now = ContinuousClock.now
        state.uses = state.uses.filter { _, use in !use.isIdle(now: now) }
        state.maxUses = max(ClientUses.fewUses, 2 * state.uses.count)
    }
}

extension Refusal {
    fileprivate static func tooManyConnections(ofAll isOfAll: Bool) -> Refusal {
        tooMuch("connections", ofAll: isOfAll, "Too many connections are open; please try again.")
    }

    fileprivate static func tooMuchUnfinished(ofAll isOfAll: Bool) -> Refusal {
        tooMuch("unfinished", ofAll: isOfAll, "Too many requests are unfinished; please try again.")
    }

    private static func tooMuch(_ limit: String, ofAll isOfAll: Bool, _ sentence: String) -> Refusal {
        Refusal(
            status: isOfAll ? .serviceUnavailable : .tooManyRequests, sentence: sentence,
            fields: .retry(after: .seconds(5)), limit: isOfAll ? "all-\(limit)" : limit)
    }
}
