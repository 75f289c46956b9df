import Domain
import Foundation
import NIOConcurrencyHelpers

/// What servers asked not to be asked for yet: after an answer with `Retry-After`, the same URL; after 429, which is about
/// whoever asks, everything at that server that is asked for in the same way, with a secret or without.
final class RequestHolds: Sendable {
    private struct Key: Hashable {
        let place: String
        let carriesSecret: Bool
    }

    private struct Hold {
        let status: Int
        let end: ContinuousClock.Instant
    }

    /// The most holds that are kept; of more, those that end first are dropped.
    private static let maxHolds = 256

    private let holds = NIOLockedValueBox<[Key: Hold]>([:])

    /// Returns the failure of a GET that must not be sent yet; `nil` if it may be.
    func failure(of call: HTTPCall) -> FetchFailure? {
        holds.withLockedValue { holds in
            guard !holds.isEmpty, call.method == .get else { return nil }
            let now = ContinuousClock.now
            holds = holds.filter { $0.value.end > now }
            let found = [RequestHolds.server(of: call), RequestHolds.url(of: call)].compactMap { holds[$0] }
            return found.max { $0.end < $1.end }.map { .later(status: $0.status, after: now.duration(to: $0.end)) }
        }
    }

    /// Records what the answer to a GET asks for.
    func note(_ answer: HTTPAnswer, to call: HTTPCall) {
        guard call.method == .get, let delay = answer.delay, delay > .zero else { return }
        let key = answer.status == 429 ? RequestHolds.server(of: call) : RequestHolds.url(of: call)
        holds.withLockedValue { holds in
            holds[key] = Hold(status: answer.status, end: .now + delay)
            if holds.count > RequestHolds.maxHolds, let first = holds.min(by: { $0.value.end < $1.value.end }) {
                holds[first.key] = nil
            }
        }
    }

    private static func url(of call: HTTPCall) -> Key {
        Key(place: call.url.absoluteString, carriesSecret: call.carriesSecret)
    }

    private static func server(of call: HTTPCall) -> Key {
        let port = call.url.port.map { ":\($0)" } ?? ""
        return Key(place: "\(call.url.scheme ?? "")://\(call.url.host ?? "")\(port)", carriesSecret: call.carriesSecret)
    }
}
