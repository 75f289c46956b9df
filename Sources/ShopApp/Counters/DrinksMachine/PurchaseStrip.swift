import Canvas
import Domain
import ShopClient
import TerminalText

/// What was bought in a strip: every drink once, the newest first, with its picture, its name and how often it was bought.
struct PurchaseStrip {
    /// A drink that was bought.
    private struct Item {
        let name: String
        /// Where its picture is, as the server wrote it; empty for none.
        let image: String
        var count = 1

        private static let widestName = 14

        /// Its name as it stands beside its picture.
        var label: [String] { counted(name.wrapped(columns: Item.widestName, limit: PurchaseStrip.picture.height)) }

        /// Its name in one line.
        var text: String { counted([name]).joined() }

        private func counted(_ lines: [String]) -> [String] {
            guard count > 1, let last = lines.last else { return lines }
            return lines.dropLast() + ["\(last) x\(count)"]
        }
    }

    static let picture = Size(width: 4, height: 2)
    /// Columns between a picture and its name.
    private static let nameGap = 1
    /// Columns between two drinks.
    private static let gap = 3

    private let items: [Item]
    private let layout: ListLayout

    init(_ purchases: [DrinkPurchase], _ layout: ListLayout) {
        self.layout = layout
        var (places, items): ([DrinkID: Int], [Item]) = ([:], [])
        for purchase in purchases.reversed() {
            if let place = places[purchase.drink] {
                items[place].count += 1
            } else {
                places[purchase.drink] = items.count
                items.append(Item(name: purchase.name.string, image: purchase.image))
            }
        }
        self.items = items
    }

    /// Whether there is room for pictures.
    private var hasPictures: Bool {
        layout.picture != nil && layout.statusBarHeight > PurchaseStrip.picture.height
    }

    /// The pictures that it shows.
    var requests: [PictureRequest] {
        guard hasPictures else { return [] }
        return shown.filter { !$0.image.isEmpty }.map(PurchaseStrip.request)
    }

    private static func request(_ item: Item) -> PictureRequest { PictureRequest(item.image, fitting: picture) }

    /// What there is room for beside each other, and at least the newest.
    private var shown: ArraySlice<Item> {
        var room = layout.screen.width - 2 * layout.margin
        var count = 0
        for item in items {
            room -= columns(of: item)
            guard room >= 0 || count == 0 else { break }
            count += 1
            room -= PurchaseStrip.gap
        }
        return items.prefix(count)
    }

    private func columns(of item: Item) -> Int {
        let picture = item.image.isEmpty ? 0 : PurchaseStrip.picture.width + PurchaseStrip.nameGap
        return picture + (item.label.map(\.columns).max() ?? 0)
    }

    /// Its lines; `known` can be shown of the shop's pictures.
    func lines(_ known: [PictureRequest: PictureState]) -> [Line] {
        guard hasPictures else { return [line { $0.left(items.map(\.text).joined(separator: ", ")) }] }
        let shown = shown
        return (0..<PurchaseStrip.picture.height).map { row in
            line { line in
                for item in shown { add(item, row, known, to: &line) }
            }
        }
    }

    private func add(
        _ item: Item, _ row: Int, _ known: [PictureRequest: PictureState], to line: inout LineBuilder
    ) {
        let label = item.label
        let part = label.indices.contains(row) ? label[row] : ""
        if !item.image.isEmpty {
            let state = known[PurchaseStrip.request(item)] ?? .waiting
            PicturePlace(size: PurchaseStrip.picture, state: state).add(row: row, to: &line)
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
