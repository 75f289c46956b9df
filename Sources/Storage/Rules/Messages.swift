import Domain
import Foundation

extension StoreTransaction {
    /// Adapts the messages of the webhook about an order that was just cancelled. If nobody can have been told of the order, its
    /// message is dropped; otherwise the message becomes one about the cancellation. If the order's message was
    /// delivered, one about the cancellation is added, provided that orders are `announced` now.
    public func announceCancellation(of order: Order, isAnnounced: Bool, at time: Date = .now) throws {
        guard var message = try messages(aboutOrder: order.id, to: .webhook).last else {
            guard isAnnounced, try hasMessages(aboutOrder: order.id) else { return }
            return try addMessage(.cancellation, about: .order(order.id), to: .webhook, at: time)
        }
        if message.kind == .reduction {
            // The order was announced. A message that may be on its way is settled by its sender.
            if !message.mayHaveArrived { try removeMessage(message.id) }
            return try addMessage(.cancellation, about: .order(order.id), to: .webhook, at: time)
        }
        guard message.kind == .order else { return }
        if message.failure != nil { try change([.undeliveredOrders]) }
        guard message.mayHaveArrived else { return try removeMessage(message.id) }
        // A lease stays: the message about the order may be on its way, and is settled by its sender.
        (message.kind, message.addedAt) = (.cancellation, time)
        (message.failure, message.failedAt) = (nil, nil)
        message.nextAt = Date(timeIntervalSince1970: 0)
        try update(message)
    }
}

extension StoreTransaction {
    /// Adds a message about an order of which pieces were just taken out, or money refunded, if somebody can have been
    /// told of the order and orders are `announced` now. A message that is still to be sent has the order as it is then.
    public func announceReduction(of order: Order, isAnnounced: Bool, at time: Date = .now) throws {
        guard isAnnounced, try hasMessages(aboutOrder: order.id) else { return }
        if let message = try messages(aboutOrder: order.id, to: .webhook).last, !message.mayHaveArrived { return }
        try addMessage(.reduction, about: .order(order.id), to: .webhook, at: time)
    }
}

extension StoreReader {
    /// Returns the orders about which messages are held up: those that failed or have waited for long, oldest first.
    public func undeliveredOrders(at now: Date = .now) throws -> [UndeliveredOrder] {
        try heldMessages(to: .webhook, addedBefore: now - HeldMessages.grace, limit: HeldMessages.limit).compactMap {
            message in
            guard let order = message.order else { return nil }
            return UndeliveredOrder(
                order: order, kind: message.kind, attempts: message.attempts, since: message.addedAt,
                isRefused: message.failedAt != nil, failure: message.failure)
        }
    }

    /// Returns how many messages for the webhook are held up and since when, or `nil` if none is.
    public func outboxBacklog(at now: Date = .now) throws -> OutboxBacklog? {
        try backlog(to: .webhook, addedBefore: now - HeldMessages.grace)
    }
}

extension StoreTransaction {
    /// Makes the messages about those orders that failed, or all that failed if `nil`, due at once, so that whichever
    /// server sends messages sends them again. Returns the numbers of those orders.
    public func resendFailed(orders: [Int]?, at now: Date = .now) throws -> [Int] {
        let wanted = orders.map { Set($0) }
        let failed = try heldMessages(to: .webhook, addedBefore: HeldMessages.atOnce, limit: HeldMessages.limit).filter
        { message in
            guard message.leasedUntil <= now, let order = message.order else { return false }
            return wanted?.contains(order.id) ?? true
        }
        for var message in failed {
            (message.failedAt, message.attempts) = (nil, 0)
            (message.nextAt, message.leasedUntil) = (HeldMessages.atOnce, HeldMessages.atOnce)
            try update(message)
        }
        if !failed.isEmpty { try change([.undeliveredOrders]) }
        return failed.compactMap(\.order?.id)
    }
}

private enum HeldMessages {
    /// The maximum number of messages listed or resent at once, more than anybody reads.
    static let limit = 1_000
    /// In seconds. A message that waits for longer is held up, whatever the reason.
    static let grace = 60.0
    static let atOnce = Date(timeIntervalSince1970: 0)
}

extension Store {
    /// Adds messages about the orders that were placed while announcements were off, except cancelled ones.
    public func announceMissedOrders() async throws {
        while try await transaction({ try $0.announceMissedOrders(limit: MissedOrders.atOnce) }) {}
    }
}

private enum MissedOrders {
    /// The number of orders in one transaction, small so that others need not wait long.
    static let atOnce = 500
}

extension StoreTransaction {
    /// Adds the messages for at most `limit` orders. Returns whether there may be more.
    fileprivate func announceMissedOrders(limit: Int) throws -> Bool {
        let missed = try unannouncedOrders(limit: limit)
        for order in missed {
            if order.state != .cancelled { try addMessage(.order, about: .order(order.id), to: .webhook, at: .now) }
            try setAnnounced(order: order.id)
        }
        return missed.count == limit
    }
}
