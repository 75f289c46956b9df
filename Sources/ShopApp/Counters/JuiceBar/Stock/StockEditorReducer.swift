import Domain
import ShopClient
import Terminal

/// Opens the stock editor from the present stock, at `fruit`.
func openStockEditor(_ state: inout ShopState, at fruit: FruitID? = nil) -> [Effect] {
    guard let section = state.fruits, !section.rows.isEmpty else {
        return state.toast.replace(
            with: .emptySection(SectionDefinition.fruits.heading, state.fruits?.failure, empty: state.bar.empty))
    }
    state.editor = StockEditorState(section, at: fruit)
    return []
}

/// A key in the stock editor: digits are typed.
private func reduceStockEditor(_ state: inout ShopState, _ key: Key) -> [Effect] {
    guard let editor = state.editor else { return [] }
    if case .character(let character) = key, character.isASCII, character.isNumber {
        if !editor.isSending { state.editor?.change { $0.type(character) } }
        return []
    }
    return editor.keyTable.commands(of: key).flatMap { reduceStockEditor(&state, $0) }
}

extension StockEditorState: Layer {
    var keyTable: KeyTable { isSending ? .sending : .steppers }
    var takesText: Bool { true }
    var isWaiting: Bool { isSending }

    func handle(_ command: Command, _ state: inout ShopState) -> [Effect] { reduceStockEditor(&state, command) }
    func press(_ key: Key, _ state: inout ShopState) -> [Effect] { reduceStockEditor(&state, key) }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        let view = StockEditorView(words: words, layout: context.layout)
        return LayerPicture(
            panels: [view.panel(self, spinner: context.spinner)], cursor: view.cursor(self), showsCursor: !isSending)
    }
}

extension ShopState {
    /// The stock editor, while it is open.
    var editor: StockEditorState? {
        get { layers[StockEditorState.self] }
        set { layers[StockEditorState.self] = newValue }
    }
}

private func reduceStockEditor(_ state: inout ShopState, _ command: Command) -> [Effect] {
    if let step = command.step { state.editor?.change { $0.step(by: step) } }
    switch command {
    case .nextField: state.editor?.moveFocus(by: 1)
    case .previousField: state.editor?.moveFocus(by: -1)
    case .deleteBackward: state.editor?.change { $0.deleteBackward() }
    case .apply: return applyStock(&state)
    case .back, .discard: state.editor = nil
    case .help: state.help = HelpState(at: .stock, in: state)
    case .repaint: return [.repaint]
    default: break
    }
    return []
}

/// Closes the editor, once the shop has what was changed.
private func applyStock(_ state: inout ShopState) -> [Effect] {
    guard state.editor?.isEdited == true else {
        state.editor = nil
        return []
    }
    let key = state.nextRequestKey()
    return state.editor?.confirmed(key: key).map { [.juiceBar(.restock($0))] } ?? []
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
