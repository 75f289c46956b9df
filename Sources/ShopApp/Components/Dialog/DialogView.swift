import Canvas
import TerminalText

/// A question with its answers.
struct DialogView {
    let words: Words
    let layout: ListLayout

    func panel(_ dialog: DialogState) -> Panel { modal(dialog).panel }

    /// On the answer that Enter gives.
    func cursor(_ dialog: DialogState) -> Point {
        let modal = modal(dialog)
        let first = dialog.question.answers(words).first ?? ""
        let column = dialog.isYes ? 0 : layout.button(first).columns + gap
        return modal.point(ofRow: modal.rows.count - 1, column: column)
    }

    private func modal(_ dialog: DialogState) -> Modal {
        let rows = dialog.question.rows(words, layout) + [.space, buttons(dialog)]
        return Modal(
            layout: layout, region: Region("dialog"), title: dialog.question.title(words), rows: rows,
            focus: rows.count - 1)
    }

    private func buttons(_ dialog: DialogState) -> ModalRow {
        ModalRow {
            for (index, name) in dialog.question.answers(words).enumerated() {
                $0.left(layout.button(name), (index == 0) == dialog.isYes ? .selected : .plain, gap: gap)
            }
        }
    }

    private var gap: Int { layout.isNarrow ? 1 : 2 }
}

extension ModalRow {
    private static let mostLines = 3

    /// A sentence of a dialog, broken into lines that fit.
    static func sentence(
        _ text: String, _ style: Style = .bold, _ weight: Weight = .needed, in layout: ListLayout
    ) -> [ModalRow] {
        text.wrapped(columns: Modal.textColumns(in: layout), limit: mostLines).map { line in
            ModalRow(weight: weight) { $0.left(line, style) }
        }
    }
}
