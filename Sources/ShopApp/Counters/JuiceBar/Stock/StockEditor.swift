import Canvas
import Domain
import Foundation
import ShopClient
import ShopHTTP
import TerminalText

/// What a keeper should know before changing the stock again.
enum StockNotice: Hashable, Sendable {
    /// It was changed somewhere else meanwhile.
    case changed
    /// A count is outside 0...100.
    case count
    case refused(status: Int)
    case unanswered(FetchFailure)
}

/// The stock editor: how many there are to be of each fruit.
struct StockEditor: Hashable, Sendable {
    typealias Fields = Form<FruitID, Never, StockNotice>

    /// What the shop has.
    private(set) var fruits: [FruitStock]
    var form: Fields
    /// The version of the section that the counts are from.
    private var contentVersion: Int
    /// What was sent last, if nobody knows what became of it.
    private var unanswered: StockDraft?

    /// From what is known of the fruits, at `fruit`; `nil` where there are none.
    init?(_ section: Section, at fruit: FruitID? = nil) {
        fruits = StockEditor.fruits(in: section)
        guard let first = fruits.first else { return nil }
        let focus = fruits.first { $0.id == fruit }?.id ?? first.id
        form = Form(fruits.map(StockEditor.field), focus: focus)
        contentVersion = section.contentVersion
    }

    private static func fruits(in section: Section) -> [FruitStock] {
        Array(section.rows.array(of: FruitStock.self).prefix(JuiceAppearance.mostFruits))
    }

    private static func field(_ fruit: FruitStock) -> (FruitID, Fields.Field) {
        (fruit.id, .number(QuantityField(fruit.count, in: FruitStock.counts)))
    }

    /// How many there are to be of a fruit; `nil` while the number is no stock.
    func count(of fruit: FruitID) -> Int? { form.number(fruit)?.value }

    /// Whether there is anything to change.
    var isEdited: Bool { fruits.contains { count(of: $0.id) != $0.count } }

    /// The stock as it is to be, under `key`, or under the key before where nobody knows what became of the same; `nil`,
    /// with a notice, while a count is no stock.
    mutating func confirmed(key: UUID) -> StockDraft? {
        if let wrong = fruits.first(where: { count(of: $0.id) == nil }) {
            form.focus(on: wrong.id)
            form.notice = .count
            return nil
        }
        let counts = Dictionary(fruits.compactMap { fruit in count(of: fruit.id).map { (fruit.id, $0) } }) { first, _ in
            first
        }
        form.isSending = true
        form.notice = nil
        if let unanswered, unanswered.counts == counts, unanswered.contentVersion == contentVersion {
            return unanswered
        }
        return StockDraft(key: key, counts: counts, contentVersion: contentVersion)
    }

    /// What was sent came to nothing.
    mutating func fail(_ report: StockReport) {
        form.isSending = false
        switch report.outcome {
        case .stored: break
        case .changedMeanwhile: form.notice = .changed
        case .refused(let status): form.notice = .refused(status: status)
        case .unanswered(let failure):
            unanswered = report.draft
            form.notice = .unanswered(failure)
        }
    }

    /// The shop has another stock by now. What changed there is shown; what changed here only is kept.
    mutating func rebase(on section: Section) {
        guard section.contentVersion != contentVersion else { return }
        contentVersion = section.contentVersion
        let (before, entered) = (fruits, form)
        fruits = StockEditor.fruits(in: section)
        form.replace(
            fruits.map { fruit in
                let isSame = before.contains { $0.id == fruit.id && $0.count == fruit.count }
                let kept = isSame ? entered.number(fruit.id) : nil
                return kept.map { (fruit.id, .number($0)) } ?? StockEditor.field(fruit)
            })
        if fruits.map(\.id) != before.map(\.id) || fruits.map(\.count) != before.map(\.count) { form.notice = .changed }
    }
}

extension StockEditor: StockForm {
    typealias Owner = JuiceCounter

    var keyTable: KeyTable { isSending ? .sending : .steppers }
    var losesEntry: Bool { isEdited }

    /// Closes the editor, once the shop has what was changed.
    mutating func submit(_ bar: inout JuiceCounter, _ shell: inout ShellContext) -> [JuiceBarRequest] {
        guard isEdited else { return leave(&bar, &shell) }
        return confirmed(key: shell.nextRequestKey()).map { [.restock($0)] } ?? []
    }

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        StockEditorView(words: words, layout: context.layout, spinner: context.spinner).picture(of: self)
    }
}
