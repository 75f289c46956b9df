import Canvas
import Domain
import ShopClient
import Terminal

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
        return shown.copiedLines(ofRow: list.cursor.selection.row, in: section, of: list, words)
    }
}

extension Toast {
    /// The most lines that the toast repeats; it only counts the others.
    private static let maxCopied = 3

    fileprivate static let nothingToCopy = Toast(Localized { [$0.nothingToCopy] })

    fileprivate static func copied(_ text: ClipboardText) -> Toast {
        let more = text.lines.count - maxCopied
        return Toast(Localized { [$0.copied] + text.lines.prefix(maxCopied) + (more > 0 ? ["+\(more)"] : []) })
    }
}
