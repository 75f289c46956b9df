import Domain
import Foundation
import NIOConcurrencyHelpers
import Storage
import TerminalText

/// A store that keeps everything in memory. It serves tests of the store's rules, and shows that the rules depend on no
/// database.
public final class InMemoryStore: Store {
    private struct State {
        var tables = InMemoryTables()
        var watchers: [UUID: @Sendable () -> Void] = [:]
        var isClosed = false
    }

    private let state = NIOLockedValueBox(State())

    public init() {}

    public func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        let (value, watchers) = try state.withLockedValue { state in
            guard !state.isClosed else { throw StoreError.overloaded }
            let transaction = InMemoryTransaction(state.tables)
            let value = try body(transaction)
            let hasNewVersions = state.tables.sections.last != transaction.tables.sections.last
            state.tables = transaction.tables
            return (value, hasNewVersions ? Array(state.watchers.values) : [])
        }
        for onChange in watchers { onChange() }
        return value
    }

    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        let tables = try state.withLockedValue { state in
            guard !state.isClosed else { throw StoreError.overloaded }
            return state.tables
        }
        return try body(InMemoryTransaction(tables))
    }

    public func watchChanges(_ onChange: @escaping @Sendable () -> Void) -> any ChangeWatch {
        let id = UUID()
        state.withLockedValue { $0.watchers[id] = onChange }
        return Watch { [state] in state.withLockedValue { $0.watchers[id] = nil } }
    }

    public func examine(tries: Bool) async -> StoreTrouble? { nil }

    public var trouble: StoreTrouble? { nil }

    public func watchTrouble(_ onChange: @escaping @Sendable (StoreTrouble?) -> Void) {}

    public func pools() -> [StorePool] { [] }

    public func close() async { state.withLockedValue { $0.isClosed = true } }

    private final class Watch: ChangeWatch {
        private let onCancel: @Sendable () -> Void

        init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

        deinit { cancel() }

        func cancel() { onCancel() }
    }
}

/// The stored data.
struct InMemoryTables {
    /// In the order of their identifiers, which count from 1.
    var orders: [KeptOrder] = []
    /// In the order of their identifiers, which count from 1.
    var bookings: [Booking] = []
    /// In the order of their numbers, which count from 1.
    var closings: [(closing: StoredClosing, report: SalesReport?)] = []
    var keys: [UUID: (key: StoredKey, answeredAt: Date?)] = [:]
    var messages: [Int: OutboxMessage] = [:]
    var lastMessage = 0
    var outboxPauses: [OutboxDestination: Date] = [:]
    var sections = SectionVersions([:])
    var contents: [SectionID: String] = [:]
    var fruits: [FruitID: Int] = [:]
    var batches: Set<StoredBatch> = []
    var sessions: [UUID: MachineSession] = [:]
    var purchases: [(purchase: DrinkPurchase, session: UUID)] = []
    var totals: [DrinkKind: DrinkKindTotal] = [:]
    var records: [String: [String: String]] = [:]
}

/// An order with the columns that are not part of `Order`.
struct KeptOrder {
    var order: Order
    let session: UUID?
    var taken: [TakenStock]
    let deliveryTerms: DeliveryTerms?
    var change: Int
    var isAnnounced: Bool
}

/// A transaction on a copy of the tables.
final class InMemoryTransaction: StoreTransaction {
    private(set) var tables: InMemoryTables

    init(_ tables: InMemoryTables) { self.tables = tables }

    func orders(matching filter: OrderFilter, after id: Int, limit: Int) -> [Order] {
        orders { $0.order.id > id && filter.includes($0.order) }.prefix(limit).map(\.self)
    }

    func order(_ id: Int) -> Order? { orders { $0.order.id == id }.first }

    func orders(in state: OrderState, before id: Int?, limit: Int) -> [Order] {
        orders { $0.order.state == state && $0.order.id < id ?? .max }.reversed().prefix(limit).map(\.self)
    }

    func orderCount(in state: OrderState) -> Int { orders { $0.order.state == state }.count }

    func orders(of session: UUID, before id: Int?, limit: Int) -> [Order] {
        orders { $0.session == session && $0.order.id < id ?? .max }.reversed().prefix(limit).map(\.self)
    }

    func orderCount(of session: UUID) -> Int { orders { $0.session == session }.count }

