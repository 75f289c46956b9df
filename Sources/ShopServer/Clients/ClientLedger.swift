import Foundation
import Hummingbird
import NIOConcurrencyHelpers

/// Counts what each client uses right now, and what it did lately.
final class ClientLedger: Sendable {
    /// Called when it is its client's turn.
    typealias Turn = @Sendable () -> Void

    /// What all clients use right now.
    private struct Totals {
        var connections = 0
        var unfinished = 0
        var streams = 0
    }

    private struct State {
        var uses: [ClientAddress: ClientUse] = [:]
        var totals = Totals()
        var nextPipelined = ContinuousClock.now
        /// With so many clients, those that use nothing are forgotten.
        var mostUses = ClientLedger.fewUses
    }

    private static let fewUses = 1_024
    /// Between two requests that came before the answer to the one ahead of them.
    private static let pipelinePause = Duration.milliseconds(2)

    let limits: ClientLimits
    private let onRefusal: @Sendable (String) -> Void
    private let state = NIOLockedValueBox(State())

    /// `onRefusal` is called with the name of each limit that something is refused by.
    init(_ limits: ClientLimits, onRefusal: @escaping @Sendable (String) -> Void = { _ in }) {
        self.limits = limits
        self.onRefusal = onRefusal
    }

    /// What all clients use right now; unfinished requests in bytes.
    var totals: (connections: Int, unfinished: Int, streams: Int) {
        state.withLockedValue { ($0.totals.connections, $0.totals.unfinished, $0.totals.streams) }
    }

    /// Notes that something is refused, and returns the same.
    func noted(_ refusal: Refusal?) -> Refusal? {
        if let limit = refusal?.limit { onRefusal(limit) }
        return refusal
    }

    /// Counts a connection, even where there is no room for it; `limit` is of those of one client. Returns why there is
    /// no room.
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

    /// Counts bytes of unfinished requests, fewer where negative; `limit` is of those of one client. Returns why they cannot
    /// be kept.
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

    /// Takes a turn for a request of the client. Where all of its turns are taken, the outcome is `false`, and `turn` is
    /// called with the turn taken once another request gives its own back.
    func takeTurn(_ client: ClientAddress, else turn: @escaping Turn) -> Bool {
        change(client) { use, _ in
            guard use.running >= limits.requests else {
                use.running += 1
                return true
            }
            use.waiting.append(turn)
            return false
        }
    }

    func giveTurnBack(_ client: ClientAddress) {
        let next: Turn? = change(client) { use, _ in
            guard let next = use.waiting.popFirst() else {
                use.running -= 1
                return nil
            }
            return next
        }
        next?()
    }

    /// How long a pipelined request waits for its turn among all of them, so that whoever waits for each answer is
    /// answered in between.
    func pipelineDelay() -> Duration {
        state.withLockedValue { state in
            let now = ContinuousClock.now
            let turn = max(now, state.nextPipelined)
            state.nextPipelined = turn + ClientLedger.pipelinePause
            return turn - now + ClientLedger.pipelinePause
        }
    }

    /// Whether the client may open one more stream.
    func hasStream(_ client: ClientAddress) -> Bool { change(client) { use, _ in use.streams < limits.streams } }

    func openStream(_ client: ClientAddress) { addStreams(1, of: client) }

    func closeStream(_ client: ClientAddress) { addStreams(-1, of: client) }

    private func addStreams(_ count: Int, of client: ClientAddress) {
        change(client) { use, totals in
            use.streams += count
            totals.streams += count
        }
    }

    /// Counts a change, made in the name of the terminal of `session`. Returns why it is one too many.
    func countChange(_ client: ClientAddress, session: UUID?) -> Refusal? {
        noted(change(client) { use, _ in use.countChange(session, limits, now: .now) })
    }

    /// Counts a token that was shown. Returns why it is not looked at.
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
        guard state.uses.count > state.mostUses else { return }
        let now = ContinuousClock.now
        state.uses = state.uses.filter { _, use in !use.isIdle(now: now) }
        state.mostUses = max(ClientLedger.fewUses, 2 * state.uses.count)
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
