import Domain
import Foundation

/// Read access to a store's tables.
public protocol StoreReader {
    /// Returns at most `limit` orders of the filter with numbers above `id`, in the order of their numbers.
    func orders(matching filter: OrderFilter, after id: Int, limit: Int) throws -> [Order]
    func order(_ id: Int) throws -> Order?
    /// Returns at most `limit` orders in that state with numbers below `id`, newest first; `nil` means from the newest.
    func orders(in state: OrderState, before id: Int?, limit: Int) throws -> [Order]
    func orderCount(in state: OrderState) throws -> Int
    /// Returns at most `limit` orders of that terminal with numbers below `id`, newest first; `nil` means from the
    /// newest.
    func orders(of session: UUID, before id: Int?, limit: Int) throws -> [Order]
    func orderCount(of session: UUID) throws -> Int
    /// Returns at most `limit` orders for which there was never a message, oldest first.
    func unannouncedOrders(limit: Int) throws -> [Order]
    /// Returns the terminal that placed the order, or `nil` if it did not identify itself.
    func session(ofOrder id: Int) throws -> UUID?
    /// Returns what each line of the order took from the stock; empty if none of them took anything.
    func taken(byOrder id: Int) throws -> [TakenStock]
    /// Returns the terms on which the order is delivered; `nil` if it is not.
    func deliveryTerms(ofOrder id: Int) throws -> DeliveryTerms?
    /// Returns at most `limit` orders of business days before `day` with numbers above `id` that have personal data, in
    /// the order of their numbers.
    func ordersWithGuestData(before day: Day, after id: Int, limit: Int) throws -> [Order]
    /// Returns the terminals that have orders changed after the change of that number, each with the number of its
    /// latest change.
    func orderSessions(changedAfter sequence: Int) throws -> [UUID: Int]

    /// Whether there are bookings of changes of the order.
    func hasBookings(ofOrder id: Int) throws -> Bool
    /// Returns the first booking of each of those orders that has any, by their numbers.
    func firstBookings(ofOrders ids: ClosedRange<Int>) throws -> [Int: Booking]
    /// Returns at most `limit` bookings of that day, `nil` for all days, with numbers above `id`, in the order of their
    /// numbers.
    func bookings(on day: Day?, after id: Int, limit: Int) throws -> [Booking]

    /// Returns the numbers that the next order and the next booking get.
    func nextNumbers() throws -> (order: Int, booking: Int)
    func closing(_ number: Int) throws -> StoredClosing?
    func lastClosing() throws -> StoredClosing?
    /// Returns the closing's report, or `nil` if it was not summed up yet.
    func report(ofClosing number: Int) throws -> SalesReport?

    /// Returns the outcome stored for an idempotency key, or `nil` if it is new.
    func key(_ id: UUID) throws -> StoredKey?

    /// Returns the destinations for which messages wait.
    func destinations() throws -> [OutboxDestination]
    func message(_ id: Int) throws -> OutboxMessage?
    /// Returns the messages about the order that are in the queue of `destination`, oldest first.
    func messages(aboutOrder id: Int, to destination: OutboxDestination) throws -> [OutboxMessage]
    func hasMessages(aboutOrder id: Int) throws -> Bool
    /// Returns the first message to be sent of those that did not fail for good and whose deadlines are past at `time`:
    /// the oldest of those without a failure, else the one that was due first. Deadlines after `farthest` count as past.
    func firstMessage(to destination: OutboxDestination, dueAt time: Date, ignoringAfter farthest: Date) throws
        -> OutboxMessage?
    /// Returns the oldest message to be sent that did not fail for good, whether it is due or not.
    func oldestMessage(to destination: OutboxDestination) throws -> OutboxMessage?
    /// Returns at most `limit` messages that have a failure, failed for good, or were added before that time, oldest
    /// first.
    func heldMessages(to destination: OutboxDestination, addedBefore time: Date, limit: Int) throws -> [OutboxMessage]
    func backlog(to destination: OutboxDestination, addedBefore time: Date) throws -> OutboxBacklog?
    /// Returns the earliest time at which the deadlines of an unfailed message are past, or `nil` if there is no such
    /// message.
    func firstDeadline(to destination: OutboxDestination, ignoringAfter farthest: Date) throws -> Date?
    /// Returns the time before which no message may be sent there.
    func outboxPause(of destination: OutboxDestination) throws -> Date

