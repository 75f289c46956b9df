import Domain
import Foundation
import GRDB
import TerminalText

/// A transaction of an SQL database. `Operations` implements the tables for all of them, with one text of each
/// statement; what differs between databases is how a connection runs it.
protocol SQLTransaction: GroupedTransaction {
    associatedtype FoundRow: TableRow

    /// Runs a statement and returns its rows. `$1` stands for the first value, wherever and however often it appears.
    func rows(_ sql: String, _ values: [(any SQLValue)?]) throws -> [FoundRow]
    /// Runs a statement without rows. If it is refused, that may be thrown by a later statement or the commit.
    func run(_ sql: String, _ values: [(any SQLValue)?]) throws
    /// Throws the error that concerns the whole group if the transaction cannot go on after `error`.
    func checkGoesOn(after error: any Error) throws
}

extension SQLTransaction {
    func row(_ sql: String, _ values: [(any SQLValue)?] = []) throws -> FoundRow? { try rows(sql, values).first }

    func withSavepoint<Outcome>(_ body: () throws -> Outcome) throws -> Outcome {
        try run("SAVEPOINT own", [])
        do {
            let outcome = try body()
            try run("RELEASE own", [])
            return outcome
        } catch {
            try checkGoesOn(after: error)
            try run("ROLLBACK TO own", [])
            try run("RELEASE own", [])
            throw error
        }
    }
}

/// The value of a statement's parameter.
protocol SQLValue: Sendable {
    /// The value in PostgreSQL's text format.
    var sqlText: String { get }
    var sqliteValue: DatabaseValue { get }
}

extension String: SQLValue {
    var sqlText: String { self }
    var sqliteValue: DatabaseValue { databaseValue }
}

extension Int: SQLValue {
    var sqlText: String { String(self) }
    var sqliteValue: DatabaseValue { databaseValue }

    /// 1 or 0, as which all databases store it.
    init(_ value: Bool) { self = value ? 1 : 0 }
}

extension UUID: SQLValue {
    var sqlText: String { uuidString }
    var sqliteValue: DatabaseValue { uuidString.databaseValue }
}

/// A row of a query result.
///
/// Every method throws `StoreError.damaged` if the column holds something else.
protocol TableRow {
    func integerIfAny(_ column: String) throws -> Int?
    func textIfAny(_ column: String) throws -> String?
}

extension TableRow {
    func integer(_ column: String) throws -> Int { try TableValue.present(integerIfAny(column)) }

    func text(_ column: String) throws -> String { try TableValue.present(textIfAny(column)) }

    func uuidIfAny(_ column: String) throws -> UUID? {
        try textIfAny(column).map { try TableValue.present(UUID(uuidString: $0)) }
    }

    func uuid(_ column: String) throws -> UUID { try TableValue.present(uuidIfAny(column)) }

    /// Reads whole seconds since 1970.
    func time(_ column: String) throws -> Date { Date(timeIntervalSince1970: Double(try integer(column))) }

    /// Reads milliseconds since 1970.
    func deadline(_ column: String) throws -> Date { Date(milliseconds: try integer(column)) }

    func deadlineIfAny(_ column: String) throws -> Date? { try integerIfAny(column).map { Date(milliseconds: $0) } }

    func money(_ column: String) throws -> Won { Won(try integer(column)) }
}

private enum TableValue {
    static func present<Value>(_ value: Value?) throws(StoreError) -> Value {
        guard let value else { throw .damaged }
        return value
    }
}

extension Date {
    /// Returns the seconds since 1970, rounded by `rule`.
    func wholeSeconds(_ rule: FloatingPointRoundingRule) -> Int { Int(timeIntervalSince1970.rounded(rule)) }

    /// The milliseconds since 1970, rounded.
    var milliseconds: Int { Int((timeIntervalSince1970 * 1_000).rounded()) }

