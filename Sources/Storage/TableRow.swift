import Domain
import Foundation
import TerminalText

/// A row of a query result.
///
/// Every method throws `StoreError.damaged` if the column holds something else.
protocol TableRow {
    func integer(_ column: String) throws -> Int
    func integerIfAny(_ column: String) throws -> Int?
    func text(_ column: String) throws -> String
    func textIfAny(_ column: String) throws -> String?
}

extension TableRow {
    /// Reads whole seconds since 1970.
    func time(_ column: String) throws -> Date { Date(timeIntervalSince1970: Double(try integer(column))) }

    func money(_ column: String) throws -> Won { Won(try integer(column)) }
}

extension Order {
    /// Creates the order from a row with all columns of `orders`. Throws `StoreError.damaged` if they are not valid.
    init(_ row: some TableRow) throws {
        guard let state = OrderState(rawValue: try row.text("state")) else { throw StoreError.damaged }
        let placedAt = try row.time("placed_at")
        self.init(
            id: try row.integer("id"), who: PlainText(try row.text("who")),
            lines: try row.textIfAny("lines").map(JSONText.value) ?? [OrderLine(row)],
            deliveryFee: try row.money("delivery_fee"),
            steps: try row.textIfAny("steps").map(JSONText.value) ?? [.first(state, at: placedAt)],
            reason: try row.textIfAny("reason").map { PlainText($0) }, placedAt: placedAt)
        guard !self.lines.isEmpty, self.state == state else { throw StoreError.damaged }
    }
}

extension OrderLine {
    /// Creates the line from a row of an order of one line.
    fileprivate init(_ row: some TableRow) throws {
        self.init(
            item: OrderedItem(SalesCounter(rawValue: try row.text("counter")), try row.text("item")),
            title: PlainText(try row.text("title")),
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
    /// Creates the message from a row that includes all columns of its order.
    init(_ row: some TableRow) throws {
        self.init(
            id: try row.integer("message_id"), order: try Order(row), kind: try MessageKind(row),
            addedAt: Date(milliseconds: try row.integer("added_at")), attempts: try row.integer("attempts"),
            nextAt: Date(milliseconds: try row.integer("next_at")),
            leasedUntil: Date(milliseconds: try row.integer("leased_until")),
            failedAt: try row.integerIfAny("failed_at").map { Date(milliseconds: $0) },
            mayHaveArrived: try row.integer("may_have_arrived") != 0,
            failure: try row.textIfAny("failure").map { DeliveryFailure(rawValue: $0) })
    }
}

extension MessageKind {
    fileprivate init(_ row: some TableRow) throws {
        guard let kind = MessageKind(rawValue: try row.text("kind")) else { throw StoreError.damaged }
        self = kind
    }
}

extension OutboxBacklog {
    /// Creates the backlog from the result of `StoreFigures.backlogQuery`.
    init?(_ row: (some TableRow)?) throws {
        self.init(
            waiting: try row?.integer("waiting") ?? 0, refused: try row?.integer("refused") ?? 0,
            since: try row?.integerIfAny("since").map { Date(milliseconds: $0) })
    }
}

extension SectionVersions.Change {
    init(_ row: some TableRow) throws {
        self.init(version: try row.integer("version"), number: try row.integer("number"))
    }
}

extension StoredBatch {
    /// Returns `nil` for a class that only later versions of this program know; such rows are left to those versions.
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
        number = try row.integer("number")
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

extension Date {
    /// Returns the seconds since 1970, rounded by `rule`.
    func wholeSeconds(_ rule: FloatingPointRoundingRule) -> Int { Int(timeIntervalSince1970.rounded(rule)) }

    /// The milliseconds since 1970, rounded.
    var milliseconds: Int { Int((timeIntervalSince1970 * 1_000).rounded()) }

    init(milliseconds: Int) { self.init(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}