    func sectionVersions() throws -> SectionVersions
    /// Returns the contents that were last recorded for each section.
    func sectionContents() throws -> [SectionID: String]

    func fruitCounts() throws -> [FruitID: Int]

    /// Returns the batches in the drinks machine, except classes that this version of the program does not know.
    func batches() throws -> [StoredBatch]
    /// Returns the money of a terminal in the drinks machine; all zero if it never inserted any.
    func machineSession(_ id: UUID) throws -> MachineSession
    /// Returns the sessions that changed after the change of that number, each with the number of its latest change.
    func machineSessions(changedAfter sequence: Int) throws -> [UUID: Int]
    /// Returns at most `limit` of the latest purchases of the session, or of all sessions if it is `nil`, newest first.
    func purchases(of session: UUID?, limit: Int) throws -> [DrinkPurchase]
    /// Returns the totals bought of each kind, in no particular order.
    func purchaseTotals() throws -> [DrinkKindTotal]

    func figures() throws -> StoreFigures

    /// Returns the record of that key in a module's table, as `RecordTable` writes it.
    func record(_ key: String, in table: String) throws -> String?
    /// Returns at most `limit` records of a module's table, in the order of their keys, that come after `key`.
    func records(in table: String, after key: String, limit: Int) throws -> [StoredRecord]
}

extension StoreReader {
    /// Returns at most `limit` orders with numbers above `id`, oldest first.
    public func orders(after id: Int, limit: Int) throws -> [Order] {
        try orders(matching: OrderFilter(), after: id, limit: limit)
    }
}

/// Read and write access to a store's tables. Each write changes one row; rules decide which writes belong together.
public protocol StoreTransaction: StoreReader {
    /// Inserts the order under the next number, without a gap. `change` is the number of the change that adds it.
    func insert(_ order: NewOrder, change: Int) throws -> Order
    /// Updates what can change of an order: its state, steps and reason, its lines and fee with their reductions, and
    /// its payment. `change` is the number of this change.
    func update(_ order: Order, change: Int) throws
    /// Stores the order without personal data, which `order` does not have any more. `change` is the number of this
    /// change.
    func eraseGuestData(of order: Order, change: Int) throws
    /// Replaces what each line of the order took from the stock.
    func setTaken(_ taken: [TakenStock], byOrder id: Int) throws
    /// Inserts the booking under the next number; its own is ignored.
    func insert(_ booking: Booking) throws
    func insert(_ closing: StoredClosing) throws
    func setReport(_ report: SalesReport, ofClosing number: Int) throws
    /// Records that the order has a message, or needs none.
    func setAnnounced(order id: Int) throws

    /// Stores the key with the number of the order that was placed under it.
    func remember(_ key: IdempotencyKey, order id: Int) throws
    /// Removes the digests of the requests that placed these orders. The keys stay.
    func forgetRequests(ofOrders ids: [Int]) throws
    func remember(_ key: IdempotencyKey, answer: String, at time: Date) throws
    /// Deletes the answers given before that time.
    func forgetAnswers(before time: Date) throws

    /// Adds a message, due at once.
    func addMessage(
        _ kind: MessageKind, about subject: MessageSubject.ID, to destination: OutboxDestination, at time: Date) throws
    func update(_ message: OutboxMessage) throws
    func removeMessage(_ id: Int) throws
    func setOutboxPause(of destination: OutboxDestination, until time: Date) throws

    /// Gives the section a new version, and the change the next number among all sections. Within transactions that are
    /// made durable together, a section gets only one.
    func addVersion(of section: SectionID) throws -> SectionVersions.Change
    /// Records the contents of a section that has a version.
    func setContent(_ content: String, of section: SectionID) throws

    func setCount(_ count: Int, of fruit: FruitID) throws

    func insert(_ batch: StoredBatch) throws
    func remove(_ batch: StoredBatch) throws
    func set(_ session: MachineSession) throws
    func insert(_ purchase: DrinkPurchase, of session: UUID) throws
    func set(_ total: DrinkKindTotal) throws

    /// Sets the record of that key in a module's table; `nil` removes it.
    func setRecord(_ key: String, in table: String, to value: String?) throws
}
