import Canvas
import Domain
import Foundation
import ShopClient
import ShopHTTP

/// What a list's drawing depends on beside the list itself.
struct ListContext {
    let counter: any Counter
    /// The counters that may mark what is for sale.
    let markingCounters: [any Counter]
    /// What can be shown of the shop's pictures.
    let pictures: [PictureRequest: PictureState]
    let spinnerPhase: Int?
    /// The time by which ages are told.
    let now: Date
    /// Whether the server does not answer, which is told once, and not by every section.
    let isOffline: Bool

    /// Why the latest fetch of `section` failed, where that is told.
    func failure(of section: Section) -> FetchFailure? {
        section.failure.flatMap { isOffline && $0.isConnectionLoss ? nil : $0 }
    }

    /// What other counters say of each of those rows; empty where they say nothing.
    func marks(ofRows rows: Range<Int>, in section: Section) -> [String?] {
        guard !markingCounters.isEmpty else { return [] }
        let marks = rows.map { row in
            counter.saleItem(ofRow: row, in: section).flatMap { item in
                markingCounters.lazy.compactMap { $0.mark(of: item) }.first
            }
        }
        return marks.contains { $0 != nil } ? marks : []
    }
}

extension LineBuilder {
    /// Adds what another counter says of a row as a chip at the right.
    mutating func mark(_ mark: String?, gap: Int = 1) {
        if let mark { right(" \(mark) ", Style(.good, .reverse), gap: gap) }
    }
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
        if let empty = context.counter.emptyState ?? (list.foundNothing ? .noMatch : nil) {
            return [empty.panel(layout: list.layout, words)]
        }
        let inView = list.cursor.top..<(list.cursor.top + list.layout.height)
        return list.sections.indices.compactMap { index in
            guard list.geometry.lines(of: index).overlaps(inView) else { return nil }
            return sections[list.sections[index].id, default: SectionPanel(words: words)]
                .panel(at: index, of: list, context)
        }
    }
}
