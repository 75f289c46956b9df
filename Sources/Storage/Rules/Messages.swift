import Domain
import Foundation

extension StoreTransaction {
    /// Adapts the messages of the webhook about an order that was just cancelled. If nobody can have been told of the order,
    /// they are dropped; otherwise one of them becomes a message about the cancellation, and the others are dropped. If all
    /// were delivered, one about the cancellation is added, provided that orders are `announced` now.
    public func announceCancellation(of order: Order, isAnnounced: Bool, at time: Date = .now) throws {
        let messages = try messages(aboutOrder: order.id, to: .webhook)
        guard let first = messages.first else {
            guard isAnnounced, try hasMessages(aboutOrder: order.id) else { return }
            return try addMessage(.cancellation, about: .order(order.id), to: .webhook, at: time)
        }
        guard !messages.contains(where: { $0.kind == .cancellation }) else { return }
        if messages.contains(where: { $0.failure != nil }) { try change([.undeliveredOrders]) }
        // Where the order's own message waits no longer, it was delivered.
        let told = messages.last(where: \.mayHaveArrived) ?? (first.kind == .order ? nil : first)
        for message in messages where message.id != told?.id { try removeMessage(message.id) }
        guard var message = told else { return }
        // A lease stays: the message may be on its way, and is settled by its sender.
        (message.kind, message.addedAt) = (.cancellation, time)
        (message.failure, message.failedAt) = (nil, nil)
        message.nextAt = Date(timeIntervalSince1970: 0)
        try update(message)
    }

    /// Adds a message about an order of which pieces were just taken out, or money refunded, if somebody can have been
    /// told of the order and orders are `announced` now. A message that is still to be sent has the order as it is then.
    public func announceReduction(of order: Order, isAnnounced: Bool, at time: Date = .now) throws {
        guard isAnnounced, try hasMessages(aboutOrder: order.id) else { return }
        guard try messages(aboutOrder: order.id, to: .webhook).allSatisfy(\.mayHaveArrived) else { return }
        try addMessage(.reduction, about: .order(order.id), to: .webhook, at: time)
    }

    /// Drops what was added while it was not known whether an order's own message would arrive, if it surely did not: that
    /// message will have the order as it is then, and a ticket of a cancelled order is not printed at all.
    func dropNeedlessMessages(after message: OutboxMessage) throws {
        guard let order = message.order, message.kind == .order, !message.mayHaveArrived else { return }
        let isCancelled = order.state == .cancelled
        for other in try messages(aboutOrder: order.id, to: message.destination)
        where isCancelled || other.kind == .reduction {
            try removeMessage(other.id)
            try noteQueue(of: other.destination)
        }
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
