import Domain
import Foundation
import Hummingbird
import Storage
import TerminalText

/// Lets the keeper list orders, move them, reduce them, and mark how they were paid.
struct BoardController: Sendable {
    private enum List: Hashable {
        case page(OrderFilter, after: Int, limit: Int)
        case section(OrderState, OrderPageQuery)
    }

    private let orders: OrderService
    private let keeper: Keeper
    private let lists: SharedLists<List>

    private static let defaultLimit = 100
    private static let limits = 1...1_000

    init(orders: OrderService, keeper: Keeper) {
        (self.orders, self.keeper) = (orders, keeper)
        lists = SharedLists(in: orders.store)
    }

    /// Responds to `GET /orders`.
    func list(_ request: Request) async throws -> Response {
        try keeper.admit(request)
        guard let filter = OrderFilter(try OrderQuery(request), in: orders.days.calendar, now: orders.days.clock())
        else {
            throw Refusal.noSuchDay
        }
        let after = try request.integer("after", in: 0...Int.max) ?? 0
        let limit = try request.integer("limit", in: BoardController.limits) ?? BoardController.defaultLimit
        return try await lists.response(to: request, of: .page(filter, after: after, limit: limit)) { store in
            try await store.read { try $0.orders(matching: filter, after: after, limit: limit) }
        }
    }

    func section(_ state: OrderState, _ request: Request) async throws -> Response {
        try keeper.admit(request)
        let page = try OrderPageQuery(request)
        return try await lists.response(to: request, of: .section(state, page)) { store in
            try await store.read { reader in
                OrderList(
                    try reader.orders(in: state, before: page.before, limit: page.limit),
                    count: try reader.orderCount(in: state))
            }
        }
    }

    /// Responds to `PATCH /orders/{id}`.
    func move(_ request: Request, _ context: ShopRequestContext) async throws -> Response {
        try keeper.admit(request)
        let id = try context.orderNumber()
        guard let seen = request.headers[.ifMatch] else { throw Refusal.noSeenState }
        let change = try await request.body(as: OrderChange.self, or: .notAChangeOfState)
        let move = OrderOperation.move(
            change.state, seen: OrderState(seen: seen), reason: change.reason.map { PlainText($0) })
        return try await answer(to: request, seen, change, id, move)
    }

    /// Responds to `PATCH /orders/{id}/lines`.
    func reduce(_ request: Request, _ context: ShopRequestContext) async throws -> Response {
        try keeper.admit(request)
        let (id, seen) = (try context.orderNumber(), request.headers[.ifMatch])
        let change = try await request.body(as: ReductionRequest.self, or: .notAReduction)
        let reduction = OrderOperation.reduction(
            change.lines, seen: seen.map { [OrderState(seen: $0)] } ?? [], reason: PlainText(change.reason))
        return try await answer(to: request, seen, change, id, reduction)
    }

    /// Responds to `PUT /orders/{id}/payment`.
    func pay(_ request: Request, _ context: ShopRequestContext) async throws -> Response {
        try keeper.admit(request)
        let id = try context.orderNumber()
        let change = try await request.body(as: PaymentChange.self, or: .notAPayment)
        return try await answer(to: request, nil, change, id, .payment(change.method))
    }

    private func answer(
        to request: Request, _ seen: String?, _ body: some Encodable, _ id: Int, _ operation: OrderOperation
    ) async throws -> Response {
        let call = [request.method.rawValue, request.uri.path] + [seen].compactMap(\.self)
        let key = IdempotencyKey(try request.idempotencyKey(), call: call, of: body)
        return Response(status: .ok, json: try await orders.change(id, operation, under: key).answer)
    }
}

extension OrderState {
    /// Reads the value of `If-Match`: the state in quotes.
    fileprivate init?(seen text: String) { self.init(rawValue: text.filter { $0 != "\"" }) }
}

/// The part of a list of orders that a request asks for.
struct OrderPageQuery: Hashable, Sendable {
    /// The number above those of the page; `nil` for the newest page.
    let before: Int?
    let limit: Int

    /// Throws `Refusal`.
    init(_ request: Request) throws {
        before = try request.integer("before", in: 1...Int.max)
        limit = try request.integer("limit", in: OrderList.lengths) ?? OrderList.defaultLength
    }
}

extension OrderQuery {
    /// Reads the query of `GET /orders`; an empty value is none. Throws `Refusal`.
    fileprivate init(_ request: Request) throws {
        func value<Value>(_ name: String, _ parse: (String) -> Value?) throws -> Value? {
            guard let text = request.uri.queryParameters[name[...]], !text.isEmpty else { return nil }
            guard let value = parse(String(text)) else { throw Refusal.unreadable(name) }
            return value
        }
        self.init(
            since: try value("since", TimeBound.init), until: try value("until", TimeBound.init),
            state: try value("state", OrderState.init(rawValue:)),
            text: try value("q") { $0.unicodeScalars.count <= OrderQuery.maxText ? PlainText($0) : nil })
    }
}

extension Refusal {
    /// Refuses a part of the query of `GET /orders`.
    fileprivate static func unreadable(_ name: String) -> Refusal {
        let form =
            switch name {
            case "state": OrderState.allCases.map(\.rawValue).joined(separator: ", ")
            case "q": "at most \(OrderQuery.maxText) characters"
            default: "a day, 2026-11-22, a time, 2026-11-22T18:00:00+09:00, or today"
            }
        return Refusal(status: .badRequest, sentence: "\(name) is \(form).")
    }

    fileprivate static let noSuchDay = Refusal(
        status: .badRequest, sentence: "since and until are days of the shop's calendar.")

    fileprivate static func outOfRange(_ name: String, in range: ClosedRange<Int>) -> Refusal {
        Refusal(
            status: .badRequest, sentence: "\(name) is a number from \(range.lowerBound) to \(range.upperBound).")
    }
}

extension Request {
    /// Returns the query's number `name`; `nil` if it is absent. Throws `Refusal` if it is not a number in `range`.
    fileprivate func integer(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let text = uri.queryParameters[name[...]] else { return nil }
        guard let value = Int(text), range.contains(value) else { throw Refusal.outOfRange(name, in: range) }
        return value
    }
}
