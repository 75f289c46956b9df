import Canvas
import Domain
import ShopClient
import TerminalText

/// The strip of purchases: each drink once, newest first, with its picture, name and count.
struct PurchaseStrip {
    private struct Item {
        let name: ShopText
        /// The address of its picture as the server sent it; empty if it has none.
        let image: String
        var count = 1

        private static let maxNameWidth = 14

        /// Returns the lines of its name for the place beside its picture.
        func label(_ language: Language) -> [String] {
            counted(name[language].string.wrapped(columns: Item.maxNameWidth, limit: PurchaseStrip.picture.height))
        }

        func text(_ language: Language) -> String { counted([name[language].string]).joined() }

        private func counted(_ lines: [String]) -> [String] {
            guard let last = lines.last else { return lines }
            return lines.dropLast() + [Order.counted(last, count)]
        }
    }

    static let picture = Size(width: 4, height: 2)
    /// The gap between a picture and its name, in columns.
    private static let nameGap = 1
    /// The gap between two drinks, in columns.
    private static let gap = 3

    private let items: [Item]
    private let layout: ListLayout

    init(_ purchases: [DrinkPurchase], _ layout: ListLayout) {
        self.layout = layout
        var (places, items): ([DrinkID: Int], [Item]) = ([:], [])
        for purchase in purchases.reversed() {
            if let index = places[purchase.drink] {
                items[index].count += 1
            } else {
                places[purchase.drink] = items.count
                items.append(Item(name: purchase.title, image: purchase.image))
            }
        }
        self.items = items
    }

    private var hasPictures: Bool {
        layout.picture != nil && layout.statusBarHeight > PurchaseStrip.picture.height
    }

    /// The requests for the visible pictures, in the language in which more of them fit.
    var requests: [PictureRequest] {
        guard hasPictures else { return [] }
        let shown = Language.allCases.map(shown).max { $0.count < $1.count } ?? []
        return shown.filter { !$0.image.isEmpty }.map(PurchaseStrip.request)
    }

    private static func request(_ item: Item) -> PictureRequest { PictureRequest(item.image, fitting: picture) }

    /// Returns the items that fit side by side, and at least the newest.
    private func shown(_ language: Language) -> ArraySlice<Item> {
        var room = layout.screen.width - 2 * layout.margin
        var count = 0
        for item in items {
            room -= columns(of: item, language)
            guard room >= 0 || count == 0 else { break }
            count += 1
            room -= PurchaseStrip.gap
        }
        return items.prefix(count)
    }

    private func columns(of item: Item, _ language: Language) -> Int {
        let picture = item.image.isEmpty ? 0 : PurchaseStrip.picture.width + PurchaseStrip.nameGap
        return picture + (item.label(language).map(\.columns).max() ?? 0)
    }

    /// Returns the lines of the strip; `known` holds the states of the shop's pictures.
    func lines(_ known: [PictureRequest: PictureState], _ language: Language) -> [Line] {
        guard hasPictures else { return [line { $0.left(items.map { $0.text(language) }.joined(separator: ", ")) }] }
        let shown = shown(language)
        return (0..<PurchaseStrip.picture.height).map { row in
            line { line in
                for item in shown { add(item, item.label(language), row, known, to: &line) }
            }
        }
    }

    private func add(
        _ item: Item, _ label: [String], _ row: Int, _ known: [PictureRequest: PictureState],
        to line: inout LineBuilder
    ) {
        let part = label.indices.contains(row) ? label[row] : ""
        if !item.image.isEmpty {
            let state = known[PurchaseStrip.request(item)] ?? .waiting
            PictureArea(size: PurchaseStrip.picture, state: state).add(row: row, to: &line)
            line.skip(PurchaseStrip.nameGap)
        }
        line.left(part)
        line.skip((label.map(\.columns).max() ?? 0) - part.columns + PurchaseStrip.gap)
    }

    private func line(_ add: (inout LineBuilder) -> Void) -> Line {
        var line = LineBuilder(width: layout.screen.width, margin: layout.margin)
        add(&line)
        return line.line
    }
}
