import Terminal
import TerminalText

extension Command {
    /// Undoes the last change that can be undone, of any counter.
    static let undo = Command(
        "shop.undo", help: ("마지막으로 바꾼 것 되돌리기", "undo the last change"), title: ("되돌리기", "undo"))
}

/// Lets the counter undo that made the last change that can be undone. It can be undone once, until the next one.
func reduceUndo(_ state: inout ShopState) -> [Effect] {
    let owner = state.undoOwner.flatMap { owner in state.all.firstIndex { $0.id == owner } }
    state.undoOwner = nil
    return owner.flatMap { state.run($0) { $0.undo(&$1) } } ?? state.toast.replace(with: .nothingToUndo)
}

extension Toast {
    fileprivate static let nothingToUndo = Toast(
        Localized(korean: ["되돌릴 것이 없습니다."], english: ["There is nothing to undo."]))
}

extension Words {
    /// The sentence that names the key that undoes a change.
    var undoHint: String {
        let key = keyName(.undo, in: .everywhere)
        return LocalizedText("\(key) 되돌리기", "\(key) brings it back")[language]
    }
}
