import Canvas
import Domain
import Foundation
import ShopClient

/// What a list's drawing depends on beside the list itself.
struct ListContext {
    let counter: any Counter
    /// What can be shown of the shop's pictures.
    let pictures: [PictureRequest: PictureState]
    let spinnerPhase: Int
    /// The time by which ages are told.
    let now: Date
}

/// A list as panels, one a section that is in view. Only rows in view are laid out.
struct SectionedListView {
    private let words: Words
    private var sections: [SectionID: SectionPanel] = [:]

    init(words: Words) { self.words = words }

    /// Rows laid out so far.
    var rowsLaidOut: Int { sections.values.reduce(0) { $0 + $1.rowsLaidOut } }

    /// The list, or why there is none.
    mutating func panels(of list: SectionedList, _ context: ListContext) -> [Panel] {
        if let empty = context.counter.emptyState { return [empty.panel(layout: list.layout, words)] }
        let inView = list.cursor.top..<(list.cursor.top + list.layout.height)
        return list.sections.indices.compactMap { index in
            guard list.geometry.lines(of: index).overlaps(inView) else { return nil }
            return sections[list.sections[index].id, default: SectionPanel(words: words)]
                .panel(at: index, of: list, context)
        }
    }
}
