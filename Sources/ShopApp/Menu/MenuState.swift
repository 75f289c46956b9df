import Canvas
import ShopClient
import ShopModels

/// The sectioned list of dishes: what is known of each section, the selection, and how far it is scrolled.
public struct MenuState: Sendable {
    public private(set) var sections: [MenuSection]
    public private(set) var layout: MenuLayout
    public private(set) var cursor = ListCursor()
    /// Where everything stands.
    public private(set) var geometry: ListGeometry

    public init(sections: [MenuSection], layout: MenuLayout) {
        self.sections = sections
        self.layout = layout
        geometry = MenuState.geometry(sections, layout)
        cursor.reveal(in: geometry, height: layout.height)
    }

    private static func geometry(_ sections: [MenuSection], _ layout: MenuLayout) -> ListGeometry {
        ListGeometry(
            rowCounts: sections.map(\.rowCount), headerHeight: layout.headerHeight, rowHeight: layout.rowHeight)
    }

    /// The section under the cursor.
    public var selectedSection: MenuSection? {
        sections.indices.contains(cursor.selection.section) ? sections[cursor.selection.section] : nil
    }

    /// The dish under the cursor; `nil` on a section without any.
    public var selectedDish: Dish? {
        guard let dishes = selectedSection?.dishes, dishes.indices.contains(cursor.selection.row) else { return nil }
        return dishes[cursor.selection.row]
    }

    /// What Enter tells about the row under the cursor.
    var selectionToast: Toast? {
        if let dish = selectedDish { return Toast(.dish(title: dish.title, price: dish.price)) }
        return selectedSection.map { Toast(.emptySection(SectionHeading.of($0.id), $0.failure)) }
    }

    mutating func move(_ move: ListCursor.Move) {
        cursor.move(move, in: geometry, height: layout.height)
    }

    /// Takes over a new value of a section. The selection stays on its dish, and the dish on its line.
    mutating func replace(_ section: MenuSection) {
        guard let index = sections.firstIndex(where: { $0.id == section.id }) else { return }
        let old = sections[index]
        guard old.contentVersion != section.contentVersion || old.rowCount != section.rowCount else {
            sections[index] = section
            return
        }
        let oldGeometry = geometry
        var selection = cursor.selection
        if selection.section == index, old.dishes.indices.contains(selection.row) {
            let dish = old.dishes[selection.row]
            selection.row = section.dishes.row(of: dish, near: selection.row) ?? selection.row
        }
        sections[index] = section
        geometry = MenuState.geometry(sections, layout)
        cursor.follow(to: selection, from: oldGeometry, in: geometry, height: layout.height)
    }

    /// Takes over another layout; the selected row stays on its line as far as that is possible.
    mutating func lay(out layout: MenuLayout) {
        let old = geometry
        self.layout = layout
        geometry = MenuState.geometry(sections, layout)
        cursor.follow(to: cursor.selection, from: old, in: geometry, height: layout.height)
    }
}

extension MenuSection {
    /// Rows that the list shows of it: one that tells of its state when there are no dishes, so that an empty or a
    /// failed section can be selected too.
    var rowCount: Int { max(1, dishes.count) }

    /// Whether its header tells how old it is: its rows were true once, but not confirmed by the latest fetch.
    var showsAge: Bool { confirmedAt != nil && !isFresh && !dishes.isEmpty }
}

extension [Dish] {
    /// The row of the same dish nearest to `row`. A hash may stand in a list more than once, so nearness decides;
    /// searching outwards finds a dish that moved little at once, however long the list is.
    func row(of dish: Dish, near row: Int) -> Int? {
        for distance in 0..<Swift.max(count, row + 1) {
            for candidate in [row - distance, row + distance] where indices.contains(candidate) {
                if self[candidate].detailHash == dish.detailHash { return candidate }
            }
        }
        return nil
    }
}
