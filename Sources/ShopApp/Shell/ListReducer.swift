import Canvas
import Domain
import ShopClient
import Terminal
import TerminalText

/// Handles a search command on the list. Returns `nil` for any other command.
func reduceSearch(_ state: inout ShopState, _ command: Command) -> [Effect]? {
    switch command {
    case .find: state.list.find(isSearchedByCounter: state.shown.findsRows)
    case .keepSearch where state.list.pattern.isEmpty: return clearSearch(&state)
    case .keepSearch: state.list.keepSearch()
    case .takeNearest: return takeNearest(&state)
    case .clearSearch: return clearSearch(&state)
    case .nextMatch, .previousMatch: state.list.moveToMatch(isNext: command == .nextMatch)
    default: return state.isTyping && command.edit != nil ? search(&state) { $0.perform(command) } : nil
    }
    return []
}

/// Changes the search text. A counter that finds rows itself is asked for them.
func search(_ state: inout ShopState, _ change: (inout SearchField) -> Bool) -> [Effect] {
    guard state.list.search(change) else { return [] }
    return state.run(state.shownNumber, .search(state.list.filter?.search.text ?? "")) ?? []
}

/// Searches for the title that is proposed, and keeps what is found.
private func takeNearest(_ state: inout ShopState) -> [Effect] {
    guard let nearest = state.list.nearest else { return [] }
    let effects = search(&state) { $0.replace(with: nearest) }
    state.list.keepSearch()
    return effects
}

private func clearSearch(_ state: inout ShopState) -> [Effect] {
    guard state.list.filter != nil else { return [] }
    state.list.clearSearch()
    return state.run(state.shownNumber, .search("")) ?? []
}

/// Copies the selected row, or the content of the top layer, to the clipboard and shows a toast with what was copied.
func copySelected(_ state: inout ShopState) -> [Effect] {
    let lines = state.layers.top.map { $0.copiedLines(state.words) } ?? state.copiedLinesOfSelection
    guard !lines.isEmpty else { return state.toast.replace(with: .nothingToCopy) }
    let text = ClipboardText(lines)
    return [.copy(text)] + state.toast.replace(with: .copied(text))
}

extension ShopState {
    fileprivate var copiedLinesOfSelection: [String] {
        guard !list.isSelectionFolded, let section = list.selectedSection,
            section.rows.indices.contains(list.cursor.selection.row)
        else { return [] }
        return shown.rowStyle(of: section.id, in: list).copiedLines(
            ofRow: list.cursor.selection.row, in: section.rows, words)
    }
}

extension Toast {
    /// The most lines that the toast repeats; it only counts the others.
    private static let maxCopied = 3

    fileprivate static let nothingToCopy = Toast(.note, Localized { [$0.nothingToCopy] })

    fileprivate static func copied(_ text: ClipboardText) -> Toast {
        let more = text.lines.count - maxCopied
        return Toast(.done, Localized { [$0.copied] + text.lines.prefix(maxCopied) + (more > 0 ? ["+\(more)"] : []) })
    }
}

extension Command {
    /// Undoes the last change that can be undone, of any counter.
    static let undo = Command(
        "shop.undo", help: ("마지막으로 바꾼 것 되돌리기", "undo the last change"), title: ("되돌리기", "undo"))
}

/// Lets the counter undo that made the last change that can be undone. It can be undone once, until the next one.
func reduceUndo(_ state: inout ShopState) -> [Effect] {
    let owner = state.undoOwner.flatMap { owner in state.all.firstIndex { $0.id == owner } }
    state.undoOwner = nil
    return owner.flatMap { state.run($0, .undo) } ?? state.toast.replace(with: .nothingToUndo)
}

extension Toast {
    fileprivate static let nothingToUndo = Toast(
        .note,
        Localized(korean: ["되돌릴 것이 없습니다."], english: ["There is nothing to undo."]))
}

extension Words {
    /// The sentence that names the key that undoes a change.
    var undoHint: String {
        let key = keyName(.undo, in: .everywhere)
        return LocalizedText("\(key) 되돌리기", "\(key) brings it back")[language]
    }
}
