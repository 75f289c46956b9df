import Domain
import Foundation
import Hummingbird
import Storage
import TerminalText

/// Lets guests place, list and cancel orders.
struct OrderController: Sendable {
    let orders: OrderService
    let keeper: Keeper

    func place(_ request: Request) async throws -> Response {
        let id = try request.idempotencyKey()
        let order = try await request.body(as: OrderRequest.self, or: .notAnOrder).checked()
        do {
            let placed = try await orders.place(order, by: request.session, under: IdempotencyKey(id, of: order))
            return Response(status: placed.isNew ? .created : .ok, json: placed.answer)
        } catch let refused as RefusedOrder {
            throw Refusal(refused, of: order)
        }
    }

    func mine(_ request: Request) async throws -> Response {
        let session = try request.namedSession()
        let page = try OrderPageQuery(request)
        let mine = try await orders.store.read { reader in
            OrderList(
                try reader.orders(of: session, before: page.before, limit: page.limit),
                count: try reader.orderCount(of: session))
        }
        return Response(to: request, ownList: mine)
    }

    /// Responds to `GET /orders/{id}`, for the terminal that placed the order and for the keeper.
    func show(_ request: Request, _ context: ShopRequestContext) async throws -> Response {
        let id = try context.orderNumber()
        let isKeeper = request.headers[.authorization] != nil
        if isKeeper { try keeper.admit(request) }
        let (order, session) = try await orders.store.read { (try $0.order(id), try $0.session(ofOrder: id)) }
        guard let order else { throw Refusal.unknownOrder }
        guard try isKeeper || session == request.namedSession() else { throw Refusal.foreignOrder }
        return Response(to: request, ownList: order)
    }

    /// Responds to `POST /orders/{id}/cancellation`.
    func cancel(_ request: Request, _ context: ShopRequestContext) async throws -> Response {
        let (id, session) = (try context.orderNumber(), try request.namedSession())
        let call = [request.method.rawValue, request.uri.path, session.uuidString]
        let key = IdempotencyKey(try request.idempotencyKey(), call: call, of: [String: String]())
        let order = try await orders.change(id, .cancellation(session: session), under: key)
        return Response(status: .ok, json: order.answer)
    }
}

extension ShopRequestContext {
    /// Returns the order number in the path. Throws `Refusal`.
    func orderNumber() throws -> Int {
        guard let number = text("id").flatMap({ Int($0) }) else { throw Refusal.unknownOrder }
        return number
    }
}

extension OrderRequest {
    /// Returns the order after validation, with control characters removed from the name. Throws `Refusal`. What the shop
    /// asks for is not looked at: that may have changed since the order was placed under the same key.
    fileprivate func checked() throws -> OrderRequest {
        var order = self
        order.who = try GuestName.checked(who)
        guard (1...Order.maxLines).contains(lines.count) else { throw Refusal.noSuchCountOfLines }
        guard lines.allSatisfy({ OrderLine.quantities.contains($0.quantity) }) else { throw Refusal.noSuchQuantity }
        guard lines.allSatisfy({ $0.options.count <= ChosenOption.limit }) else { throw Refusal.notAnOrder }
        return order
    }
}

extension GuestTextFailure: RefusingError {
    var refusal: Refusal {
        switch self {
        case .tooLong(let key, let limit):
            Refusal(status: .badRequest, sentence: "\(key) has at most \(limit) characters.")
        case .undisplayable(let key):
            Refusal(
                status: .badRequest, sentence: "\(key) has control characters, or characters that change its direction."
            )
        case .notAPhoneNumber:
            Refusal(status: .badRequest, sentence: "phone is a phone number: digits, spaces, hyphens, and + in front.")
        }
    }
}

extension Refusal {
    static let notAnOrder = Refusal(
        status: .badRequest,
        sentence:
            "The body is not an order: JSON with who, receive, delivery_fee, total, and lines, each with counter, item, "
            + "title, quantity and unit_price.")
    static let noPhone = Refusal(status: .badRequest, sentence: "The shop needs a phone number for this order: phone.")
    static let noAddress = Refusal(status: .badRequest, sentence: "The shop needs an address for this order: address.")
    static let needlessAddress = Refusal(
        status: .badRequest,
        sentence: "The order has an address, but is not delivered, and the shop does not ask for one.")
    static let noSuchTime = Refusal(
        status: .badRequest, sentence: "wanted_at is a time from now to 30 days ahead.")
    static let noSuchQuantity = Refusal(
        status: .badRequest,
        sentence: "The quantity is from \(OrderLine.quantities.lowerBound) to \(OrderLine.quantities.upperBound).")
    static let noSuchCountOfLines = Refusal(
        status: .badRequest, sentence: "An order has from 1 to \(Order.maxLines) lines.")
    static let unknownDish = Refusal(status: .notFound, sentence: "There is no such dish on the menu.")

