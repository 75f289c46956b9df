import Domain
import ShopClient
import TerminalText

/// Opens the form for the dish of the open page, else for the selected one.
func openOrderForm(_ state: inout ShopState) -> [Effect] {
    guard let dish = state.page?.dish ?? state.list.selected(Dish.self) else { return [] }
    let price = state.page?.price ?? state.knownPrices.charged(for: dish)
    state.order = OrderForm(
        dish: dish, price: price, key: state.nextRequestKey(), who: PlainText(state.lastGuest))
    return []
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

    var helpTopic: HelpTopic { .order }

    func handle(_ command: Command, _ state: inout ShopState) -> [Effect] {
        switch command {
        case .nextSuggestion: state.order?.chooseSuggestion(1)
        case .previousSuggestion: state.order?.chooseSuggestion(-1)
        case .back where chosenSuggestion != nil: state.order?.forgetSuggestions()
        case .nextField, .leaveField:
            state.order?.takeSuggestion()
            return handleForm(command, &state)
        case .previousField:
            state.order?.forgetSuggestions()
            return handleForm(command, &state)
        default: return handleForm(command, &state)
        }
        return []
    }

    /// Asks the phone book who may be meant, where the name is another than before.
    func edited(_ state: inout ShopState) -> [Effect] {
        guard let name = state.order?.who, state.counters.contains(.contacts), name != who else { return [] }
        state.order?.forgetSuggestions()
        return name.isEmpty ? [] : [.contacts(.suggest(for: name.string))]
    }

    func submit(_ state: inout ShopState) -> [Effect] {
        guard focus == .confirm else { return leave(&state) }
        guard let draft = state.order?.confirmed() else { return [] }
        state.lastGuest = draft.request.who
        return [.menu(.placeOrder(draft))]
    }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        OrderFormView(words: words, layout: context.layout, spinner: context.spinner).picture(of: self)
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
        state.order?.fail(failure)
        return []
    case .stored, .kept, .refused:
        state.order = nil
        return closePage(&state) + state.toast.queue(.order(report))
    }
}

extension ShopState {
    /// The order form, while it is open.
    public internal(set) var order: OrderForm? {
        get { layers[OrderForm.self] }
        set { layers[OrderForm.self] = newValue }
    }
}
