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
public struct OrderForm: Hashable, Sendable {
    public enum Stop: Hashable, Sendable { case who, quantity, confirm, cancel }

    public let dish: Dish
    /// What one costs; what the guest agrees to.
    public private(set) var price: Won
    /// What makes this order one order, however often it is sent.
    public private(set) var key: UUID
    var form: Form<Stop, OrderProblem, OrderNotice>
    /// Names that may be meant by what was typed, and which of them is chosen.
    public private(set) var suggestions: [PlainText] = []
    public private(set) var chosenSuggestion: Int?

    /// A form for one of `dish`. Whoever has a name already goes on with the quantity.
    public init(dish: Dish, price: Won, key: UUID, who: PlainText) {
        self.dish = dish
        self.price = price
        self.key = key
        form = Form(
            [
                (.who, .text(TextField(who))), (.quantity, .number(QuantityField(in: OrderRequest.quantities))),
                (.confirm, .button), (.cancel, .button),
            ], focus: who.isEmpty ? .who : .quantity)
    }

    var who: PlainText { form.text(.who).value }
    var quantity: Int? { form.number(.quantity)?.value }

    /// What is charged in all; `nil` while the quantity cannot be ordered.
    public var total: Won? { quantity.map { Won(price.amount * $0) } }

    /// The order, if it can be placed; else the problems are told.
    mutating func confirmed() -> OrderDraft? {
        var problems: [Stop: OrderProblem] = [:]
        let excess = who.string.count - OrderRequest.longestName
        if who.isEmpty { problems[.who] = .nobody }
        if excess > 0 { problems[.who] = .longName(by: excess) }
        if quantity == nil { problems[.quantity] = .quantity }
        guard !form.tell(problems), let quantity else { return nil }
        form.isSending = true
        form.notice = nil
        return OrderDraft(
            key: key, who: who.string, lines: [Cart.Line(dish.saleItem(at: price), quantity: quantity)])
    }

    /// The server wants another price: nothing was ordered, and a new order under `key` has to be confirmed.
    mutating func take(price: Won, key: UUID) {
        form.notice = .newPrice(before: self.price)
        self.price = price
        self.key = key
        form.isSending = false
        form.focus(on: .confirm)
    }

    /// The order was neither sent nor kept.
    mutating func fail(_ failure: FetchFailure) {
        form.isSending = false
        form.notice = .notKept(failure)
    }

    /// The dish's page told its price while the form is open. An order under way keeps what was agreed to.
    mutating func reprice(_ price: Won, of detailHash: String) {
        guard !isSending, dish.detailHash == detailHash, price != self.price else { return }
        form.notice = .newPrice(before: self.price)
        self.price = price
    }
}

// Names that may be meant.
extension OrderForm {
    /// Offers `names` for `text`, if that is still what stands in the field.
    mutating func suggest(_ names: [PlainText], for text: String) {
        guard focus == .who, who.string == text else { return }
        suggestions = names.filter { $0 != who }
        chosenSuggestion = nil
    }

    mutating func chooseSuggestion(_ steps: Int) {
        guard !suggestions.isEmpty else { return }
        let first = steps > 0 ? 0 : suggestions.count - 1
        chosenSuggestion = chosenSuggestion.map { ($0 + steps + suggestions.count) % suggestions.count } ?? first
    }

    /// Takes the chosen name over, if there is one; no other is offered any more.
    mutating func takeSuggestion() {
        if let chosenSuggestion { form[.who] = .text(TextField(suggestions[chosenSuggestion])) }
        forgetSuggestions()
    }

    mutating func forgetSuggestions() { (suggestions, chosenSuggestion) = ([], nil) }
}

extension OrderForm: FormLayer {
    /// The keys that work where the focus is.
    var keyTable: KeyTable {
        guard !isSending else { return .sending }
        switch focus {
        case .who: return suggestions.isEmpty ? .text : .suggesting
        case .quantity: return .quantity
        case .confirm, .cancel: return .buttons
        }
    }

    var helpTopic: HelpTopic? { .order }

    mutating func handle(
        _ command: Command, _ menu: inout MenuCounter, _ shell: inout ShellContext
    ) -> [MenuRequest] {
        switch command {
        case .nextSuggestion: chooseSuggestion(1)
        case .previousSuggestion: chooseSuggestion(-1)
        case .back where chosenSuggestion != nil: forgetSuggestions()
        case .nextField, .leaveField:
            takeSuggestion()
            return handleForm(command, &menu, &shell)
        case .previousField:
            forgetSuggestions()
            return handleForm(command, &menu, &shell)
        default: return handleForm(command, &menu, &shell)
        }
        return []
    }

    /// Asks who may be meant, where the name is another than before.
    mutating func edited(
        from before: OrderForm, _ menu: inout MenuCounter, _ shell: inout ShellContext
    ) -> [MenuRequest] {
        guard menu.suggestsNames, who != before.who else { return [] }
        forgetSuggestions()
        return who.isEmpty ? [] : [.suggest(for: who.string)]
    }

    mutating func submit(_ menu: inout MenuCounter, _ shell: inout ShellContext) -> [MenuRequest] {
        guard focus == .confirm else { return leave(&menu, &shell) }
        guard let draft = confirmed() else { return [] }
        shell.lastGuest = draft.who
        return [.placeOrder(draft)]
    }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        OrderFormView(words: words, layout: context.layout, spinner: context.spinner).picture(of: self)
    }
}
