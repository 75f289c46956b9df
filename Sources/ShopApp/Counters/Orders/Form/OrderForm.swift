import Domain
import Foundation
import ShopClient
import ShopHTTP
import TerminalText

/// What is wrong with a field of the form.
enum OrderProblem: Hashable, Sendable {
    case guest(GuestProblem)
    case quantity
    /// One costs something else by now.
    case price(before: Won, now: Won)
    case soldOut
    /// So many of these are missing for it.
    case short([FruitID: Int])
    /// The shop does not have it any more.
    case unknown
}

/// What a guest should know before ordering again.
enum OrderNotice: Hashable, Sendable {
    /// The price is another by now; it has to be confirmed.
    case newPrice(before: Won)
    /// Delivery costs something else than was shown.
    case newFee(before: Won?)
    /// Some lines cannot be had as they were shown.
    case linesDiffer
    /// Nothing is left to order.
    case nothing
    /// The server could not be reached, and the order could not be kept either.
    case notKept(FetchFailure)
}

/// The order form: who wants how many of one thing, or of each thing in the cart.
struct OrderForm: Hashable, Sendable {
    enum Stop: Hashable, Sendable {
        case who, confirm, cancel
        case quantity(OrderedItem)
    }

    /// Whether it is the cart that is ordered, which is empty afterwards.
    let isCart: Bool
    /// What is ordered, each at what the guest agrees to pay for one.
    private(set) var items: [SaleItem]
    /// What is known of delivery; `nil` for an order that is not delivered.
    var fees: DeliveryFees?
    /// What the shop says that delivery costs, where that is something else.
    private var feeAtShop: Won?
    /// What makes this order one order, however often it is sent.
    private(set) var key: UUID
    var form: Form<Stop, OrderProblem, OrderNotice>
    /// Names that may be meant by what was typed.
    private(set) var suggestions = NameOffers()

    /// A form for one of `item`. Whoever has a name already goes on with the quantity.
    init(_ item: SaleItem, key: UUID, guest: Guest) {
        self.init(
            [Cart.Line(item, quantity: 1)], in: OrderLine.quantities, isCart: false, key: key, guest: guest,
            focus: .quantity(item.id))
    }

    /// A form for what is in the cart.
    init(_ cart: Cart, fees: DeliveryFees, key: UUID, guest: Guest) {
        let quantities = 0...OrderLine.quantities.upperBound
        self.init(cart.lines, in: quantities, isCart: true, key: key, guest: guest, focus: .confirm)
        self.fees = fees
    }

    private init(
        _ lines: [Cart.Line], in quantities: ClosedRange<Int>, isCart: Bool, key: UUID, guest: Guest, focus: Stop
    ) {
        self.isCart = isCart
        self.key = key
        items = lines.map(\.item)
        typealias Field = Form<Stop, OrderProblem, OrderNotice>.Field
        let who: [(Stop, Field)] = guest.isFixed ? [] : [(.who, .text(TextField(guest.name)))]
        let counts = lines.map { line -> (Stop, Field) in
            (.quantity(line.item.id), .number(QuantityField(line.quantity, in: quantities)))
        }
        // The name is seen before what costs money is pressed.
        let fields = isCart ? counts + who : who + counts
        self.guest = guest
        form = Form(
            fields + [(.confirm, .button), (.cancel, .button)],
            focus: guest.name.isEmpty && !guest.isFixed ? .who : focus)
    }

    /// Who ordered last, or always does at this terminal.
    let guest: Guest

    var who: PlainText { guest.isFixed ? guest.name : form.text(.who).value }

    /// `nil` while it cannot be ordered.
    func quantity(of item: SaleItem) -> Int? { form.number(.quantity(item.id))?.value }

    /// What is ordered, as far as it can be.
    var lines: [Cart.Line] {
        items.compactMap { item in
            quantity(of: item).flatMap { $0 > 0 ? Cart.Line(item, quantity: $0) : nil }
        }
    }

    /// What all lines cost; `nil` while a quantity cannot be ordered.
    var subtotal: Won? {
        items.allSatisfy { quantity(of: $0) != nil } ? Won(lines.reduce(0) { $0 + $1.total.amount }) : nil
    }

    /// What delivery costs; `nil` while that is not known.
    var fee: Won? {
        guard let fees else { return Won(0) }
        return feeAtShop ?? fees.charged(for: lines)
    }

