import Canvas
import ShopClient
import ShopModels
import Terminal

/// Opens the keeper's screen.
func openAdminScreen(_ state: inout ShopState) -> [Effect] {
    state.drinks.admin = AdminState()
    return [.drinks(.lookAsKeeper)]
}

/// A key on the keeper's screen.
func reduceAdmin(_ state: inout ShopState, _ command: Command) -> [Effect] {
    if let move = command.move { moveAdmin(&state, move) }
    switch command {
    case .nextView: state.drinks.admin?.turn(by: 1)
    case .previousView: state.drinks.admin?.turn(by: -1)
    case .editDrink: return openStepper(&state)
    case .removeExpired: return removeExpired(&state)
    case .refetch: return [.drinks(.lookAsKeeper)]
    case .back, .openAdmin:
        state.drinks.admin = nil
    case .help: state.help = HelpState(at: .admin, screen: state.size)
    case .repaint: return [.repaint]
    default: break
    }
    return []
}

private func moveAdmin(_ state: inout ShopState, _ move: ListCursor.Move) {
    let page = max(1, AdminLayout(screen: state.size).body.size.height - 1)
    switch move {
    case .rows(let rows): state.drinks.admin?.move(by: rows)
    case .pages(let pages): state.drinks.admin?.move(by: pages * page)
    case .halfPages(let halves): state.drinks.admin?.move(by: halves * max(1, page / 2))
    case .first: state.drinks.admin?.move(by: -AdminLayout.mostRows)
    case .last: state.drinks.admin?.move(by: AdminLayout.mostRows)
    case .nextSection, .previousSection: break
    }
}

private func openStepper(_ state: inout ShopState) -> [Effect] {
    guard let drink = state.drinks.admin?.selectedDrink else { return [] }
    state.drinks.admin?.stepper = StepperState(drink)
    return []
}

private func removeExpired(_ state: inout ShopState) -> [Effect] {
    guard let drink = state.drinks.admin?.selectedDrink else { return [] }
    guard drink.expired > 0 else { return state.toast.replace(with: .noneExpired(drink.name)) }
    let draft = DrinkWish.removeExpired(drink.id, name: drink.name)
    guard !state.drinks.pending.contains(where: { $0.wish == draft }) else { return [] }
    return wish(draft, &state)
}

// MARK: - The stepper

/// A key in the editor of one drink's stock: digits are typed.
func reduceStepper(_ state: inout ShopState, _ key: Key) -> [Effect] {
    guard let stepper = state.drinks.admin?.stepper else { return [] }
    if case .character(let character) = key, character.isASCII, character.isNumber {
        state.drinks.admin?.stepper?.change { $0.type(character) }
        return []
    }
    return stepper.keyTable.commands(of: key).flatMap { reduceStepper(&state, $0) }
}

private func reduceStepper(_ state: inout ShopState, _ command: Command) -> [Effect] {
    if let step = command.step { state.drinks.admin?.stepper?.change { $0.step(by: step) } }
    switch command {
    case .deleteBackward: state.drinks.admin?.stepper?.change { $0.deleteBackward() }
    case .apply: return applyStepper(&state)
    case .back, .discard: state.drinks.admin?.stepper = nil
    case .help: state.help = HelpState(at: .stock, screen: state.size)
    case .repaint: return [.repaint]
    default: break
    }
    return []
}

/// Closes the editor, once the machine has what was changed.
private func applyStepper(_ state: inout ShopState) -> [Effect] {
    guard let stepper = state.drinks.admin?.stepper else { return [] }
    guard stepper.field.value != stepper.drink.count else {
        state.drinks.admin?.stepper = nil
        return []
    }
    guard let restock = state.drinks.admin?.stepper?.confirmed() else { return [] }
    return wish(.restock(restock, name: stepper.drink.name), &state)
}

/// The stock is changed, or is not. Where the editor that asked for it is still open, it tells what to do.
func tellRestock(_ report: DrinkReport, _ state: inout ShopState) -> [Effect] {
    let isAwaited = state.drinks.admin?.stepper?.isSending == true
    guard isAwaited else { return state.toast.queue(.drink(report)) }
    guard report.outcome == .kept else {
        state.drinks.admin?.stepper?.fail(report.outcome)
        return []
    }
    state.drinks.admin?.stepper = nil
    return state.toast.queue(.drink(report))
}
