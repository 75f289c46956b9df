import Domain
import Foundation

/// What there is to send.
public enum OutboxClaim: Hashable, Sendable {
    /// A message, which nobody else sends meanwhile.
    case message(OutboxMessage)
    /// Nothing before that time.
    case later(Date)
    /// Nothing until another order is kept.
    case nothing
}

/// What became of a message.
public enum OutboxOutcome: Hashable, Sendable {
    /// It arrived and is forgotten.
    case delivered
    /// It is to be sent again at that time, not before; the others may go first.
    case again(at: Date)
    /// Nothing at all is to be sent before that time; then this one again.
    case pause(until: Date)
    /// It is not sent any more, and kept.
    case failed
}

extension Store {
    /// Takes the oldest message that is due at `now`, so that nobody else gets it before the lease has run out. No two
    /// messages are handed out within `pace` of each other, whoever asks.
    public func claimMessage(at now: Date, lease: Duration, pace: Duration) async throws -> OutboxClaim {
        // Looked up without writing first: most of the time nothing is due.
        guard let deadline = try await read({ try $0.nextMessageTime(at: now) }) else { return .nothing }
        guard deadline <= now else { return .later(deadline) }
        return try await transaction { try $0.claimMessage(at: now, lease: lease, pace: pace) }
    }

    /// Notes what became of a message that was claimed. Of one that somebody else claimed since, only the delivery and
    /// the pause are noted.
    public func settle(_ message: OutboxMessage, _ outcome: OutboxOutcome) async throws {
        try await transaction { try $0.settle(message, outcome) }
    }
}

/// How far off deadlines can be.
private enum OutboxDeadline {
    /// Seconds; one further off was set by a clock that went wrong since, and counts as past.
    static let farthest = 24.0 * 3_600
}

extension StoreReader {
    /// When the next message may go; `nil` when there is none.
    fileprivate func nextMessageTime(at now: Date) throws -> Date? {
        let farthest = now + OutboxDeadline.farthest
        guard let due = try firstDeadline(ignoringAfter: farthest) else { return nil }
        let pause = try outboxPause()
        return pause > farthest ? due : max(due, pause)
    }
}

extension StoreTransaction {
    fileprivate func claimMessage(at now: Date, lease: Duration, pace: Duration) throws -> OutboxClaim {
        // Asked again, since somebody may have come between.
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

    /// Changes it unless somebody else claimed it since.
    private func release(_ message: OutboxMessage, _ change: (inout OutboxMessage) -> Void) throws {
        guard var stored = try self.message(message.id), stored.attempts == message.attempts else { return }
        stored.leasedUntil = Date(timeIntervalSince1970: 0)
        change(&stored)
        try update(stored)
    }
}
