import Domain
import ShopClient

/// Opens the stock editor from the present stock, at `fruit`.
func openStockEditor(_ state: inout ShopState, at fruit: FruitID? = nil) -> [Effect] {
    guard let editor = state.fruits.flatMap({ StockEditor($0, at: fruit) }) else {
        return state.toast.replace(
            with: .emptySection(SectionDefinition.fruits.heading, state.fruits?.failure, empty: state.bar.empty))
    }
    state.editor = editor
    return []
}

extension ShopState {
    /// The stock editor, while it is open.
    var editor: StockEditor? {
        get { layers[StockEditor.self] }
        set { layers[StockEditor.self] = newValue }
    }
}

/// A change of the stock is done, or is not. Where the editor that asked for it is still open, it tells what to do.
func reduceReport(_ state: inout ShopState, _ report: StockReport) -> [Effect] {
    let isAwaited = state.editor?.isSending == true
    switch report.outcome {
    case .stored:
        if isAwaited { state.editor = nil }
        return [.refresh(.juice)] + state.toast.queue(.stock(report))
    case .changedMeanwhile, .refused, .unanswered:
        guard isAwaited else { return state.toast.queue(.stock(report)) }
        state.editor?.fail(report)
        rebaseEditor(&state)
        return report.outcome == .changedMeanwhile ? [.refetch(.fruits)] : []
    }
}

/// The fruits' section is another: an open editor goes on from there. One whose answer is under way waits for that.
func rebaseEditor(_ state: inout ShopState) {
    guard state.editor?.isSending == false, let fruits = state.fruits else { return }
    state.editor?.rebase(on: fruits)
}