    func unannouncedOrders(limit: Int) -> [Order] { orders { !$0.isAnnounced }.prefix(limit).map(\.self) }

    private func orders(_ isWanted: (KeptOrder) -> Bool) -> [Order] { tables.orders.filter(isWanted).map(\.order) }

    func session(ofOrder id: Int) -> UUID? { tables.orders.first { $0.order.id == id }?.session }

    func taken(byOrder id: Int) -> [TakenStock] { tables.orders.first { $0.order.id == id }?.taken ?? [] }

    func ordersWithGuestData(before day: Day, after id: Int, limit: Int) -> [Order] {
        orders { $0.order.hasPersonalData && $0.order.day < day && $0.order.id > id }.prefix(limit).map(\.self)
    }

    func eraseGuestData(of order: Order, change: Int) { update(order, change: change) }

    func setTaken(_ taken: [TakenStock], byOrder id: Int) { tables.orders[id - 1].taken = taken }

    func deliveryTerms(ofOrder id: Int) -> DeliveryTerms? {
        tables.orders.first { $0.order.id == id }?.deliveryTerms
    }

    func insert(_ booking: Booking) {
        tables.bookings.append(
            Booking(
                id: tables.bookings.count + 1, order: booking.order, day: booking.day, at: booking.at,
                before: booking.before, after: booking.after))
    }

    func hasBookings(ofOrder id: Int) -> Bool { tables.bookings.contains { $0.order == id } }

    func firstBookings(ofOrders ids: ClosedRange<Int>) -> [Int: Booking] {
        let bookings = tables.bookings.filter { ids.contains($0.order) }
        return Dictionary(bookings.map { ($0.order, $0) }) { first, _ in first }
    }

    func bookings(on day: Day?, after id: Int, limit: Int) -> [Booking] {
        tables.bookings.filter { $0.day == day ?? $0.day && $0.id > id }.prefix(limit).map(\.self)
    }

    func nextNumbers() -> (order: Int, booking: Int) { (tables.orders.count + 1, tables.bookings.count + 1) }

    func closing(_ number: Int) -> StoredClosing? { tables.closings.first { $0.closing.number == number }?.closing }

    func lastClosing() -> StoredClosing? { tables.closings.last?.closing }

    func report(ofClosing number: Int) -> SalesReport? {
        tables.closings.first { $0.closing.number == number }?.report
    }

    func insert(_ closing: StoredClosing) { tables.closings.append((closing, nil)) }

    func setReport(_ report: SalesReport, ofClosing number: Int) { tables.closings[number - 1].report = report }

    func orderSessions(changedAfter number: Int) -> [UUID: Int] {
        let changes = tables.orders.compactMap { kept in kept.session.map { ($0, kept.change) } }
        return Dictionary(changes, uniquingKeysWith: max).filter { $0.value > number }
    }

    func insert(_ order: NewOrder, change: Int) -> Order {
        let last = tables.orders.last?.order.day
        let day = last.map { order.day.adding(days: 1) == $0 ? $0 : order.day } ?? order.day
        let number = (orders { $0.order.day == day }.map(\.number).max() ?? 0) + 1
        let placed = order.placed(as: tables.orders.count + 1, number: number, day: day)
        tables.orders.append(
            KeptOrder(
                order: placed, session: order.session, taken: order.taken, deliveryTerms: order.deliveryTerms,
                change: change, isAnnounced: order.isAnnounced))
        return placed
    }

    func update(_ order: Order, change: Int) {
        tables.orders[order.id - 1].order = order
        tables.orders[order.id - 1].change = change
        for (id, message) in tables.messages where message.subject.id == .order(order.id) {
            tables.messages[id] = message.about(order)
        }
    }

    func setAnnounced(order id: Int) { tables.orders[id - 1].isAnnounced = true }

    func key(_ id: UUID) -> StoredKey? { tables.keys[id]?.key }

    func remember(_ key: IdempotencyKey, order id: Int) throws {
        try remember(key, StoredKey(request: key.request, outcome: .order(id)))
    }

    func remember(_ key: IdempotencyKey, answer: String, at time: Date) throws {
        try remember(key, StoredKey(request: key.request, outcome: .answer(answer)), at: time)
    }

