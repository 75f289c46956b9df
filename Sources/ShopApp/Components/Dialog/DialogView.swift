import Canvas
import ShopModels
import TerminalText

/// A question with its two answers.
struct DialogView {
    let words: Words
    let layout: ListLayout
    let appearance: JuiceAppearance

    private static let mostLines = 3

    func panel(_ dialog: DialogState) -> Panel { modal(dialog).panel }

    /// On the answer that Enter gives.
    func cursor(_ dialog: DialogState) -> Point {
        let modal = modal(dialog)
        let column = dialog.isYes ? 0 : button(answers(dialog)[0]).columns + (isNarrow ? 1 : 2)
        return modal.point(ofRow: modal.rows.count - 1, column: column)
    }

    private func modal(_ dialog: DialogState) -> Modal {
        switch dialog.question {
        case .restock(let juice, let missing):
            let rows = sentence(JuiceSentences.short) + self.missing(missing) + [.space, buttons(dialog)]
            return modal(juice.string, rows)
        case .tooDear(let drink, _), .unavailable(let drink, _): return modal(drink.string, drinks(dialog))
        case .leave, .leaveBalance: return modal(words.drinks.counter, drinks(dialog))
        case .contact(let question):
            let (title, sentence) = words.contacts.question(question)
            return modal(title, self.sentence(sentence) + [.space, buttons(dialog)])
        }
    }

    private func drinks(_ dialog: DialogState) -> [ModalRow] {
        let sentences = words.drinks.question(dialog.question)
        return sentences.prefix(1).flatMap { sentence($0) }
            + sentences.dropFirst().flatMap { sentence($0, .plain, .useful) } + [.space, buttons(dialog)]
    }

    private func modal(_ title: String, _ rows: [ModalRow]) -> Modal {
        Modal(layout: layout, region: Region("dialog"), title: title, rows: rows, focus: rows.count - 1)
    }

    /// What can be answered. The juice bar speaks Korean everywhere.
    private func answers(_ dialog: DialogState) -> [String] {
        if case .restock = dialog.question { return [JuiceSentences.yes, JuiceSentences.no] }
        return dialog.isNotice ? [words.drinks.seen] : [words.drinks.yes, words.drinks.no]
    }

    private func sentence(
        _ text: String, _ style: Style = .bold, _ weight: ModalRow.Weight = .needed
    ) -> [ModalRow] {
        text.wrapped(columns: Modal.textColumns(in: layout), limit: DialogView.mostLines).map { line in
            ModalRow(weight: weight) { $0.left(line, style) }
        }
    }

    /// What there is too little of, a line a fruit.
    private func missing(_ missing: [FruitID: Int]) -> [ModalRow] {
        guard !missing.isEmpty else { return [] }
        let fruits = JuiceAppearance.ordered(missing)
        let widest = fruits.map { appearance.name(of: $0.key).columns }.max() ?? 0
        let rows = fruits.map { fruit, count in
            ModalRow(weight: .useful) {
                $0.left(
                    appearance.name(of: fruit), Style(.bad, .bold), gap: widest - appearance.name(of: fruit).columns + 2
                )
                $0.left(JuiceSentences.missing(count), Style(.bad))
            }
        }
        return [.space] + rows
    }

    private func buttons(_ dialog: DialogState) -> ModalRow {
        ModalRow {
            for (index, name) in answers(dialog).enumerated() {
                $0.button(name, isChosen: (index == 0) == dialog.isYes, isNarrow: isNarrow)
            }
        }
    }

    private var isNarrow: Bool { layout.width < 30 }
    private func button(_ name: String) -> String { isNarrow ? "[\(name)]" : "[ \(name) ]" }
}
