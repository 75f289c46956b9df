import Domain

/// What guests wrote with their orders is kept for the days that the shop says, and erased then.
private enum GuestData {
    /// The number of orders in one transaction, small so that others need not wait long.
    static let atOnce = 200
}

extension Store {
    /// Erases phone numbers, addresses and notes of the orders that were finished before the business day `day`. The
    /// terminals concerned are notified. Returns the number of orders.
    @discardableResult
    public func eraseGuestData(finishedBefore day: Day, in calendar: BusinessCalendar) async throws -> Int {
        var (last, count): (Int?, Int) = (0, 0)
        while let id = last {
            // Reads first without taking the write lock: most of the time there is nothing to erase.
            let page = try await read { try $0.ordersWithGuestData(before: day, after: id, limit: GuestData.atOnce) }
            let finished = page.filter { $0.isFinished(before: day, in: calendar) }.map(\.id)
            if !finished.isEmpty { count += try await transaction { try $0.eraseGuestData(ofOrders: finished) } }
            last = page.count == GuestData.atOnce ? page.last?.id : nil
        }
        return count
    }
}

extension StoreTransaction {
    /// Returns the number of orders that still had any; a finished order stays finished, but for one that was handed
    /// over and goes back on the same day.
    fileprivate func eraseGuestData(ofOrders ids: [Int]) throws -> Int {
        let orders = try ids.compactMap { try order($0) }.filter { !$0.state.isOpen && $0.hasPersonalData }
        let states = OrderState.allCases.filter { state in orders.contains { $0.state == state } }
        let change = try states.map { try addVersion(of: $0.board).sequence }.last
        for var order in orders {
            order.erasePersonalData()
            if let change { try eraseGuestData(of: order, change: change) }
        }
        // Whoever has the rest of a request can guess from its digest what was erased.
        try forgetRequests(ofOrders: orders.map(\.id))
        return orders.count
    }
}

extension Order {
    /// Whether the order reached its last state, in which nothing is to be done any more, before that day.
    fileprivate func isFinished(before day: Day, in calendar: BusinessCalendar) -> Bool {
        guard !state.isOpen, let last = steps.last, let finished = calendar.day(of: last.at) else { return false }
        return finished < day
    }
}
