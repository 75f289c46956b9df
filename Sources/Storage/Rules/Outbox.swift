import Domain
import Foundation

/// The result of claiming a message.
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
    /// It was delivered and is deleted.
    case delivered
    /// It is retried, not before that time; other messages may go first.
    case again(at: Date)
    /// No message is sent before that time; then this one is retried.
    case pause(until: Date)
    /// It is not retried, but kept.
    case failed
}

extension Store {
    /// Claims the oldest message that is due at `now`; no other sender gets it until the lease ends. Across all
    /// senders, two messages are at least `pace` apart.
    public func claimMessage(at now: Date, lease: Duration, pace: Duration) async throws -> OutboxClaim {
        // Reads first without taking the write lock: most of the time nothing is due.
        guard let deadline = try await read({ try $0.nextMessageTime(at: now) }) else { return .nothing }
        guard deadline <= now else { return .later(deadline) }
        return try await transaction { try $0.claimMessage(at: now, lease: lease, pace: pace) }
    }

    /// Records the outcome for a claimed message. If another sender has claimed it since, only a delivery and a pause
    /// are recorded.
    public func settle(_ message: OutboxMessage, _ outcome: OutboxOutcome) async throws {
        try await transaction { try $0.settle(message, outcome) }
    }
}

/// The limit of deadlines in the future.
private enum OutboxDeadline {
    /// In seconds. A deadline further off was set by a clock that was wrong, and counts as past.
    static let farthest = 24.0 * 3_600
}

extension StoreReader {
    /// Returns when the next message may be sent, or `nil` if there is none.
    fileprivate func nextMessageTime(at now: Date) throws -> Date? {
        let farthest = now + OutboxDeadline.farthest
        guard let due = try firstDeadline(ignoringAfter: farthest) else { return nil }
        let pause = try outboxPause()
        return pause > farthest ? due : max(due, pause)
    }
}

extension StoreTransaction {
    fileprivate func claimMessage(at now: Date, lease: Duration, pace: Duration) throws -> OutboxClaim {
        // Read again, since another sender may have been faster.
        guard let deadline = try nextMessageTime(at: now) else { return .nothing }
        guard deadline <= now,
            var message = try firstMessage(dueAt: now, ignoringAfter: now + OutboxDeadline.farthest)
        else { return .later(max(deadline, now + 0.001)) }
        message.attempts += 1
        message.leasedUntil = now + lease / .seconds(1)
        try update(message)
        try setOutboxPause(until: now + pace / .seconds(1))
        return .message(message)
    }

    fileprivate func settle(_ message: OutboxMessage, _ outcome: OutboxOutcome) throws {
        switch outcome {
        case .delivered: try removeMessage(message.id)
        case .again(let time): try release(message) { $0.nextAt = time }
        case .pause(let time):
            try release(message) { $0.nextAt = time }
            try setOutboxPause(until: max(try outboxPause(), time))
        case .failed: try release(message) { $0.failedAt = .now }
        }
    }

    /// Ends the lease and applies `change`, unless another sender has claimed the message since.
    private func release(_ message: OutboxMessage, _ change: (inout OutboxMessage) -> Void) throws {
        guard var stored = try self.message(message.id), stored.attempts == message.attempts else { return }
        stored.leasedUntil = Date(timeIntervalSince1970: 0)
        change(&stored)
        try update(stored)
    }
}
