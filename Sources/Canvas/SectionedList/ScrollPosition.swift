/// How far lines are scrolled that a place has not room for.
public struct ScrollPosition: Hashable, Sendable {
    /// The line at the top of the place.
    public private(set) var top: Int

    public init(top: Int = 0) { self.top = top }

    /// Scrolls `lines` in a place of `height`, by `page` lines a page. Sections begin at `sections`.
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
    /// More lines or rows than anything has.
    private static let most = 1 << 32

    /// How far down it goes, in rows, where a page has `page` of them; nowhere from section to section.
    public func distance(page: Int) -> Int {
        switch self {
        case .rows(let rows): rows
        case .pages(let pages): pages * page
        case .halfPages(let halves): halves * max(1, page / 2)
        case .first: -ListCursor.Move.most
        case .last: ListCursor.Move.most
        case .previousSection, .nextSection: 0
        }
    }
}
