import Foundation
import Hummingbird
import NIOCore

/// The current resource use and the recent activity of one client.
struct ClientUse {
    /// For this long after a valid token, further valid ones are accepted even if there were too many wrong ones.
    private static let keeperTime = Duration.seconds(3_600)
    private static let sessionTime = Duration.seconds(3_600)

    var connections = 0
    var streams = 0
    var unfinished = 0
    /// Requests that are being handled.
    var running = 0
    /// Requests that wait for a slot.
    var waiting = CircularBuffer<(id: ObjectIdentifier, turn: ClientUses.Turn)>()
    private var changes: RateLimit
    private var wrongTokens: RateLimit
    private var sessions: Set<UUID> = []
    private var sessionsEnd: ContinuousClock.Instant
    private var keeperEnd: ContinuousClock.Instant

    init(_ limits: ClientLimits, now: ContinuousClock.Instant) {
        changes = RateLimit(limits.changes, in: .seconds(60), now: now)
        wrongTokens = RateLimit(limits.wrongTokens, in: .seconds(60), now: now)
        sessionsEnd = now
        keeperEnd = now
    }

    mutating func countChange(
        _ session: UUID?, _ limits: ClientLimits, now: ContinuousClock.Instant
    ) -> Refusal? {
        if now >= sessionsEnd {
            sessions = []
            sessionsEnd = now + ClientUse.sessionTime
        }
        if let session, !sessions.contains(session) {
            guard sessions.count < limits.sessions else { return .tooManySessions(after: sessionsEnd - now) }
            sessions.insert(session)
        }
        return changes.acquire(now: now).map(Refusal.tooManyChanges)
    }

    /// Counts an attempt to authenticate. A keeper who was authenticated recently is not locked out by somebody who
    /// guesses tokens from the same address.
    mutating func countToken(_ isRight: Bool, now: ContinuousClock.Instant) -> Refusal? {
        guard isRight else { return wrongTokens.acquire(now: now).map(Refusal.tooManyWrongTokens) }
        guard now < keeperEnd || wrongTokens.hasOne(now: now) else { return .tooManyWrongTokens(after: .seconds(1)) }
        keeperEnd = now + ClientUse.keeperTime
        return nil
    }

    func isIdle(now: ContinuousClock.Instant) -> Bool {
        var (changes, wrongTokens) = (changes, wrongTokens)
        return connections == 0 && streams == 0 && unfinished == 0 && running == 0 && now >= sessionsEnd
            && now >= keeperEnd && changes.isFull(now: now) && wrongTokens.isFull(now: now)
    }
}

extension Refusal {
    fileprivate static func tooManySessions(after time: Duration) -> Refusal {
        Refusal(
            status: .tooManyRequests, sentence: "Too many terminals were named from this address.",
            fields: .retry(after: time), limit: "sessions")
    }

    fileprivate static func tooManyChanges(after time: Duration) -> Refusal {
        Refusal(
            status: .tooManyRequests, sentence: "Too much was ordered or changed from this address; please try again.",
            fields: .retry(after: time), limit: "changes")
    }

    fileprivate static func tooManyWrongTokens(after time: Duration) -> Refusal {
        Refusal(
            status: .tooManyRequests, sentence: "Too many wrong tokens came from this address; please try again.",
            fields: .retry(after: time), limit: "wrong-tokens")
    }
}

extension HTTPFields {
    /// Returns a `Retry-After` field with the time in whole seconds, rounded up and at least 1.
    static func retry(after time: Duration) -> HTTPFields {
        [.retryAfter: "\(Int(Swift.max(1, (time / .seconds(1)).rounded(.up))))"]
    }
}

/// A token bucket: allows a burst of `most` events, and refills at the rate of `most` events per `period`.
struct RateLimit: Sendable {
    private var left: Double
    private var last: ContinuousClock.Instant
    private let limit: Double
    private let period: Duration

    init(_ limit: Int, in period: Duration, now: ContinuousClock.Instant) {
        self.limit = Double(limit)
        self.period = period
        left = self.limit
        last = now
    }

    /// Whether at least one event is allowed now.
    mutating func hasOne(now: ContinuousClock.Instant) -> Bool {
        refill(now)
        return left >= 1
    }

    /// Takes one event. Returns `nil` if it is allowed, otherwise the time until the next one is.
    mutating func acquire(now: ContinuousClock.Instant) -> Duration? {
        guard hasOne(now: now) else { return period * ((1 - left) / limit) }
        left -= 1
        return nil
    }

    mutating func isFull(now: ContinuousClock.Instant) -> Bool {
        refill(now)
        return left >= limit
    }

    private mutating func refill(_ now: ContinuousClock.Instant) {
        guard now > last else { return }
        left = min(limit, left + limit * ((now - last) / period))
        last = now
    }
}
