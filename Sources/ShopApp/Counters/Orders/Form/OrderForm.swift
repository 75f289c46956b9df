import Domain
import Foundation
import ShopClient
import TerminalText

enum OrderProblem: Hashable, Sendable {
    case guest(GuestProblem)
    /// What the shop needs is missing.
    case missing(GuestDetail)
    case invalidPhone
    case invalidTime
    /// The text exceeds its limit by that many characters.
    case tooLong(by: Int)
    case quantity
    /// The unit price has changed.
    case price(before: Won, now: Won)
    /// The shop sells something else instead, with this title.
    case title(PlainText)
    case options(OptionsChange)
    case soldOut
    /// Only so many are left.
    case left(Int)
    /// These amounts of fruit are missing.
    case short([FruitID: Int])
    /// The shop does not have the item any more.
    case unknown
}

/// A notice that the guest has to see before ordering again.
enum OrderNotice: Hashable, Sendable {
    /// The price has changed and has to be confirmed.
    case newPrice(before: Won)
    /// The delivery fee differs from the one shown.
    case newFee(before: Won?)
    /// Something else about the order differs.
    case terms(OrderTermsConflict)
    /// Some lines cannot be ordered as shown.
    case linesDiffer
    /// What was ordered before has changed since; these are not sold any more.
    case changedSince(gone: [PlainText])
    /// No line is left to order.
    case nothing
    /// The server could not accept the order, and it could not be saved on this device either.
    case notSaved(FetchFailure)
}

/// The order form: the guest's name and the quantity of one item, or of each item in the cart.
struct OrderForm: Hashable, Sendable {
    enum Stop: Hashable, Sendable {
        case who, receive, confirm, cancel
        /// Puts a dish into the cart with which delivery is free.
        case proposal
        case detail(GuestDetail)
        case quantity(SaleItem.ID)
        /// What the guest writes about an item.
        case lineNote(SaleItem.ID)
    }

    /// Whether the form orders the cart, from which the ordered lines are taken afterwards.
    let isCart: Bool
    /// The ordered items, each at the unit price that the guest agrees to.
    var items: [SaleItem]
    /// What the shop asks for, and what it charges for delivery.
    private(set) var shop: ShopProfile
    /// What is shown while the shop takes no orders; `nil` while it does.
    var closed: ClosedShop? {
        didSet {
            // The notice that an order was refused for it is over with it.
            if closed == nil, isRefusedByClosedShop { form.notice = nil }
        }
    }
    /// Whether the notice is that the shop refused the order because it takes none now.
    var isRefusedByClosedShop: Bool {
        guard case .terms(let terms) = notice, let shop = terms.shop else { return false }
        return shop.wantedAt == nil
    }
    /// How the last order of this terminal was handed over; it is offered to its guest only.
    private let remembered: RememberedHandover?
    /// Whether the way was that of the last order when the form was opened.
    private let remembersWay: Bool
    private(set) var fees: DeliveryFees
    /// The items that are sold out, which are not ordered.
    var soldOut: Set<SaleItem.ID> = []
    /// The dish that makes delivery free; `nil` if there is none.
    var proposal: SaleItem?
    /// Whether the fees were asked for and have not arrived.
    private(set) var isWaitingForFees: Bool
    /// The delivery fee according to the shop, if it differs from the expected one.
    private var feeAtShop: Won?
    /// The idempotency key, which stays the same for each attempt to send the same order.
    private(set) var key: UUID
    /// The last order of this form of which nobody knows whether the shop has it; `nil` if there is none.
    private var unanswered: OrderDraft?
    var form: Form<Stop, OrderProblem, OrderNotice>
    private(set) var suggestions = NameSuggestionList()
    /// What the phone book of this device has of the guest.
    private var contact: [GuestDetail: PlainText] = [:]

