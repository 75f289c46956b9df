import Canvas
import Domain
import Foundation
import ShopClient

/// Everything that drawing a list depends on besides the list itself.
struct ListContext {
    let counter: any RegisteredCounter
    /// The marks that counters add to items for sale.
    let marks: [ItemMarks]
    /// The states of the shop's pictures.
    let pictures: [PictureRequest: PictureState]
    let spinnerPhase: Int?
    /// The sections whose headers say that they are up to date.
    let confirmed: Set<SectionID>
    /// The current time, for ages.
    let now: Date
    /// Whether the server does not answer, which is shown once instead of by every section.
    let isOffline: Bool

    /// Returns the reason why the latest fetch of `section` failed, if it is to be shown.
    func failure(of section: Section) -> FetchFailure? {
        section.failure.flatMap { isOffline && $0.isConnectionLoss && !$0.isRefusedCertificate ? nil : $0 }
    }

    /// Returns the marks of other counters for the given rows; empty if there are none.
    func marks(ofRows rows: Range<Int>, in section: Section) -> [String?] {
        guard !self.marks.isEmpty else { return [] }
        let marks = rows.map { row in
            counter.saleItem(ofRow: row, in: section).flatMap { item in
                self.marks.lazy.compactMap { $0(item) }.first
            }
        }
        return marks.contains { $0 != nil } ? marks : []
    }
}

extension FetchFailure {
    /// Whether the failure has a reason that "disconnected" does not tell.
    fileprivate var isRefusedCertificate: Bool {
        guard case .untrusted = self else { return false }
        return true
    }
}

extension LineBuilder {
    /// Adds the mark of another counter as a chip at the right.
    mutating func mark(_ mark: String?, gap: Int = 1) {
        if let mark { right(" \(mark) ", Style(.good, .reverse), gap: gap) }
    }
}

/// Draws a list as panels, one for each visible section and column. Only visible rows are laid out.
struct SectionedListView {
    /// A section in one of the columns.
    private struct Part: Hashable {
        let section: SectionID
        let column: Int
    }

    private let words: Words
    private var sections: [Part: SectionPanel] = [:]

    init(words: Words) { self.words = words }

    var rowsLaidOut: Int { sections.values.reduce(0) { $0 + $1.rowsLaidOut } }

    /// Returns the panels of the list, or of the message that replaces it.
    mutating func panels(of list: SectionedList, _ context: ListContext) -> [Panel] {
        if let empty = context.counter.emptyState ?? (list.foundNothing ? .noMatch(nearest: list.nearest) : nil) {
            return [empty.panel(layout: list.layout, words)]
        }
        if let panels = emptySection(of: list, context) { return panels }
        var panels: [Panel] = []
        for column in list.columns {
            for index in list.sections.indices where list.geometry.lines(of: index).overlaps(column.lines) {
                let part = Part(section: list.sections[index].id, column: column.number)
                let panel = sections[part, default: SectionPanel(words: words)]
                    .panel(at: index, in: column, of: list, context)
                if let panel { panels.append(panel) }
            }
        }
        return panels
    }

    /// Returns the header of a list's only section and the message below it, if the section is empty and its counter has
    /// a hint for that.
    private mutating func emptySection(of list: SectionedList, _ context: ListContext) -> [Panel]? {
        let texts = context.counter.texts
        guard let hint = texts.emptyHint, list.sections.count == 1, let column = list.columns.first,
            case .empty = PlaceholderRow.Kind(list.sections[0], context),
            let section = sections[Part(section: list.sections[0].id, column: 0), default: SectionPanel(words: words)]
                .panel(at: 0, in: column, of: list, context)
        else { return nil }
        let header = Panel(
            region: section.region, origin: section.origin, width: section.width,
            lines: Array(section.lines.prefix(1)))
        let empty = EmptyState(reason: texts.empty, hint: hint, isFailure: false)
        return [header, empty.panel(layout: list.layout, words, below: 1)]
    }
}