    func forgetRequests(ofOrders ids: [Int]) {
        tables.keys = tables.keys.mapValues { stored in
            guard case .order(let id) = stored.key.outcome, ids.contains(id) else { return stored }
            return (StoredKey(request: "", outcome: stored.key.outcome), stored.answeredAt)
        }
    }

    private func remember(_ key: IdempotencyKey, _ stored: StoredKey, at time: Date? = nil) throws {
        guard tables.keys[key.id] == nil else { throw StoreError.system(code: 0) }
        tables.keys[key.id] = (stored, time)
    }

    func forgetAnswers(before time: Date) {
        tables.keys = tables.keys.filter { $0.value.answeredAt.map { $0 >= time } ?? true }
    }

    func addMessage(
        _ kind: MessageKind, about subject: MessageSubject.ID, to destination: OutboxDestination, at time: Date
    ) throws {
        let found: MessageSubject? =
            switch subject {
            case .order(let id): order(id).map(MessageSubject.order)
            case .closing(let number): closing(number).map(MessageSubject.closing)
            }
        guard let found else { throw StoreError.system(code: 0) }
        tables.lastMessage += 1
        let due = Date(timeIntervalSince1970: 0)
        tables.messages[tables.lastMessage] = OutboxMessage(
            id: tables.lastMessage, about: found, destination: destination, kind: kind, addedAt: time, attempts: 0,
            nextAt: due, leasedUntil: due)
    }

    func figures() -> StoreFigures {
        StoreFigures(
            orders: Dictionary(grouping: orders { _ in true }, by: \.state).mapValues(\.count),
            waitingMessages: waiting(.webhook).count,
            failedMessages: messages(to: .webhook).count - waiting(.webhook).count,
            oldestWaiting: waiting(.webhook).map(\.addedAt).min())
    }

    func message(_ id: Int) -> OutboxMessage? { tables.messages[id] }

    func messages(aboutOrder id: Int, to destination: OutboxDestination) -> [OutboxMessage] {
        messages(to: destination).filter { $0.subject.id == .order(id) }
    }

    func destinations() -> [OutboxDestination] {
        Set(tables.messages.values.filter { $0.failedAt == nil }.map(\.destination)).sorted {
            $0.rawValue < $1.rawValue
        }
    }

    func hasMessages(aboutOrder id: Int) -> Bool { tables.orders[id - 1].isAnnounced }

    func heldMessages(
        to destination: OutboxDestination, addedBefore time: Date, limit: Int
    ) -> [OutboxMessage] {
        messages(to: destination).filter { $0.failedAt != nil || $0.failure != nil || $0.addedAt < time }
            .prefix(limit).map(\.self)
    }

    func backlog(to destination: OutboxDestination, addedBefore time: Date) -> OutboxBacklog? {
        let held = heldMessages(to: destination, addedBefore: time, limit: .max)
        let refused = held.count { $0.failedAt != nil }
        return OutboxBacklog(
            waiting: held.count - refused, refused: refused, since: held.map(\.addedAt).min())
    }

    func firstMessage(
        to destination: OutboxDestination, dueAt time: Date, ignoringAfter farthest: Date
    ) -> OutboxMessage? {
        let due = waiting(destination).filter { $0.deadline(ignoringAfter: farthest) <= time }
        return due.filter { $0.failure == nil }.min { $0.id < $1.id } ?? due.min { $0.nextAt < $1.nextAt }
    }

    func oldestMessage(to destination: OutboxDestination) -> OutboxMessage? { waiting(destination).first }

    func firstDeadline(to destination: OutboxDestination, ignoringAfter farthest: Date) -> Date? {
        waiting(destination).map { $0.deadline(ignoringAfter: farthest) }.min()
    }

    private func messages(to destination: OutboxDestination) -> [OutboxMessage] {
        tables.messages.values.filter { $0.destination == destination }.sorted { $0.id < $1.id }
    }

    private func waiting(_ destination: OutboxDestination) -> [OutboxMessage] {
        messages(to: destination).filter { $0.failedAt == nil }
    }

    func update(_ message: OutboxMessage) { tables.messages[message.id] = message }

    func removeMessage(_ id: Int) { tables.messages[id] = nil }

    func outboxPause(of destination: OutboxDestination) -> Date {
        tables.outboxPauses[destination] ?? Date(timeIntervalSince1970: 0)
    }

    func setOutboxPause(of destination: OutboxDestination, until time: Date) {
        tables.outboxPauses[destination] = time
    }