    /// Creates a form for one `item`. The focus starts on the quantity if the name is known.
    init(
        _ item: SaleItem, at shop: ShopProfile = ShopProfile(), fees: DeliveryFees, key: UUID, guest: Guest,
        remembered: RememberedHandover? = nil, closed: ClosedShop? = nil
    ) {
        self.init(
            [Cart.Line(item, quantity: 1)], in: OrderLine.quantities, isCart: false, shop, fees, key, guest, remembered,
            focus: .quantity(item.id))
        self.closed = closed
    }

    init(
        _ cart: Cart, at shop: ShopProfile = ShopProfile(), fees: DeliveryFees, key: UUID, guest: Guest,
        remembered: RememberedHandover? = nil, closed: ClosedShop? = nil
    ) {
        let quantities = 0...OrderLine.quantities.upperBound
        self.init(
            cart.lines, in: quantities, isCart: true, shop, fees, key, guest, remembered,
            focus: cart.lines.first.map { .quantity($0.item.id) } ?? .confirm)
        self.closed = closed
    }

    private init(
        _ lines: [Cart.Line], in quantities: ClosedRange<Int>, isCart: Bool, _ shop: ShopProfile, _ fees: DeliveryFees,
        _ key: UUID, _ guest: Guest, _ remembered: RememberedHandover?, focus: Stop
    ) {
        self.isCart = isCart
        self.shop = shop
        self.remembered = remembered
        let offered = remembered?.offered(to: guest.name)
        remembersWay = offered != nil
        self.fees = fees
        isWaitingForFees = shop.delivery == nil && !fees.unknown(in: lines).isEmpty
        self.key = key
        items = lines.map(\.item)
        typealias Field = Form<Stop, OrderProblem, OrderNotice>.Field
        let who: [(Stop, Field)] = guest.isFixed ? [] : [(.who, .text(TextField(guest.name)))]
        let counts = OrderForm.lineFields(lines, in: quantities)
        // The name has to be seen before the guest presses the button that costs money.
        let (way, details) = OrderForm.handoverFields(at: shop, offered?.fulfillment)
        let fields =
            isCart ? counts + who + way + [(.proposal, .standaloneButton)] + details : who + counts + way + details
        self.guest = guest
        form = Form(
            fields + [(.confirm, .button), (.cancel, .button)],
            focus: guest.name.isEmpty && !guest.isFixed ? .who : focus)
        hideWhatIsNotAsked()
        fillIn()
    }

    /// The guest who ordered last, or the fixed guest of this terminal.
    let guest: Guest

    var who: PlainText { guest.isFixed ? guest.name : form.text(.who).value }

    /// Returns the quantity of `item`; `nil` if the input is not a valid quantity.
    func quantity(of item: SaleItem) -> Int? { form.quantity(.quantity(item.id))?.value }

    /// The lines to order: those with a valid quantity above 0 that are not sold out.
    var lines: [Cart.Line] { cartLines.filter { !isSoldOut($0.item) } }

    /// The lines with a valid quantity above 0.
    var cartLines: [Cart.Line] {
        items.compactMap { item in
            quantity(of: item).flatMap { $0 > 0 ? Cart.Line(item, quantity: $0, note: note(of: item)) : nil }
        }
    }

    /// The price of the lines to order; `nil` if a quantity is invalid.
    var subtotal: Won? {
        items.allSatisfy { quantity(of: $0) != nil || isSoldOut($0) }
            ? Won(lines.reduce(0) { $0 + $1.total.amount }) : nil
    }

    /// The delivery fee; `nil` if it is not known yet. Only what is delivered costs one.
    var fee: Won? {
        guard fulfillment == .delivery else { return Won(0) }
        if let feeAtShop { return feeAtShop }
        guard let rule = shop.delivery else { return fees.charged(for: lines) }
        return rule.charged(for: Won(lines.reduce(0) { $0 + $1.total.amount }))
    }

    /// The lowest price of all lines that is delivered, if that of the lines to be delivered is lower; `nil` if it is not.
    var missedMinimum: Won? {
        guard fulfillment == .delivery, let minimum = shop.delivery?.minimum, let subtotal, !lines.isEmpty else {
            return nil
        }
        return subtotal < minimum ? minimum : nil
    }

