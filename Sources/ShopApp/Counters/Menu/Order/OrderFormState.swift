import Domain
import Foundation
import ShopClient
import ShopHTTP
import TerminalText

/// What is wrong with a field of the form.
public enum OrderProblem: Hashable, Sendable {
    case nobody
    /// The name has so many characters more than fit.
    case longName(by: Int)
    case quantity
}

/// What a guest should know before ordering again.
public enum OrderNotice: Hashable, Sendable {
    /// The price is another by now; it has to be confirmed.
    case newPrice(before: Won)
    /// The server could not be reached, and the order could not be kept either.
    case notKept(FetchFailure)
}

/// The order form: who wants how many of which dish.
public struct OrderFormState: Hashable, Sendable {
    public enum Focus: Int, Hashable, Sendable, CaseIterable { case who, quantity, confirm, cancel }

    public let dish: Dish
    /// What one costs; what the guest agrees to.
    public private(set) var price: Won
    /// What makes this order one order, however often it is sent.
    public private(set) var key: UUID
    public internal(set) var who: TextField
    public internal(set) var quantity = QuantityField(in: OrderRequest.quantities)
    public private(set) var focus: Focus
    public internal(set) var isSending = false
    /// By field, once confirming was tried.
    public internal(set) var problems: [Focus: OrderProblem] = [:]
    public internal(set) var notice: OrderNotice?
    /// Names that may be meant by what was typed, and which of them is chosen.
    public private(set) var suggestions: [PlainText] = []
    public private(set) var chosenSuggestion: Int?

    /// A form for one of `dish`. Whoever has a name already goes on with the quantity.
    public init(dish: Dish, price: Won, key: UUID, who: PlainText) {
        self.dish = dish
        self.price = price
        self.key = key
        self.who = TextField(who)
        focus = who.isEmpty ? .who : .quantity
    }

    /// What is charged in all; `nil` while the quantity cannot be ordered.
    public var total: Won? { quantity.value.map { Won(price.amount * $0) } }

    mutating func focus(on focus: Focus) {
        self.focus = focus
        forgetSuggestions()
        quantity.enter()
    }

    mutating func moveFocus(by steps: Int) {
        let all = Focus.allCases
        focus(on: all[(focus.rawValue + steps + all.count) % all.count])
    }

    /// The order, if it can be placed; else the problems are told, and the first of them gets the focus.
    mutating func confirmed() -> OrderDraft? {
        problems = [:]
        let name = who.value
        let excess = name.string.count - OrderRequest.longestName
        if name.isEmpty { problems[.who] = .nobody }
        if excess > 0 { problems[.who] = .longName(by: excess) }
        if quantity.value == nil { problems[.quantity] = .quantity }
        if let first = Focus.allCases.first(where: { problems[$0] != nil }) { focus(on: first) }
        guard problems.isEmpty, let quantity = quantity.value else { return nil }
        isSending = true
        notice = nil
        let request = OrderRequest(
            who: name.string, detailHash: dish.detailHash, quantity: quantity, unitPrice: price)
        return OrderDraft(key: key, title: dish.title, request: request)
    }

    /// Offers `names` for `text`, if that is still what stands in the field.
    mutating func suggest(_ names: [PlainText], for text: String) {
        guard focus == .who, who.value.string == text else { return }
        suggestions = names.filter { $0 != who.value }
        chosenSuggestion = nil
    }

    mutating func chooseSuggestion(_ steps: Int) {
        guard !suggestions.isEmpty else { return }
        let first = steps > 0 ? 0 : suggestions.count - 1
        chosenSuggestion = chosenSuggestion.map { ($0 + steps + suggestions.count) % suggestions.count } ?? first
    }

    /// Takes the chosen name over. Says whether there was one.
    mutating func takeSuggestion() -> Bool {
        guard let chosenSuggestion else { return false }
        who = TextField(suggestions[chosenSuggestion])
        forgetSuggestions()
        return true
    }

    mutating func forgetSuggestions() { (suggestions, chosenSuggestion) = ([], nil) }

    /// The server wants another price: nothing was ordered, and a new order under `key` has to be confirmed.
    mutating func take(price: Won, key: UUID) {
        notice = .newPrice(before: self.price)
        self.price = price
        self.key = key
        isSending = false
        focus(on: .confirm)
    }

    /// The dish's page told its price while the form is open. An order under way keeps what was agreed to.
    mutating func reprice(_ price: Won, of detailHash: String) {
        guard !isSending, dish.detailHash == detailHash, price != self.price else { return }
        notice = .newPrice(before: self.price)
        self.price = price
    }
}