    init(milliseconds: Int) { self.init(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}

// The values that rows hold.

extension Order {
    /// Creates the order from a row with all columns of `SQL.orderColumns`. Throws `StoreError.damaged` if they are not
    /// valid.
    init(_ row: some TableRow) throws {
        guard let state = OrderState(rawValue: try row.text("state")) else { throw StoreError.damaged }
        guard let day = Day(text: try row.text("day")) else { throw StoreError.damaged }
        let placedAt = try row.time("placed_at")
        self.init(
            id: try row.integer("id"), number: try row.integer("day_number"), day: day,
            who: PlainText(try row.text("who")), handover: try Handover(row),
            lines: try row.textIfAny("lines").map(StoredJSON.value) ?? [OrderLine(row)],
            deliveryFee: try row.money("delivery_fee"), payment: try row.payment("payment"),
            reductions: try row.textIfAny("reductions").map(StoredJSON.value) ?? [],
            steps: try row.textIfAny("steps").map(StoredJSON.value) ?? [.first(state, at: placedAt)],
            reason: try row.textIfAny("reason").map { PlainText($0) }, placedAt: placedAt)
        guard !self.lines.isEmpty, self.state == state else { throw StoreError.damaged }
    }
}

extension TableRow {
    fileprivate func payment(_ column: String) throws -> PaymentMethod? {
        try textIfAny(column).map { try TableValue.present(PaymentMethod(rawValue: $0)) }
    }
}

extension Booking {
    init(_ row: some TableRow) throws {
        guard let day = Day(text: try row.text("day")) else { throw StoreError.damaged }
        self.init(
            id: try row.integer("id"), order: try row.integer("order_id"), day: day, at: try row.time("booked_at"),
            before: try StoredJSON.value(row.text("sale_before")), after: try StoredJSON.value(row.text("sale_after")))
    }
}

extension StoredClosing {
    init(_ row: some TableRow) throws {
        func range(_ name: String) throws -> Range<Int> {
            let (first, next) = (try row.integer("first_\(name)"), try row.integer("next_\(name)"))
            guard first <= next else { throw StoreError.damaged }
            return first..<next
        }
        self.init(
            number: try row.integer("number"),
            from: try row.integerIfAny("opened_at").map { Date(timeIntervalSince1970: Double($0)) },
            to: try row.time("closed_at"), orders: try range("order"), bookings: try range("booking"),
            cashCounted: try row.integerIfAny("cash_counted").map { Won($0) })
    }
}

extension Handover {
    fileprivate init(_ row: some TableRow) throws {
        guard let fulfillment = Fulfillment(rawValue: try row.text("receive")) else { throw StoreError.damaged }
        self.init(
            fulfillment, phone: try row.textIfAny("phone").flatMap(Handover.text),
            address: try row.textIfAny("address").flatMap(Handover.text),
            wantedAt: try row.integerIfAny("wanted_at").map { Date(timeIntervalSince1970: Double($0)) },
            note: try row.textIfAny("note").flatMap(Handover.text))
    }
}

extension OrderLine {
    fileprivate init(_ row: some TableRow) throws {
        self.init(
            item: OrderedItem(SalesCounter(rawValue: try row.text("counter")), try row.text("item")),
            section: try row.textIfAny("section"), title: PlainText(try row.text("title")),
            titleInEnglish: try row.textIfAny("title_en").map { PlainText($0) },
            quantity: try row.integer("quantity"), unitPrice: try row.money("unit_price"))
    }
}

extension StoredKey {
    /// Creates the key from a row with either an order's number or an answer.
    init(_ row: some TableRow) throws {
        let outcome: Outcome =
            if let order = try row.integerIfAny("order_id") { .order(order) } else { .answer(try row.text("answer")) }
        self.init(request: try row.text("request"), outcome: outcome)
    }
}

extension OutboxMessage {
    /// Creates the message from a row that includes all columns of its order or closing.
    init(_ row: some TableRow) throws {
        guard let kind = MessageKind(rawValue: try row.text("kind")) else { throw StoreError.damaged }
        self.init(
            id: try row.integer("message_id"),
            about: try row.integerIfAny("closing") == nil ? .order(Order(row)) : .closing(StoredClosing(row)),
            destination: OutboxDestination(rawValue: try row.text("destination")), kind: kind,
            addedAt: try row.deadline("added_at"), attempts: try row.integer("attempts"),
            nextAt: try row.deadline("next_at"), leasedUntil: try row.deadline("leased_until"),
            failedAt: try row.deadlineIfAny("failed_at"), mayHaveArrived: try row.integer("may_have_arrived") != 0,
            failure: try row.textIfAny("failure").map { DeliveryFailure(rawValue: $0) })
    }
}

extension SectionVersions.Change {
    init(_ row: some TableRow) throws {
        self.init(version: try row.integer("version"), sequence: try row.integer("number"))
    }
}

extension StoredBatch {
    /// Returns `nil` for a class that this program does not know; such rows are left alone.
    init?(_ row: some TableRow) throws {
        guard let drinkClass = DrinkClass(rawValue: try row.text("class")) else { return nil }
        guard let day = Day(text: try row.text("made_on")) else { throw StoreError.damaged }
        self.init(
            drink: DrinkID(try row.text("drink")), drinkClass: drinkClass, manufacturedOn: day,
            beverage: try row.text("beverage"), count: try row.integer("count"))
    }
}

extension MachineSession {
    init(id: UUID, _ row: some TableRow) throws {
        self.init(id: id)
        balance = try row.money("balance")
        inserted = try row.money("inserted")
        spent = try row.money("spent")
        returned = try row.money("returned")
        purchases = try row.integer("purchases")
        sequence = try row.integer("number")
    }
}

extension DrinkPurchase {
    /// Creates the purchase from a row that includes its order's price and time.
    init(_ row: some TableRow) throws {
        self.init(
            id: try row.integer("order_id"), drink: DrinkID(try row.text("drink")),
            name: PlainText(try row.text("name")), kind: try DrinkKind(row), image: try row.text("image"),
            price: try row.money("total"), boughtAt: try row.time("placed_at"))
    }
}

extension DrinkKindTotal {
    init(_ row: some TableRow) throws {
        self.init(kind: try DrinkKind(row), count: try row.integer("count"), amount: try row.money("amount"))
    }
}

extension DrinkKind {
    fileprivate init(_ row: some TableRow) throws {
        guard let kind = DrinkKind(rawValue: try row.text("kind")) else { throw StoreError.damaged }
        self = kind
    }
}