    /// The total, without an unknown delivery fee; `nil` if a quantity is invalid.
    var total: Won? { subtotal.map { Won($0.amount + (fee?.amount ?? 0)) } }

    /// Returns the order and marks it as in progress. Returns `nil` and shows the problems if it cannot be placed.
    mutating func confirmed(at now: Date) -> OrderDraft? {
        var problems = handoverProblems(at: now)
        problems[.who] = Guest.problem(with: who).map { .guest($0) }
        for item in items {
            if quantity(of: item) == nil, !isSoldOut(item) { problems[.quantity(item.id)] = .quantity }
            problems[.lineNote(item.id)] = noteProblem(of: item)
        }
        guard !form.show(problems) else { return nil }
        guard !lines.isEmpty else {
            form.notice = .nothing
            return nil
        }
        form.isSending = true
        form.notice = nil
        return OrderDraft(
            key: key, who: who.string, handover: handover(at: now), lines: lines, deliveryFee: fee ?? Won(0))
    }
}

// Results.
extension OrderForm {
    /// Returns whether the guest can confirm the order again once the form shows `refusal`. A cart can be ordered without
    /// the lines that the shop does not have, and fewer of one item if there are not enough.
    func canBeConfirmed(after refusal: OrderRefusal) -> Bool {
        if isCart { return refusal.isAboutContent }
        return refusal.newPrice != nil || refusal.changesOptions || refusal.isAboutQuantity || !refusal.terms.isEmpty
    }

    /// Shows why the shop refused `draft`. Nothing was ordered; the guest has to confirm a new order with `key`.
    mutating func show(_ refusal: OrderRefusal, of draft: OrderDraft, key: UUID) {
        self.key = key
        unanswered = nil
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
        } else if !refusal.terms.isEmpty {
            form.notice = .terms(refusal.terms)
        }
        var problems: [Stop: OrderProblem] = [:]
        for (number, problem) in refusal.problems where draft.lines.indices.contains(number) {
            let item = draft.lines[number].item
            let change = OrderProblem(problem, of: item)
            problems[.quantity(item.id)] = change
            if change == .soldOut { soldOut.insert(item.id) }
            guard let index = items.firstIndex(where: { $0.id == item.id }) else { continue }
            switch change {
            case .price(_, let price): items[index] = item.costing(price)
            case .options(let change): items[index] = change.taken ?? item
            default: break
            }
        }
        if !problems.isEmpty { form.notice = .linesDiffer }
        // Set the problems directly, so that the focus stays on the confirm button: a changed price can be confirmed at
        // once.
        form.problems = problems
        // The same quantity would be refused again, so the focus goes where it is changed.
        if !isCart, refusal.isAboutQuantity, let item = items.first { form.focus(on: .quantity(item.id)) }
    }

    /// Shows that `draft` was not saved, and either not sent or not answered.
    mutating func fail(_ failure: FetchFailure, of draft: OrderDraft) {
        form.isSending = false
        if failure.mayHaveArrived { unanswered = draft }
        // An earlier attempt may have arrived although this one could not connect.
        let isUnknown = unanswered?.key == draft.key && !failure.mayHaveArrived
        form.notice = .notSaved(isUnknown ? .interrupted : failure)
    }

    /// Returns what to send for `draft`: the same order that was not answered, under its key. Any other one gets a new key
    /// after that, because the shop refuses another order under a key that it knows.
    mutating func identified(
        _ draft: OrderDraft, among others: inout UnansweredDrafts<OrderDraft>, _ shell: inout ShellContext
    ) -> OrderDraft {
        if let unanswered, unanswered.isEqualOrder(to: draft) { return use(unanswered) }
        if let same = others.take(at: shell.now, where: { $0.isEqualOrder(to: draft) }) {
            unanswered = same
            return use(same)
        }
        return unanswered == nil ? draft : use(draft.with(key: shell.nextRequestKey()))
    }

    private mutating func use(_ draft: OrderDraft) -> OrderDraft {
        key = draft.key
        return draft
    }

    /// Stores new delivery fees, unless an order is in progress, which keeps the agreed ones.
    mutating func update(_ fees: DeliveryFees) {
        isWaitingForFees = false
        if !isSending { self.fees = fees }
    }

    /// Asks for what the shop asks for by now, unless an order is in progress. What was typed stays.
    mutating func update(_ shop: ShopProfile) {
        guard !isSending, shop != self.shop else { return }
        let way = remembersWay || form.isEdited(.receive) ? fulfillment : nil
        self.shop = shop
        form[.receive] = .choice(
            ChoiceField(way.flatMap { shop.receive.firstIndex(of: $0) } ?? 0, of: shop.receive.count))
        hideWhatIsNotAsked()
        fillIn()
        feeAtShop = nil
        isWaitingForFees = isWaitingForFees && shop.delivery == nil
        if !form.stops.contains(form.focus) { form.focus(on: .confirm) }
    }

    /// Discards the shop's delivery fee, which applied to the previous lines.
    mutating func forgetFee() { feeAtShop = nil }
}

