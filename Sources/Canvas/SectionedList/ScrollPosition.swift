/// The scroll offset of content that is taller than its viewport.
public struct ScrollPosition: Hashable, Sendable {
    /// The line at the top of the viewport.
    public private(set) var top: Int

    public init(top: Int = 0) { self.top = top }

    /// Scrolls content of `lines` lines in a viewport of `height`, by `page` lines a page. `sections` are the first
    /// lines of the sections, in ascending order.
    public mutating func move(
        _ move: ListCursor.Move, lines: Int, height: Int, page: Int, sections: [Int] = []
    ) {
        let last = max(0, lines - height)
        switch move {
        case .previousSection: top = sections.last { $0 < top } ?? 0
        case .nextSection: top = sections.first { $0 > top } ?? last
        default: top += move.distance(page: page)
        }
        top = min(max(0, top), last)
    }
}

extension ListCursor.Move {
    /// A distance larger than any list.
    private static let limit = 1 << 32

    /// The distance in rows, positive downwards, if a page has `page` rows; 0 for moves between sections.
    public func distance(page: Int) -> Int {
        switch self {
        case .rows(let rows): rows
        case .pages(let pages): pages * page
        case .halfPages(let halves): halves * max(1, page / 2)
        case .first: -ListCursor.Move.limit
        case .last: ListCursor.Move.limit
        case .previousSection, .nextSection: 0
        }
    }
}
