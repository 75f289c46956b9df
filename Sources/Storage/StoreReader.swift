import Domain
import Foundation

/// What can be read in a store's tables.
public protocol StoreReader {
    /// At most `limit` orders, oldest first, that came after the one with the number `id`.
    func orders(after id: Int, limit: Int) throws -> [Order]
    func order(_ id: Int) throws -> Order?
    /// At most `limit` orders in that state, by their numbers.
    func orders(in state: OrderState, newestFirst: Bool, limit: Int) throws -> [Order]
    /// At most `limit` orders of that terminal, newest first.
    func orders(of session: UUID, limit: Int) throws -> [Order]
    /// At most `limit` orders that were placed within `times`, oldest first, behind the order `last`.
    func orders(placedIn times: Range<Date>, behind last: Order?, limit: Int) throws -> [Order]
    /// At most `limit` orders about which there never was a message, oldest first.
    func unannouncedOrders(limit: Int) throws -> [Order]
    /// The terminal that placed the order; `nil` where it did not say.
    func session(ofOrder id: Int) throws -> UUID?
    /// The terminals of which an order changed after the change of that number, each with the number of the latest one.
    func orderSessions(changedAfter number: Int) throws -> [UUID: Int]

    /// What is known of an idempotency key; `nil` when it is new.
    func key(_ id: UUID) throws -> StoredKey?

    func message(_ id: Int) throws -> OutboxMessage?
    /// The oldest message that has not failed and whose deadlines are past at `time`. Deadlines after `farthest` count
    /// as past.
    func firstMessage(dueAt time: Date, ignoringAfter farthest: Date) throws -> OutboxMessage?
    /// At most `limit` messages that failed, oldest first, that come after the one with the number `id`.
    func failedMessages(after id: Int, limit: Int) throws -> [OutboxMessage]
    /// The earliest time at which the deadlines of a message that has not failed are past; `nil` where there is none.
    func firstDeadline(ignoringAfter farthest: Date) throws -> Date?
    /// The time before which no message may go.
    func outboxPause() throws -> Date

    func sectionVersions() throws -> SectionVersions
    /// What the sections were last noted to contain.
    func sectionContents() throws -> [SectionID: String]

    func fruitCounts() throws -> [FruitID: Int]

    /// What lies in the drinks machine, as far as this version of the program knows its class.
    func batches() throws -> [StoredBatch]
    /// The money of a terminal in the drinks machine; nothing of one that never put any in.
    func machineSession(_ id: UUID) throws -> MachineSession
    /// The sessions that changed after the change of that number, each with the number of its latest change.
    func machineSessions(changedAfter number: Int) throws -> [UUID: Int]
    /// At most `limit` of what the session bought last, or of what all sessions did, newest first.
    func purchases(of session: UUID?, limit: Int) throws -> [DrinkPurchase]
    /// What was bought of each kind, in no order.
    func purchaseTotals() throws -> [DrinkKindTotal]

    /// How much is kept.
    func figures() throws -> StoreFigures

    /// The record of that key in a module's table, as `RecordTable` writes it.
    func record(_ key: String, in table: String) throws -> String?
    /// At most `limit` records of a module's table, in the order of their keys, that come after `key`.
    func records(in table: String, after key: String, limit: Int) throws -> [StoredRecord]
}