extension OrderRefusal {
    /// Whether the shop has less of a line than was ordered.
    fileprivate var isAboutQuantity: Bool {
        problems.values.contains { problem in
            switch problem {
            case .left, .short: true
            case .price, .title, .options, .soldOut, .unknown: false
            }
        }
    }
}

extension OrderProblem {
    fileprivate init(_ problem: OrderRefusal.Problem, of item: SaleItem) {
        switch problem {
        case .price(let price): self = .price(before: item.price, now: price)
        case .title(let title): self = .title(title)
        case .options(let options, let price): self = .options(OptionsChange(item, now: options, price: price))
        case .soldOut: self = .soldOut
        case .left(let count): self = .left(count)
        case .short(let fruits): self = .short(fruits)
        case .unknown: self = .unknown
        }
    }
}

extension RememberedHandover {
    /// Returns what is offered to the guest with that name, or to one whose name is not known yet.
    fileprivate func offered(to name: PlainText) -> Handover? { name.isEmpty || name == who ? handover : nil }
}

// What the guest entered for the last order, and what the phone book of this device has of the guest.
extension OrderForm {
    /// Fills in the details of the guest with that name, unless another name was typed since. Only fields that the shop
    /// asks for are filled in, and only as long as nobody has typed anything there.
    mutating func fill(_ details: [GuestDetail: PlainText], named name: PlainText) {
        guard who == name, !isSending else { return }
        contact = details
        fillIn()
    }

    /// Fills in what is known of the guest. What was filled in of another one goes; what was typed or emptied stays.
    mutating func fillIn() {
        let last = remembered?.offered(to: who)
        for (detail, own) in [(GuestDetail.phone, last?.phone), (.address, last?.address)]
        where shop.asks(for: detail, when: fulfillment) {
            let (stop, known) = (Stop.detail(detail), own ?? contact[detail] ?? "")
            if !form.isEdited(stop), form.text(stop).value != known { form.fill(known, at: stop) }
        }
    }

    /// Forgets what the phone book has of the guest with the former name.
    mutating func nameChanged() {
        contact = [:]
        fillIn()
    }
}

// Name suggestions.
extension OrderForm {
    /// Shows the suggestions `names` for `text` if the field still contains that text.
    mutating func suggest(_ names: [PlainText], for text: String) {
        guard focus == .who, who.string == text else { return }
        suggestions = NameSuggestionList(names.filter { $0 != who })
    }

    mutating func chooseSuggestion(_ steps: Int) { suggestions.choose(steps) }

    /// Uses the chosen suggestion, if there is one, and discards the suggestions.
    mutating func acceptSuggestion() {
        if let chosen = suggestions.chosen { take(suggestions.names[chosen]) }
        forgetSuggestions()
    }

    /// Uses `name` and discards the suggestions.
    mutating func take(_ name: PlainText) {
        form[.who] = .text(TextField(name))
        nameChanged()
        forgetSuggestions()
    }

    mutating func forgetSuggestions() { suggestions = NameSuggestionList() }
}
