import Domain
import ShopClient
import Terminal
import TerminalText

/// Opens the form for the dish of the open page, else for the selected one.
func openOrderForm(_ state: inout ShopState) -> [Effect] {
    guard let dish = state.page?.dish ?? state.list.selected(Dish.self) else { return [] }
    let price = state.page?.price ?? state.knownPrices.charged(for: dish)
    state.order = OrderFormState(
        dish: dish, price: price, key: state.nextRequestKey(), who: PlainText(state.lastGuest))
    return []
}

extension OrderFormState {
    /// The keys that work where the focus is.
    var keyTable: KeyTable {
        guard !isSending else { return .sending }
        switch focus {
        case .who: return suggestions.isEmpty ? .text : .suggesting
        case .quantity: return .quantity
        case .confirm, .cancel: return .buttons
        }
    }
}

/// A key in the form. Letters are letters here: only what is in the table as it stands is a command.
private func reduceOrderForm(_ state: inout ShopState, _ key: Key) -> [Effect] {
    guard let form = state.order else { return [] }
    if let command = form.keyTable.command(of: key) { return reduceOrderForm(&state, command) }
    guard !form.isSending else { return [] }
    switch key {
    case .character(let character): state.order?.type(character)
    case .paste(let text): state.order?.paste(text)
    default: return []
    }
    return askForSuggestions(&state, before: form)
}

/// Asks the phone book who may be meant, where the name is another than before.
private func askForSuggestions(_ state: inout ShopState, before: OrderFormState) -> [Effect] {
    guard let form = state.order, state.counters.contains(.contacts), form.who.value != before.who.value else {
        return []
    }
    state.order?.forgetSuggestions()
    return form.who.value.isEmpty ? [] : [.contacts(.suggest(for: form.who.value.string))]
}

private func reduceOrderForm(_ state: inout ShopState, _ command: Command) -> [Effect] {
    if let edit = command.edit {
        guard let before = state.order else { return [] }
        state.order?.edit(edit)
        return askForSuggestions(&state, before: before)
    }
    if let step = command.step { state.order?.step(by: step) }
    switch command {
    case .nextField, .leaveField:
        _ = state.order?.takeSuggestion()
        state.order?.moveFocus(by: 1)
    case .nextSuggestion: state.order?.chooseSuggestion(1)
    case .previousSuggestion: state.order?.chooseSuggestion(-1)
    case .previousField: state.order?.moveFocus(by: -1)
    case .otherButton: state.order?.focusOnOtherButton()
    case .confirm: return confirm(&state)
    case .back where state.order?.chosenSuggestion != nil: state.order?.forgetSuggestions()
    case .back: state.order = nil
    case .help: state.help = HelpState(at: .order, in: state)
    case .repaint: return [.repaint]
    default: break
    }
    return []
}

private func confirm(_ state: inout ShopState) -> [Effect] {
    guard state.order?.focus == .confirm else {
        state.order = nil
        return []
    }
    guard let draft = state.order?.confirmed() else { return [] }
    state.lastGuest = draft.request.who
    return [.menu(.placeOrder(draft))]
}

extension OrderFormState {
    mutating func focusOnOtherButton() { focus(on: focus == .confirm ? .cancel : .confirm) }

    mutating func type(_ character: Character) {
        switch focus {
        case .who: who.insert(character)
        case .quantity: quantity.type(character)
        case .confirm, .cancel: return
        }
        problems[focus] = nil
    }

    mutating func paste(_ text: String) {
        guard focus == .who else { return text.prefix(QuantityField.longestPaste).forEach { type($0) } }
        who.paste(text)
        problems[.who] = nil
    }

    mutating func edit(_ edit: TextField.Edit) {
        if focus == .quantity { quantity.deleteBackward() } else { who.perform(edit) }
        problems[focus] = nil
    }

    mutating func step(by count: Int) {
        quantity.step(by: count)
        problems[.quantity] = nil
    }
}

/// An order was completed. The form that waits for it closes with its page, unless the guest has to decide again; the
/// result is told in either case.
func reduceReport(_ state: inout ShopState, _ report: OrderReport) -> [Effect] {
    guard let form = state.order, form.isSending, form.key == report.draft.key else {
        return state.toast.queue(.order(report))
    }
    switch report.outcome {
    case .refused(_, let price?):
        state.knownPrices.note(price, of: form.dish.detailHash)
        let key = state.nextRequestKey()
        state.order?.take(price: price, key: key)
        return []
    case .notKept(let failure):
        state.order?.isSending = false
        state.order?.notice = .notKept(failure)
        return []
    case .stored, .kept, .refused:
        state.order = nil
        return closePage(&state) + state.toast.queue(.order(report))
    }
}

extension OrderFormState: Layer {
    var takesText: Bool { true }
    var isWaiting: Bool { isSending }

    func handle(_ command: Command, _ state: inout ShopState) -> [Effect] { reduceOrderForm(&state, command) }
    func press(_ key: Key, _ state: inout ShopState) -> [Effect] { reduceOrderForm(&state, key) }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        let form = OrderForm(words: words, layout: context.layout)
        return LayerPicture(
            panels: [form.panel(self, spinner: context.spinner)] + (form.suggestions(self).map { [$0] } ?? []),
            cursor: form.cursor(self), showsCursor: form.showsCursor(self))
    }
}

extension ShopState {
    /// The order form, while it is open.
    public internal(set) var order: OrderFormState? {
        get { layers[OrderFormState.self] }
        set { layers[OrderFormState.self] = newValue }
    }
}