    func sectionVersions() -> SectionVersions { tables.sections }

    func sectionContents() -> [SectionID: String] { tables.contents }

    func addVersion(of section: SectionID) -> SectionVersions.Change {
        let version = (tables.sections.changes[section]?.version ?? 0) + 1
        let change = SectionVersions.Change(version: version, sequence: tables.sections.last + 1)
        tables.sections = SectionVersions(tables.sections.changes.merging([section: change]) { $1 })
        return change
    }

    func setContent(_ content: String, of section: SectionID) { tables.contents[section] = content }

    func fruitCounts() -> [FruitID: Int] { tables.fruits }

    func setCount(_ count: Int, of fruit: FruitID) { tables.fruits[fruit] = count }

    func batches() -> [StoredBatch] {
        tables.batches.sorted {
            ($0.drink.name, $0.manufacturedOn.text, $0.beverage)
                < ($1.drink.name, $1.manufacturedOn.text, $1.beverage)
        }
    }

    func insert(_ batch: StoredBatch) { tables.batches.insert(batch) }

    func remove(_ batch: StoredBatch) { tables.batches.remove(batch) }

    func machineSession(_ id: UUID) -> MachineSession { tables.sessions[id] ?? MachineSession(id: id) }

    func machineSessions(changedAfter number: Int) -> [UUID: Int] {
        tables.sessions.mapValues(\.sequence).filter { $0.value > number }
    }

    func set(_ session: MachineSession) { tables.sessions[session.id] = session }

    func purchases(of session: UUID?, limit: Int) -> [DrinkPurchase] {
        let all = tables.purchases.filter { session == nil || $0.session == session }.map(\.purchase)
        return all.reversed().prefix(limit).map(\.self)
    }

    func insert(_ purchase: DrinkPurchase, of session: UUID) { tables.purchases.append((purchase, session)) }

    func purchaseTotals() -> [DrinkKindTotal] { Array(tables.totals.values) }

    func set(_ total: DrinkKindTotal) { tables.totals[total.kind] = total }

    func record(_ key: String, in table: String) -> String? { tables.records[table]?[key] }

    func records(in table: String, after key: String, limit: Int) -> [StoredRecord] {
        let later = (tables.records[table] ?? [:]).filter { $0.key > key }.sorted { $0.key < $1.key }
        return later.prefix(limit).map { StoredRecord(key: $0.key, value: $0.value) }
    }

    func setRecord(_ key: String, in table: String, to value: String?) {
        tables.records[table, default: [:]][key] = value
    }
}

extension OrderFilter {
    fileprivate func includes(_ order: Order) -> Bool {
        let isOfDays = firstDay.map { order.day >= $0 } != false && lastDay.map { order.day <= $0 } != false
        let isInTime = since.map { order.placedAt >= $0 } != false && before.map { order.placedAt < $0 } != false
        return isOfDays && isInTime && state.map { order.state == $0 } != false
            && (text.map { finds($0.string, in: order) } != false)
    }

    private func finds(_ text: String, in order: Order) -> Bool {
        let options: String.CompareOptions = [.caseInsensitive, .widthInsensitive]
        let isInName = order.who.string.range(of: text, options: options) != nil
        let narrow = text.applyingTransform(.fullwidthToHalfwidth, reverse: false) ?? text
        let isNumber = [order.id, order.number].contains { ["\($0)", "#\($0)"].contains(narrow) }
        let digits = narrow.filter(\.isNumber)
        let isPhone =
            Handover.isPhoneNumber(narrow) && order.handover.phone?.string.filter(\.isNumber).hasSuffix(digits) == true
        return text.isEmpty || isInName || isNumber || isPhone
    }
}

extension OutboxMessage {
    fileprivate func about(_ order: Order) -> OutboxMessage {
        OutboxMessage(
            id: id, about: .order(order), destination: destination, kind: kind, addedAt: addedAt, attempts: attempts,
            nextAt: nextAt, leasedUntil: leasedUntil, failedAt: failedAt, mayHaveArrived: mayHaveArrived,
            failure: failure)
    }

    fileprivate func deadline(ignoringAfter farthest: Date) -> Date {
        let past = Date(timeIntervalSince1970: 0)
        return max(nextAt > farthest ? past : nextAt, leasedUntil > farthest ? past : leasedUntil)
    }
}
