import Domain
import Foundation

/// What can be read and written in a store's tables. Each write is one row; what belongs together is decided by rules.
public protocol StoreTransaction: StoreReader {
    /// Gives the order the next number. `change` is the number of the change by which it came.
    func insert(_ order: NewOrder, change: Int) throws -> Order
    /// Keeps the order's steps and its reason. `change` is the number of the change that they are.
    func update(_ order: Order, change: Int) throws
    /// Notes that there is, or need not be, a message about the order.
    func setAnnounced(order id: Int) throws

    /// Remembers that the order was kept under the key.
    func remember(_ key: IdempotencyKey, order id: Int) throws
    /// Remembers what was answered under the key.
    func remember(_ key: IdempotencyKey, answer: String, at time: Date) throws
    /// Forgets the answers of before that time.
    func forgetAnswers(before time: Date) throws

    /// Adds a message about the order, due at once.
    func addMessage(order id: Int) throws
    func update(_ message: OutboxMessage) throws
    func removeMessage(_ id: Int) throws
    func setOutboxPause(until time: Date) throws

    /// Gives the section a new version, and its change the next number of all; once for all that is made durable together.
    func addVersion(of section: SectionID) throws -> SectionVersions.Change
    /// Notes what a section contains that has a version.
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
