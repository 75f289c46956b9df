import Canvas
import Domain
import ShopClient

/// A list as panels, one a section that is in view. Only rows in view are laid out.
struct SectionedListView {
    private let words: Words
    private var sections: [SectionID: SectionPanel] = [:]

    init(words: Words) { self.words = words }

    /// Rows laid out so far.
    var rowsLaidOut: Int { sections.values.reduce(0) { $0 + $1.rowsLaidOut } }

    /// The list of the counter that is shown, or why there is none.
    mutating func panels(of state: ShopState) -> [Panel] {
        if let empty = state.shown.emptyState { return [empty.panel(layout: state.list.layout, words)] }
        let list = state.list
        let inView = list.cursor.top..<(list.cursor.top + list.layout.height)
        return list.sections.indices.compactMap { index in
            guard list.geometry.lines(of: index).overlaps(inView) else { return nil }
            return sections[list.sections[index].id, default: SectionPanel(words: words)].panel(at: index, of: state)
        }
    }
}
