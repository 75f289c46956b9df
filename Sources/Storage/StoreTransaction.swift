import Domain
import Foundation

/// Read and write access to a store's tables. Each write changes one row; rules decide which writes belong together.
public protocol StoreTransaction: StoreReader {
    /// Inserts the order under the next number, without a gap. `change` is the number of the change that adds it.
    func insert(_ order: NewOrder, change: Int) throws -> Order
    /// Updates the order's state, steps and reason. `change` is the number of this change.
    func update(_ order: Order, change: Int) throws
    /// Records that the order has a message, or needs none.
    func setAnnounced(order id: Int) throws

    /// Stores the key with the number of the order that was placed under it.
    func remember(_ key: IdempotencyKey, order id: Int) throws
    /// Stores the key with the answer that was given under it.
    func remember(_ key: IdempotencyKey, answer: String, at time: Date) throws
    /// Deletes the answers given before that time.
    func forgetAnswers(before time: Date) throws

    /// Adds a message about the order, due at once.
    func addMessage(_ kind: MessageKind, order id: Int, at time: Date) throws
    func update(_ message: OutboxMessage) throws
    func removeMessage(_ id: Int) throws
    func setOutboxPause(until time: Date) throws

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
