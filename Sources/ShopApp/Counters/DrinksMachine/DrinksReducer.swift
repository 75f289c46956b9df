import Domain
import ShopClient

/// A key at the machine.
func reduceMachine(_ state: inout ShopState, _ command: Command) -> [Effect]? {
    if let note = command.note { return perform(.insert(note), &state) }
    switch command {
    case .buy: return buyDrink(&state)
    case .returnChange: return returnChange(&state)
    case .openAdmin: return openAdminScreen(&state)
    default: return nil
    }
}

private func buyDrink(_ state: inout ShopState) -> [Effect] {
    guard let drink = state.list.selected(Drink.self) else {
        return state.emptySectionToast.map { state.toast.replace(with: $0) } ?? []
    }
    // One at a time: a key that is held down does not empty the machine.
    guard state.drinks.appearance.buying == nil else { return [] }
    return perform(.buy(drink.id, name: drink.name), &state)
}

private func returnChange(_ state: inout ShopState) -> [Effect] {
    guard state.drinks.machine == nil || state.drinks.balance > Won(0) else {
        return state.toast.replace(with: .noChange)
    }
    return perform(.returnChange, &state)
}

/// Has `action` done after those before it, under a key of its own, or under that of the same one that nobody answered.
func perform(_ action: DrinkAction, _ state: inout ShopState) -> [Effect] {
    guard state.drinks.pending.count < DrinksCounter.mostPending else { return [] }
    let same = state.drinks.unanswered.flatMap { $0.action == action ? $0 : nil }
    state.drinks.unanswered = nil
    let draft = same ?? DrinkDraft(key: state.nextRequestKey(), action: action)
    state.drinks.pending.append(draft)
    return state.drinks.pending.count == 1 ? [.drinks(.send(draft))] : []
}

/// Looks at the machine again, where anybody sees it.
func lookAtMachine(_ state: ShopState) -> [Effect] {
    guard state.counter == .drinks else { return [] }
    return [.drinks(.look)] + (state.admin == nil ? [] : [.drinks(.lookAsKeeper)])
}

// MARK: - News

func reduceDrinks(_ state: inout ShopState, _ news: DrinksEvent) -> [Effect] {
    switch news {
    case .reported(let report): return reduceReport(&state, report)
    case .machine(.success(let machine)):
        state.drinks.machine = machine
        state.drinks.failure = nil
    case .machine(.failure(let failure)): state.drinks.failure = failure
    case .admin(let result, let zone):
        state.admin?.take(result, zone: zone)
        if state.admin != nil, case .success(let content) = result { state.stepper?.rebase(on: content.drinks) }
    }
    return []
}

/// An action is done, or is not; the next one follows.
private func reduceReport(_ state: inout ShopState, _ report: DrinkReport) -> [Effect] {
    guard state.drinks.pending.first?.key == report.draft.key else { return [] }
    state.drinks.pending.removeFirst()
    if case .unanswered = report.outcome {
        // What was to follow was meant for a machine that answers.
        state.drinks.pending = []
        state.drinks.unanswered = report.draft
    }
    takeOver(report.outcome, &state)
    if let effects = leave(with: report, &state) { return effects }
    let next = state.drinks.pending.first.map { [Effect.drinks(.send($0))] } ?? []
    return next + [.refresh(.drinks)] + lookAtMachine(state) + tell(report, &state)
}

/// What the answer says already is shown at once.
private func takeOver(_ outcome: DrinkOutcome, _ state: inout ShopState) {
    switch outcome {
    case .inserted(let balance?): state.drinks.machine = state.drinks.machine?.with(balance: balance)
    case .bought(let sold?): state.drinks.machine = state.drinks.machine?.with(sold)
    case .returned: state.drinks.machine = state.drinks.machine?.with(balance: Won(0))
    default: break
    }
}

private func tell(_ report: DrinkReport, _ state: inout ShopState) -> [Effect] {
    let isSeen = state.layers.isEmpty && state.counter == .drinks
    switch (report.outcome, report.draft.action) {
    // The balance tells it, and is always in sight.
    case (.inserted, _): return []
    case (.tooDear(let missing), .buy(_, let name)) where isSeen:
        state.dialog = Dialog(DrinksQuestion.tooDear(drink: name, missing: missing))
    case (.unavailable(let reason), .buy(_, let name)) where isSeen:
        state.dialog = Dialog(DrinksQuestion.unavailable(drink: name, reason))
    case (_, .restock): return tellRestock(report, &state)
    default: return state.toast.queue(.drink(report))
    }
    return []
}

// MARK: - Leaving

/// Who leaves the machine takes the change along: with money in it, it is asked whether that is meant.
func leaveShop(_ state: inout ShopState) -> [Effect]? {
    guard state.drinks.balance > Won(0) else { return nil }
    state.dialog = Dialog(DrinksQuestion.leave(balance: state.drinks.balance))
    return []
}

func takeChangeAndLeave(_ state: inout ShopState) -> [Effect] {
    state.drinks.isLeaving = true
    return perform(.returnChange, &state)
}

/// What follows for a guest who is leaving; `nil` for one who stays.
private func leave(with report: DrinkReport, _ state: inout ShopState) -> [Effect]? {
    guard state.drinks.isLeaving else { return nil }
    if case .returned = report.outcome, report.draft.action == .returnChange { return [.quit] }
    guard state.drinks.pending.isEmpty else { return nil }
    state.drinks.isLeaving = false
    state.dialog = Dialog(DrinksQuestion.leaveBalance(state.drinks.balance))
    return []
}