    /// Creates the refusal of `order`, which names the lines that differ.
    init(_ refused: RefusedOrder, of order: OrderRequest) {
        let lines = refused.lines.filter { $0.unitPrice == nil || !refused.isUnknown }.map { $0.text(of: order) }
            .joined(separator: ", ")
        let sentence =
            refused.isUnknown
            ? "The shop does not sell this: line \(lines)."
            : refused.choices.map { "Line \($0.line + 1): \($0.problem.sentence)" }
                ?? refused.terms.sentence ?? "This cannot be ordered as it was shown: line \(lines)."
        self.init(
            status: refused.isUnknown ? .notFound : refused.choices == nil ? .conflict : .badRequest,
            sentence: sentence, body: OrderConflict(error: sentence, lines: refused.lines, terms: refused.terms))
    }
}

extension OptionProblem {
    fileprivate var sentence: String {
        switch self {
        case .unknown(let option, let choice): "there is no choice \(PlainText(choice)) of \(PlainText(option))."
        case .repeated(let option, let choice): "\(PlainText(choice)) of \(PlainText(option)) is chosen twice."
        case .wrongCount(let option):
            "\(option.id) takes from \(option.choose.lowerBound) to \(option.choose.upperBound) choices."
        }
    }
}

extension OrderTermsConflict {
    /// What differs; `nil` if nothing does.
    fileprivate var sentence: String? {
        if let shop { return shop.sentence }
        if let receive { return "The shop hands orders over by \(receive.map(\.rawValue).joined(separator: ", "))." }
        if let minimum { return "Orders are delivered from \(minimum.text)." }
        if let deliveryFee { return "Delivery costs \(deliveryFee.text) now." }
        return total.map { "The total is \($0.text)." }
    }
}

extension ShopStatus {
    /// Why the shop takes no such order.
    fileprivate var sentence: String {
        let reason = pause?.reason.map { ": \($0)" } ?? ""
        guard isOpen else {
            let time = wantedAt.map { " at \($0.text)" } ?? ""
            return "The shop is closed\(time)\(opensAt.map { " and opens at \($0.text)" } ?? "")\(reason)."
        }
        return "The shop is paused\(opensAt.map { " until \($0.text)" } ?? "")\(reason)."
    }
}

extension OrderLineConflict {
    /// Returns the line's number, counted from 1, and both titles if it is something else by now.
    fileprivate func text(of order: OrderRequest) -> String {
        let shown = order.lines[line].title
        return unitPrice == nil || shown == title ? "\(line + 1)" : "\(line + 1) (\(shown) is \(title) now)"
    }
}

extension Refusal {
    static let notAChangeOfState = Refusal(
        status: .badRequest, sentence: "The body does not say how the order changes: JSON with state, and reason.")
    static let notAReduction = Refusal(
        status: .badRequest,
        sentence: "The body does not say what is taken out: JSON with reason, and lines, each with line and quantity.")
    static let notAPayment = Refusal(
        status: .badRequest,
        sentence: "The body does not say how the order was paid: JSON with method: "
            + PaymentMethod.allCases.map(\.rawValue).joined(separator: ", ") + ", or null.")
    static let noSeenState = Refusal(
        status: .preconditionRequired, sentence: "If-Match has to say in which state the order was seen.")
    static let notADate = Refusal(status: .badRequest, sentence: "date is a day: 2026-11-22.")
    static let unknownOrder = Refusal(status: .notFound, sentence: "There is no order of this number.")
    static let foreignOrder = Refusal(status: .forbidden, sentence: "Another terminal placed this order.")
}

extension OrderFailure: RefusingError {
    var refusal: Refusal {
        switch self {
        case .unknown: .unknownOrder
        case .foreign: .foreignOrder
        case .moved(let state):
            Refusal(.preconditionFailed, "The order was moved meanwhile: it is \(state.rawValue).", in: state)
        case .invalidTransition(let state):
            Refusal(.conflict, "The order is \(state.rawValue), and cannot become this.", in: state)
        case .closed(let state):
            Refusal(.conflict, "The order is \(state.rawValue): nothing of it changes any more.", in: state)
        case .pastDay:
            Refusal(
                .conflict, "The order was handed over on a day that is closed: it can only be refunded.",
                in: .handedOver)
        case .noSuchReduction:
            Refusal(
                status: .badRequest,
                sentence: "Each line is one of the order's, counted from 0, with a quantity that is lower than now.")
        case .tooManyReductions:
            Refusal(
                status: .conflict, sentence: "The order was reduced \(Order.maxReductions) times: cancel or refund it.")
        case .noReason:
            Refusal(
                status: .badRequest,
                sentence:
                    "A reason of \(Order.reasons.lowerBound) to \(Order.reasons.upperBound) characters belongs to this."
            )
        }
    }
}

extension Refusal {
    fileprivate init(_ status: HTTPResponse.Status, _ sentence: String, in state: OrderState) {
        self.init(status: status, sentence: sentence, body: OrderStateConflict(error: sentence, state: state))
    }
}
