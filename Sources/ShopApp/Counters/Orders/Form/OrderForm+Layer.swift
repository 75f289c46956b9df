import Domain
import ShopClient
import TerminalText

extension OrderForm: FormLayer {
    /// The key table for the current focus.
    var keyTable: KeyTable {
        guard !isSending else { return .sending }
        switch focus {
        case .who: return suggestions.names.isEmpty ? .text : .suggesting
        case .quantity: return isCart ? .cartLine : .quantity
        case .confirm, .cancel: return .buttons
        }
    }

    var helpTopic: HelpTopic? { isCart ? .cart : .order }
    /// Whether closing the form loses edits; changes of the cart's lines are saved at once.
    var hasUnsavedInput: Bool { isCart ? form.isEdited(.who) : form.isEdited }

    mutating func handle(
        _ command: Command, _ orders: inout OrdersCounter, _ shell: inout ShellContext
    ) -> [OrdersRequest] {
        switch command {
        case .nextSuggestion: chooseSuggestion(1)
        case .previousSuggestion: chooseSuggestion(-1)
        case .back where suggestions.chosen != nil: forgetSuggestions()
        case .nextField, .leaveField:
            takeSuggestion()
            return handleForm(command, &orders, &shell)
        case .previousField:
            forgetSuggestions()
            return handleForm(command, &orders, &shell)
        case .toConfirm: form.focus(on: .confirm)
        default: return handleForm(command, &orders, &shell)
        }
        return []
    }

    mutating func click(
        _ click: Click, _ orders: inout OrdersCounter, _ shell: inout ShellContext
    ) -> [OrdersRequest] {
        if let suggestion = click.target as? SuggestionTarget, !isSending {
            take(suggestion.name)
            return []
        }
        forgetSuggestions()
        return clickForm(click, &orders, &shell)
    }

    /// Requests suggestions if the name changed, and saves the cart as it is shown.
    mutating func edited(
        from before: OrderForm, _ orders: inout OrdersCounter, _ shell: inout ShellContext
    ) -> [OrdersRequest] {
        if lines != before.lines {
            forgetFee()
            form.notice = nil
            if isCart { return orders.setCart(to: self, &shell) }
        }
        guard orders.suggestsNames, who != before.who else { return [] }
        forgetSuggestions()
        return who.isEmpty ? [] : [.suggest(for: who.string)]
    }

    mutating func submit(_ orders: inout OrdersCounter, _ shell: inout ShellContext) -> [OrdersRequest] {
        guard focus == .confirm else { return leave(&orders, &shell) }
        guard let draft = confirmed() else { return [] }
        if !guest.isFixed { shell.guest.name = who }
        return [.place(draft)]
    }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        OrderFormView(words: words, layout: context.layout, spinner: context.spinner).picture(of: self)
    }
}
