import Domain
import Foundation
import ShopClient
import ShopHTTP
import TerminalText

/// What a keeper should know before changing the stock again.
public enum StockNotice: Hashable, Sendable {
    /// It was changed somewhere else meanwhile.
    case changed
    /// A count is outside 0...100.
    case count
    case refused(status: Int)
    case unanswered(FetchFailure)
}

/// The stock editor: how many there are to be of each fruit.
public struct StockEditorState: Hashable, Sendable {
    /// A fruit with its stepper.
    public struct Item: Hashable, Sendable {
        public let id: FruitID
        public let name: PlainText
        /// How many the shop has.
        public let stock: Int
        public internal(set) var field: QuantityField

        init(_ fruit: FruitStock) {
            id = fruit.id
            name = fruit.name
            stock = fruit.count
            field = QuantityField(fruit.count, in: FruitStock.counts)
        }

        var isEdited: Bool { field.value != stock }
    }

    public private(set) var items: [Item]
    /// The item that keys change.
    public private(set) var focus: Int
    public internal(set) var isSending = false
    public internal(set) var notice: StockNotice?
    /// The version of the section that the counts are from.
    private(set) var contentVersion: Int
    /// What was sent last, if nobody knows what became of it.
    private var unanswered: StockDraft?

    /// From what is known of the fruits, at `fruit`.
    public init(_ section: MenuSection, at fruit: FruitID? = nil) {
        items = section.rows.array(of: FruitStock.self).prefix(JuiceAppearance.mostFruits).map(Item.init)
        focus = items.firstIndex { $0.id == fruit } ?? 0
        contentVersion = section.contentVersion
    }

    mutating func moveFocus(by steps: Int) {
        guard !items.isEmpty else { return }
        focus = (focus + steps % items.count + items.count) % items.count
        items[focus].field.enter()
    }

    mutating func change(_ body: (inout QuantityField) -> Void) {
        guard items.indices.contains(focus) else { return }
        body(&items[focus].field)
        if notice == .count { notice = nil }
    }

    /// Whether there is anything to change.
    var isEdited: Bool { items.contains(where: \.isEdited) }

    /// The stock as it is to be, under `key`, or under the key before where nobody knows what became of the same; `nil`,
    /// with a notice, while a count is no stock.
    mutating func confirmed(key: UUID) -> StockDraft? {
        if let wrong = items.firstIndex(where: { $0.field.value == nil }) {
            focus = wrong
            notice = .count
            return nil
        }
        let counts = Dictionary(items.compactMap { item in item.field.value.map { (item.id, $0) } }) { first, _ in first
        }
        isSending = true
        notice = nil
        if let unanswered, unanswered.counts == counts, unanswered.contentVersion == contentVersion {
            return unanswered
        }
        return StockDraft(key: key, counts: counts, contentVersion: contentVersion)
    }

    /// What was sent came to nothing.
    mutating func fail(_ report: StockReport) {
        isSending = false
        switch report.outcome {
        case .stored: break
        case .changedMeanwhile: notice = .changed
        case .refused(let status): notice = .refused(status: status)
        case .unanswered(let failure):
            unanswered = report.draft
            notice = .unanswered(failure)
        }
    }

    /// The shop has another stock by now. What changed there is shown; what changed here only is kept.
    mutating func rebase(on section: MenuSection) {
        guard section.contentVersion != contentVersion else { return }
        contentVersion = section.contentVersion
        let before = items
        let focused = items.indices.contains(focus) ? items[focus].id : nil
        items = section.rows.array(of: FruitStock.self).prefix(JuiceAppearance.mostFruits).map { fruit in
            let old = before.first { $0.id == fruit.id }
            var item = Item(fruit)
            if let old, old.stock == fruit.count { item.field = old.field }
            return item
        }
        focus = items.firstIndex { $0.id == focused } ?? 0
        if items.map(\.id) != before.map(\.id) || items.map(\.stock) != before.map(\.stock) { notice = .changed }
    }
}
