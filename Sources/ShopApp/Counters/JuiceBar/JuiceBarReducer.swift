import Domain
import ShopClient

/// Enter at the juice bar: makes the selected juice, or opens the stock editor at the selected fruit.
func makeJuice(_ state: inout ShopState) -> [Effect] {
    if let fruit = state.list.selected(FruitStock.self) { return openStockEditor(&state, at: fruit.id) }
    guard let juice = state.list.selected(Juice.self) else {
        return state.emptySectionToast.map { state.toast.replace(with: $0) } ?? []
    }
    guard state.bar.making == nil else { return [] }
    let draft = state.juiceDraft(juice)
    state.bar.making = draft
    return [.juiceBar(.make(draft))]
}

extension ShopState {
    /// A juice under a key of its own, or under that of the same juice that nobody answered.
    fileprivate mutating func juiceDraft(_ juice: Juice) -> JuiceDraft {
        defer { bar.unanswered = nil }
        if let unanswered = bar.unanswered, unanswered.request.juice == juice.id { return unanswered }
        return JuiceDraft(key: nextRequestKey(), juice: juice.id, name: juice.name, who: lastGuest)
    }
}

/// The juice that was asked for is made, or is not.
func reduceReport(_ state: inout ShopState, _ report: JuiceReport) -> [Effect] {
    guard state.bar.making?.key == report.draft.key else { return [] }
    state.bar.making = nil
    switch report.outcome {
    case .made(let juice):
        return [.refresh(.juice)] + state.toast.queue(.juiceMade(juice?.name ?? report.draft.name))
    case .short(let missing) where state.layers.isEmpty && state.counter == .juice:
        state.dialog = Dialog(
            StockQuestion(juice: report.draft.name, missing: missing, appearance: state.juiceAppearance))
        return [.refresh(.juice)]
    case .unanswered:
        state.bar.unanswered = report.draft
        return state.toast.queue(.juiceFailed(report))
    case .short, .refused: return [.refresh(.juice)] + state.toast.queue(.juiceFailed(report))
    }
}
