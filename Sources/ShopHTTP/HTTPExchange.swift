import Foundation
import NIOConcurrencyHelpers

/// One request and its one outcome: a caller awaits it, and the first call of `end` decides it.
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

    /// Calls `start` unless the exchange has already ended, and returns the outcome: `.interrupted` at once if the task
    /// is cancelled. Must be awaited only once.
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

    /// Sets the loading that produces the response; it is cancelled when the exchange ends in another way.
    func load(by loading: HTTPLoading) {
        let hasEnded = state.withLockedValue { state in
            if state.outcome == nil { state.loading = loading }
            return state.outcome != nil
        }
        if hasEnded { loading.cancel() }
    }

    /// Ends the exchange with `outcome` and cancels its loading. Does nothing if it has already ended.
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

// Receiving the response.
extension HTTPExchange {
    /// Stores `part` and returns whether more is wanted. A redirect ends the exchange with its head; its body is not
    /// read.
    @Sendable func take(_ part: HTTPPart) -> Bool {
        switch part {
        case .head(let head):
            guard !HTTPRedirect.isRedirect(head) else {
                end(.success(head))
                return false
            }
            state.withLockedValue { $0.head = head }
        case .piece(let bytes):
            // Nothing is stored after the exchange has ended, because nobody waits for it.
            state.withLockedValue { state in
                guard state.outcome == nil else { return }
                // A typical body arrives in one piece, which is not copied.
                if state.body.isEmpty { state.body = bytes } else { state.body.append(bytes) }
            }
        }
        return true
    }

    /// Ends the exchange with the complete response, or with `failure`.
    @Sendable func complete(_ failure: FetchFailure?) {
        let whole = state.withLockedValue { state in
            state.head.map { HTTPAnswer(status: $0.status, headers: $0.headers, body: state.body) }
        }
        if let failure { return end(.failure(failure)) }
        end(whole.map { .success($0) } ?? .failure(.interrupted))
    }
}
