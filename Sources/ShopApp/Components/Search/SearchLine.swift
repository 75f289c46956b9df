import Canvas
import TerminalText

/// The search field in the lower edge of the frame: `/ ㄱㅂ____ ─ 3개`.
struct SearchLine: Hashable {
    let search: SearchField
    /// The number of matches as text; empty if nothing was typed.
    let count: String

    static let label = "/"
    private static let widest = 24
    private static let narrowest = 6
    /// Columns reserved for the count and the keys.
    private static let kept = 24
    /// The column where the text begins: after a piece of the edge, and the label with blanks around it.
    private static let start = 4

    var style: Style { search.isTyping ? Style(.standard, [.bold, .underline]) : .bold }

    /// Returns the visible text on a screen of that width, and the column of the caret.
    func shown(width: Int) -> (text: String, caret: Int) {
        let room = max(1, width - SearchLine.start - 3)
        let columns = min(room, min(SearchLine.widest, max(SearchLine.narrowest, room - SearchLine.kept)))
        let visible = search.field.visible(columns: columns)
        guard search.isTyping else { return (visible.text, SearchLine.start) }
        let blanks = String(repeating: " ", count: max(0, columns - visible.text.columns))
        return (visible.text + blanks, min(SearchLine.start + visible.caret, width - 1))
    }
}