    /// What is charged in all, as far as it is known; `nil` while a quantity cannot be ordered.
    var total: Won? { subtotal.map { Won($0.amount + (fee?.amount ?? 0)) } }

    /// The order, if it can be placed; else the problems are told.
    mutating func confirmed() -> OrderDraft? {
        var problems: [Stop: OrderProblem] = [:]
        problems[.who] = Guest.problem(with: who).map { .guest($0) }
        for item in items where quantity(of: item) == nil { problems[.quantity(item.id)] = .quantity }
        guard !form.tell(problems) else { return nil }
        guard !lines.isEmpty else {
            form.notice = .nothing
            return nil
        }
        form.isSending = true
        form.notice = nil
        return OrderDraft(key: key, who: who.string, lines: lines, deliveryFee: fee ?? Won(0))
    }
}

// What comes back.
extension OrderForm {
    /// The shop does not take `draft` as it was shown: nothing was ordered, and a new order under `key` has to be
    /// confirmed.
    mutating func take(_ refusal: OrderRefusal, of draft: OrderDraft, key: UUID) {
        self.key = key
        form.isSending = false
        form.focus(on: .confirm)
        if !isCart, let price = refusal.newPrice {
            form.notice = .newPrice(before: items[0].price)
            items[0] = items[0].costing(price)
            return
        }
        if let fee = refusal.deliveryFee {
            form.notice = .newFee(before: self.fee)
            feeAtShop = fee
        }
        var problems: [Stop: OrderProblem] = [:]
        for (number, problem) in refusal.problems where draft.lines.indices.contains(number) {
            let item = draft.lines[number].item
            problems[.quantity(item.id)] = OrderProblem(problem, of: item)
            guard case .price(let price) = problem, let place = items.firstIndex(where: { $0.id == item.id }) else {
                continue
            }
            items[place] = item.costing(price)
        }
        if !problems.isEmpty { form.notice = .linesDiffer }
        // What only costs something else can be confirmed at once.
        form.problems = problems
    }

    /// The order was neither sent nor kept.
    mutating func fail(_ failure: FetchFailure) {
        form.isSending = false
        form.notice = .notKept(failure)
    }

    /// Something was learnt of delivery. An order under way keeps what was agreed to.
    mutating func take(_ fees: DeliveryFees) {
        if self.fees != nil, !isSending { self.fees = fees }
    }

    /// The lines are others: what the shop said of delivery was about those before.
    mutating func forgetFee() { feeAtShop = nil }
}

extension OrderProblem {
    fileprivate init(_ problem: OrderRefusal.Problem, of item: SaleItem) {
        switch problem {
        case .price(let price): self = .price(before: item.price, now: price)
        case .soldOut: self = .soldOut
        case .short(let fruits): self = .short(fruits)
        case .unknown: self = .unknown
        }
    }
}

// Names that may be meant.
extension OrderForm {
    /// Offers `names` for `text`, if that is still what stands in the field.
    mutating func suggest(_ names: [PlainText], for text: String) {
        guard focus == .who, who.string == text else { return }
        suggestions = NameOffers(names.filter { $0 != who })
    }

    mutating func chooseSuggestion(_ steps: Int) { suggestions.choose(steps) }

    /// Takes the chosen name over, if there is one; no other is offered any more.
    mutating func takeSuggestion() {
        if let chosen = suggestions.chosen { take(suggestions.names[chosen]) }
        forgetSuggestions()
    }

    /// Takes a name over; no other is offered any more.
    mutating func take(_ name: PlainText) {
        form[.who] = .text(TextField(name))
        forgetSuggestions()
    }

    mutating func forgetSuggestions() { suggestions = NameOffers() }
}

/// Names that are offered for what was typed.
struct NameOffers: Hashable, Sendable {
    let names: [PlainText]
    /// The number of the one that is chosen.
    private(set) var chosen: Int?

    init(_ names: [PlainText] = []) { self.names = names }

    /// The name so many further on, around both ends.
    mutating func choose(_ steps: Int) {
        guard !names.isEmpty else { return }
        chosen = chosen.map { ($0 + steps + names.count) % names.count } ?? (steps > 0 ? 0 : names.count - 1)
    }
}
