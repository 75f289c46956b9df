import Foundation
import NIOConcurrencyHelpers

/// One call and its one outcome: somebody waits for it, and whoever ends it first decides.
final class HTTPExchange: Sendable {
    typealias Outcome = Result<HTTPAnswer, FetchFailure>

    private struct State {
        var outcome: Outcome?
        var waiting: CheckedContinuation<Outcome, Never>?
        var loading: HTTPLoading?
        var head: HTTPAnswer?
        var body = Data()
    }

    let call: HTTPCall
    let bounds: HTTPLoading.Bounds
    private let state = NIOLockedValueBox(State())

    init(_ call: HTTPCall, bounds: HTTPLoading.Bounds) {
        self.call = call
        self.bounds = bounds
    }

    /// Calls `start`, unless it has ended by then, and returns how it ended: as interrupted at once when the task is
    /// cancelled. To be awaited once.
    func outcome(start: () -> Void) async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = state.withLockedValue { state in
                    if state.outcome == nil { state.waiting = continuation }
                    return state.outcome
                }
                if let outcome { return continuation.resume(returning: outcome) }
                start()
            }
        } onCancel: {
            end(.failure(.interrupted))
        }
    }

    /// `loading` brings the answer; it is cancelled when the exchange ends otherwise.
    func load(by loading: HTTPLoading) {
        let hasEnded = state.withLockedValue { state in
            if state.outcome == nil { state.loading = loading }
            return state.outcome != nil
        }
        if hasEnded { loading.cancel() }
    }

    /// Ends it with `outcome`, and what brings its answer with it.
    func end(_ outcome: Outcome) {
        let ended = state.withLockedValue { state -> State? in
            guard state.outcome == nil else { return nil }
            defer { state = State(outcome: outcome) }
            return state
        }
        ended?.loading?.cancel()
        ended?.waiting?.resume(returning: outcome)
    }

    var hasEnded: Bool { state.withLockedValue { $0.outcome != nil } }
}

// What comes of it.
extension HTTPExchange {
    /// Keeps `part`. A redirect is the answer as soon as its head is there; its body says nothing.
    @Sendable func take(_ part: HTTPPart) -> Bool {
        switch part {
        case .head(let head):
            guard !HTTPRedirect.isRedirect(head) else {
                end(.success(head))
                return false
            }
            state.withLockedValue { $0.head = head }
        case .piece(let bytes):
            // Nothing is kept of what nobody waits for.
            state.withLockedValue { state in
                guard state.outcome == nil else { return }
                // The usual body comes in one piece, and is not copied.
                if state.body.isEmpty { state.body = bytes } else { state.body.append(bytes) }
            }
        }
        return true
    }

    /// The answer is whole, or failed.
    @Sendable func complete(_ failure: FetchFailure?) {
        let whole = state.withLockedValue { state in
            state.head.map { HTTPAnswer(status: $0.status, headers: $0.headers, body: state.body) }
        }
        if let failure { return end(.failure(failure)) }
        end(whole.map { .success($0) } ?? .failure(.interrupted))
    }
}
