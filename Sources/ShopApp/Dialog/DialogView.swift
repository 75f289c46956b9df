import Canvas
import ShopModels
import TerminalText

/// A question with its two answers.
struct DialogView {
    let layout: MenuLayout
    let look: JuiceBarLook

    private static let mostLines = 3

    func panel(_ dialog: DialogState) -> Panel { modal(dialog).panel }

    /// On the answer that Enter gives.
    func cursor(_ dialog: DialogState) -> Point {
        let modal = modal(dialog)
        let column = dialog.isYes ? 0 : button(JuiceSentences.yes).columns + (isNarrow ? 1 : 2)
        return modal.point(ofRow: modal.rows.count - 1, column: column)
    }

    private func modal(_ dialog: DialogState) -> Modal {
        switch dialog.question {
        case .restock(let juice, let missing):
            let rows = sentence(JuiceSentences.short) + self.missing(missing) + [.space, buttons(dialog)]
            return Modal(
                layout: layout, region: Region("dialog"), title: juice.string, rows: rows, focus: rows.count - 1)
        }
    }

    private func sentence(_ text: String) -> [ModalRow] {
        text.wrapped(columns: Modal.textColumns(in: layout), limit: DialogView.mostLines).map { line in
            ModalRow { $0.left(line, .bold) }
        }
    }

    /// What there is too little of, a line a fruit.
    private func missing(_ missing: [FruitID: Int]) -> [ModalRow] {
        guard !missing.isEmpty else { return [] }
        let fruits = JuiceBarLook.ordered(missing)
        let widest = fruits.map { look.name(of: $0.key).columns }.max() ?? 0
        let rows = fruits.map { fruit, count in
            ModalRow(weight: .useful) {
                $0.left(look.name(of: fruit), Style(.bad, .bold), gap: widest - look.name(of: fruit).columns + 2)
                $0.left(JuiceSentences.missing(count), Style(.bad))
            }
        }
        return [.space] + rows
    }

    private func buttons(_ dialog: DialogState) -> ModalRow {
        ModalRow {
            $0.button(JuiceSentences.yes, isChosen: dialog.isYes, isNarrow: isNarrow)
            $0.button(JuiceSentences.no, isChosen: !dialog.isYes, isNarrow: isNarrow)
        }
    }

    private var isNarrow: Bool { layout.width < 30 }
    private func button(_ name: String) -> String { isNarrow ? "[\(name)]" : "[ \(name) ]" }
}
