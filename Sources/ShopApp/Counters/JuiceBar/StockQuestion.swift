import Canvas
import Domain
import TerminalText

/// The question whether to edit the stock because there is not enough fruit for a juice.
struct StockQuestion: Question {
    let juice: LocalizedText
    /// The missing amount of each fruit.
    let missing: [FruitID: Int]
    /// The names of the fruits.
    var appearance = JuiceAppearance()

    func title(_ words: Words) -> String { juice[words.language] }
    func answers(_ words: Words) -> [String] { [words.juice.yes, words.juice.no] }

    func rows(_ words: Words, _ layout: ListLayout) -> [ModalRow] {
        ModalRow.sentence(words.juice.askStock, in: layout) + missingRows(words)
    }

    /// Returns the missing fruits, one per row.
    private func missingRows(_ words: Words) -> [ModalRow] {
        guard !missing.isEmpty else { return [] }
        let fruits = JuiceAppearance.ordered(missing)
        let widest = fruits.map { appearance.name(of: $0.key, in: words.language).columns }.max() ?? 0
        let rows = fruits.map { fruit, count in
            ModalRow(weight: .useful) {
                let name = appearance.name(of: fruit, in: words.language)
                $0.left(name, Style(.bad, .bold), gap: widest - name.columns + 2)
                $0.left(words.juice.missing(count), Style(.bad))
            }
        }
        return [.space] + rows
    }

    func answer(isYes: Bool, _ bar: inout JuiceCounter, _ shell: inout ShellContext) -> [JuiceBarRequest] {
        if isYes { bar.openStockEditor(at: JuiceAppearance.ordered(missing).first?.key, &shell) }
        return []
    }
}
