import Canvas
import Domain
import TerminalText

/// The stock editor: a line a fruit, with its number to be, and the same as a bar.
struct StockEditorView {
    let words: Words
    let layout: ListLayout

    private static let names = 14
    private static let namesWhereNarrow = 12
    private static let digits = 4
    private static let hint = "- +"
    private static let widestBar = 20
    private static let mostNoticeLines = 2

    func panel(_ editor: StockEditorState, spinner: String) -> Panel { modal(editor, spinner).panel }

    /// At the end of the number that keys change.
    func cursor(_ editor: StockEditorState) -> Point {
        guard editor.items.indices.contains(editor.focus) else { return layout.origin }
        let item = editor.items[editor.focus]
        return modal(editor, "").point(
            ofRow: editor.focus, column: nameColumns(item) + min(item.field.text.columns, StockEditorView.digits - 1))
    }

    private func modal(_ editor: StockEditorState, _ spinner: String) -> Modal {
        let fruits = editor.items.indices.map { row($0, editor) }
        return Modal(
            layout: layout, region: Region("stock"), title: words.juice.stock,
            rows: fruits + notice(editor) + [.space, ModalRow(weight: .useful) { addState(editor, spinner, &$0) }],
            focus: editor.notice == nil ? editor.focus : max(editor.focus, fruits.count - 1))
    }

    private func row(_ number: Int, _ editor: StockEditorState) -> ModalRow {
        let item = editor.items[number]
        let isFocused = number == editor.focus && !editor.isSending
        return ModalRow { line in
            let before = words.juice.before(item.stock)
            let kept = max(before.columns, words.juice.before(FruitStock.counts.upperBound).columns) + 2
            if item.isEdited, layout.width >= JuiceColumns.tiny { line.right(before, .dim) }
            let name = item.name.string.truncated(columns: nameColumns(item) - 1)
            line.left(name, isFocused ? Style(.accent, .bold) : .plain, gap: nameColumns(item) - name.columns)
            let text = item.field.text
            let blanks = String(repeating: " ", count: max(0, StockEditorView.digits - text.columns))
            line.left(text + blanks, Style(.standard, isFocused ? [.bold, .underline] : .underline), gap: 2)
            line.left(isFocused ? StockEditorView.hint : "   ", .dim, gap: 2)
            let room = line.room - (item.isEdited ? kept - before.columns : kept)
            StockBar(count: item.field.value ?? 0, columns: min(room, StockEditorView.widestBar)).add(to: &line)
        }
    }

    private func notice(_ editor: StockEditorState) -> [ModalRow] {
        guard let notice = editor.notice else { return [] }
        let lines = words.juice.notice(notice).wrapped(
            columns: Modal.textColumns(in: layout), limit: StockEditorView.mostNoticeLines)
        return [.space] + lines.map { line in ModalRow { $0.left(line, Style(.bad)) } }
    }

    private func addState(_ editor: StockEditorState, _ spinner: String, _ line: inout LineBuilder) {
        guard editor.isSending else { return line.left(words.juice.range, .dim) }
        line.left(spinner, Style(.accent), gap: 1)
        line.left(words.juice.sending, .dim)
    }

    private func nameColumns(_ item: StockEditorState.Item) -> Int {
        layout.width < JuiceColumns.narrow
            ? min(StockEditorView.namesWhereNarrow, layout.width / 2) : StockEditorView.names
    }
}
