import Domain
import Foundation

public enum OutboxClaim: Hashable, Sendable {
    /// A message that no other sender gets until its lease ends.
    case message(OutboxMessage)
    /// No message is due before that time.
    case later(Date)
    /// No message waits; the next one comes with another order.
    case nothing
}

/// The outcome of an attempt to send a message.
public enum OutboxOutcome: Hashable, Sendable {
    case delivered
    case retry(OutboxRetry)
    /// It is not retried, but kept.
    case failed(DeliveryFailure)
}

/// When a message is tried again.
public struct OutboxRetry: Hashable, Sendable {
    public let failure: DeliveryFailure
    /// It is not tried before that time.
    public let at: Date
    /// No message at all is sent before that time; `nil` if the others may go on.
    public let othersAt: Date?
    /// Whether it is tried on its own from now on: others go first, and it counts as held up.
    public let isAside: Bool
    /// Whether the message may have been accepted nevertheless.
    public let mayHaveArrived: Bool

    public init(
        after failure: DeliveryFailure, at time: Date, othersAt: Date? = nil, isAside: Bool, mayHaveArrived: Bool? = nil
    ) {
        (self.failure, self.at, self.othersAt, self.isAside) = (failure, time, othersAt, isAside)
        self.mayHaveArrived = mayHaveArrived ?? failure.mayHaveArrived
    }
}

extension Store {
    /// Claims the first message that is due at `now`; no other sender gets it until the lease ends. Messages that are
    /// tried on their own come after all others. Across all senders, two messages to one destination are at least `pace`
    /// apart. `maxPause` is the longest back-off of its senders: a deadline further off than any of them sets is one of a
    /// clock that was wrong, and counts as past.
    public func claimMessage(
        to destination: OutboxDestination = .webhook, at now: Date, lease: Duration, pace: Duration, maxPause: Duration
    ) async throws -> OutboxClaim {
        let farthest = now + (max(lease, pace, maxPause) + OutboxDeadline.maxClockDifference) / .seconds(1)
        // Reads first without taking the write lock: most of the time nothing is due.
        let next = try await read { try $0.nextMessageTime(to: destination, ignoringAfter: farthest) }
        guard let next else { return .nothing }
        guard next <= now else { return .later(next) }
        return try await transaction {
            try $0.claimMessage(to: destination, at: now, lease: lease, pace: pace, ignoringAfter: farthest)
        }
    }

    /// Records the outcome for a claimed message. If another sender has claimed it since, only a delivery and a pause
    /// of all are recorded. If its order was cancelled meanwhile, it is now about the cancellation, and is sent as soon
    /// as others are, or dropped if nobody can have been told of the order.
    public func record(_ message: OutboxMessage, _ outcome: OutboxOutcome) async throws {
        try await transaction { try $0.record(message, outcome) }
    }
}

private enum OutboxDeadline {
    /// By how much the clocks of a database's servers may differ before one takes what another has claimed.
    static let maxClockDifference = Duration.seconds(60)
}

extension StoreReader {
    /// Returns when the next message may be sent, or `nil` if there is none. Deadlines after `farthest` count as past.
    fileprivate func nextMessageTime(
        to destination: OutboxDestination, ignoringAfter farthest: Date
    ) throws -> Date? {
        let first =
            destination.keepsOrder
            ? try oldestMessage(to: destination).map { $0.deadline(ignoringAfter: farthest) }
            : try firstDeadline(to: destination, ignoringAfter: farthest)
        guard let due = first else { return nil }
        let pause = try outboxPause(of: destination)
        return pause > farthest ? due : max(due, pause)
    }
}

extension OutboxMessage {
    /// The time at which it may be sent; a deadline after `farthest` counts as past.
    fileprivate func deadline(ignoringAfter farthest: Date) -> Date {
        [nextAt, leasedUntil].filter { $0 <= farthest }.max() ?? Date(timeIntervalSince1970: 0)
    }
}

extension StoreTransaction {
    fileprivate func claimMessage(
        to destination: OutboxDestination, at now: Date, lease: Duration, pace: Duration, ignoringAfter farthest: Date
    ) throws -> OutboxClaim {
        // Read again, since another sender may have been faster.
        guard let deadline = try nextMessageTime(to: destination, ignoringAfter: farthest) else { return .nothing }
        guard deadline <= now,
            var message = destination.keepsOrder
                ? try oldestMessage(to: destination)
                : try firstMessage(to: destination, dueAt: now, ignoringAfter: farthest)
        else { return .later(max(deadline, now + 0.001)) }
        message.attempts += 1
        message.leasedUntil = now + lease / .seconds(1)
        // Until the outcome is recorded, nobody knows it.
        var stored = message
        stored.mayHaveArrived = true
        try update(stored)
        try setOutboxPause(of: destination, until: now + pace / .seconds(1))
        return .message(message)
    }

    fileprivate func record(_ message: OutboxMessage, _ outcome: OutboxOutcome) throws {
        if case .retry(let retry) = outcome, let time = retry.othersAt {
            try setOutboxPause(of: message.destination, until: max(try outboxPause(of: message.destination), time))
        }
        // A number may have been given to another message since.
        guard let stored = try self.message(message.id), stored.subject.id == message.subject.id,
            stored.destination == message.destination
        else { return }
        let updated = updated(stored, message, outcome)
        if let updated { try update(updated) } else { try removeMessage(stored.id) }
        if let updated { try dropNeedlessMessages(after: updated) }
        if stored.failure != nil || updated?.failure != nil { try change([.undeliveredOrders]) }
    }

    /// Returns the stored message after the outcome of `message`, which was claimed, or `nil` if it is to be deleted.
    private func updated(
        _ stored: OutboxMessage, _ message: OutboxMessage, _ outcome: OutboxOutcome
    ) -> OutboxMessage? {
        let isAboutTheSame = stored.kind == message.kind
        guard stored.attempts == message.attempts else {
            return outcome == .delivered && isAboutTheSame ? nil : stored
        }
        var updated = stored
        updated.leasedUntil = Date(timeIntervalSince1970: 0)
        switch outcome {
        case .delivered: return isAboutTheSame ? nil : updated
        case .retry(let retry):
            updated.mayHaveArrived = message.mayHaveArrived || retry.mayHaveArrived
            updated.nextAt = retry.at
            if isAboutTheSame, retry.isAside { updated.failure = retry.failure }
        case .failed(let failure):
            updated.mayHaveArrived = message.mayHaveArrived || failure.mayHaveArrived
            if isAboutTheSame { (updated.failedAt, updated.failure) = (.now, failure) }
        }
        // Of an order whose own message surely did not arrive, nobody needs to hear that it was cancelled.
        let isNeedless = !isAboutTheSame && message.kind == .order && !updated.mayHaveArrived
        return isNeedless ? nil : updated
    }
}
