import Canvas
import Domain
import ShopClient

/// Opens the keeper's screen.
func openAdminScreen(_ state: inout ShopState) -> [Effect] {
    state.admin = AdminScreen()
    return [.drinks(.lookAsKeeper)]
}

/// A key on the keeper's screen.
private func reduceAdmin(_ state: inout ShopState, _ command: Command) -> [Effect] {
    if let move = command.move { moveAdmin(&state, move) }
    switch command {
    case .nextView: state.admin?.turn(by: 1)
    case .previousView: state.admin?.turn(by: -1)
    case .editDrink: return openStepper(&state)
    case .removeExpired: return removeExpired(&state)
    case .refetch: return [.drinks(.lookAsKeeper)]
    case .back, .openAdmin:
        state.admin = nil
    case .help: state.help = HelpPage(at: .admin, in: state)
    case .repaint: return [.repaint]
    default: break
    }
    return []
}

private func moveAdmin(_ state: inout ShopState, _ move: ListCursor.Move) {
    let page = max(1, AdminLayout(screen: state.size).body.size.height - 1)
    state.admin?.move(by: move.distance(page: page))
}

private func openStepper(_ state: inout ShopState) -> [Effect] {
    guard let drink = state.admin?.selectedDrink else { return [] }
    state.stepper = Stepper(drink)
    return []
}

private func removeExpired(_ state: inout ShopState) -> [Effect] {
    guard let drink = state.admin?.selectedDrink else { return [] }
    guard drink.expired > 0 else { return state.toast.replace(with: .noneExpired(drink.name)) }
    let draft = DrinkAction.removeExpired(drink.id, name: drink.name)
    guard !state.drinks.pending.contains(where: { $0.action == draft }) else { return [] }
    return perform(draft, &state)
}

/// The stock is changed, or is not. Where the editor that asked for it is still open, it tells what to do.
func tellRestock(_ report: DrinkReport, _ state: inout ShopState) -> [Effect] {
    let isAwaited = state.stepper?.isSending == true
    guard isAwaited else { return state.toast.queue(.drink(report)) }
    guard report.outcome == .kept else {
        state.stepper?.fail(report.outcome)
        return []
    }
    state.stepper = nil
    return state.toast.queue(.drink(report))
}

// MARK: - Layers

extension AdminScreen: Layer {
    var coversAll: Bool { true }

    func handle(_ command: Command, _ state: inout ShopState) -> [Effect] { reduceAdmin(&state, command) }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        let screen = AdminScreenView(words: words, layout: AdminLayout(screen: context.screen))
        return LayerPicture(panels: screen.panels(self, spinner: context.spinner), cursor: screen.cursor(self))
    }
}

extension ShopState {
    /// The keeper's screen, while it is open.
    var admin: AdminScreen? {
        get { layers[AdminScreen.self] }
        set { layers[AdminScreen.self] = newValue }
    }

    /// The editor of one drink's stock, while it is open.
    var stepper: Stepper? {
        get { layers[Stepper.self] }
        set { layers[Stepper.self] = newValue }
    }
}
