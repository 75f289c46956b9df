/// Where the cursor of a sectioned list stands: a row of a section, both counted from 0.
public struct ListPosition: Hashable, Sendable, Comparable {
    public var section: Int
    public var row: Int

    public init(section: Int, row: Int) {
        self.section = section
        self.row = row
    }

    public static func < (left: ListPosition, right: ListPosition) -> Bool {
        (left.section, left.row) < (right.section, right.row)
    }
}

/// The lines of a sectioned list: where every header and row stands, told by arithmetic from the number of rows, so
/// that a million rows cost what twenty-five cost.
///
/// Each section is a header and its rows, with a gap after them unless it is the last; the list ends with the last
/// row's lines. A folded section is its header only, which then counts as its one row.
public struct ListGeometry: Hashable, Sendable {
    /// Rows a section has, each at least one.
    public let rowCounts: [Int]
    /// Lines of a header in its place; its first line is the one that sticks to the top.
    public let headerHeight: Int
    /// Lines of a row, the blank one that follows it included.
    public let rowHeight: Int
    /// Blank lines after the rows of each section but the last.
    public let gap: Int
    /// The line at which each section's header begins.
    private let starts: [Int]
    /// Lines of the whole list.
    public let lineCount: Int
    private let folded: Set<Int>

    public init(rowCounts: [Int], headerHeight: Int, rowHeight: Int, gap: Int = 0, folded: Set<Int> = []) {
        precondition(headerHeight > 0 && rowHeight > 0 && gap >= 0, "headers and rows have lines")
        let rowCounts = folded.isEmpty ? rowCounts : rowCounts.indices.map { folded.contains($0) ? 1 : rowCounts[$0] }
        self.rowCounts = rowCounts
        self.folded = folded
        self.headerHeight = headerHeight
        self.rowHeight = rowHeight
        self.gap = gap
        var starts: [Int] = []
        var line = 0
        for (section, count) in rowCounts.enumerated() {
            starts.append(line)
            line += headerHeight + (folded.contains(section) ? 0 : count * rowHeight + gap)
        }
        self.starts = starts
        lineCount = max(0, line - (folded.contains(rowCounts.count - 1) ? 0 : gap))
    }

    public func isFolded(_ section: Int) -> Bool { folded.contains(section) }

    /// The line at which a section's header begins.
    public func headerLine(of section: Int) -> Int { starts[section] }

    /// The lines of a section, header and gap included.
    public func lines(of section: Int) -> Range<Int> {
        starts[section]..<(section + 1 < starts.count ? starts[section + 1] : lineCount)
    }

    /// The first line of a row; of a folded section, its header.
    public func line(of position: ListPosition) -> Int {
        guard !folded.contains(position.section) else { return starts[position.section] }
        return starts[position.section] + headerHeight + position.row * rowHeight
    }

    /// The section that a line belongs to.
    public func section(atLine line: Int) -> Int {
        starts.lastIndex { $0 <= line } ?? 0
    }

    /// The nearest position that exists; `nil` in a list without sections.
    public func clamped(_ position: ListPosition) -> ListPosition? {
        guard !rowCounts.isEmpty else { return nil }
        let section = min(max(0, position.section), rowCounts.count - 1)
        return ListPosition(section: section, row: min(max(0, position.row), rowCounts[section] - 1))
    }

    /// The position `distance` rows further down (negative: up), across sections; stops at both ends.
    public func position(_ position: ListPosition, movedBy distance: Int) -> ListPosition {
        var section = position.section
        var row = position.row + distance
        while row < 0, section > 0 {
            section -= 1
            row += rowCounts[section]
        }
        while row >= rowCounts[section], section < rowCounts.count - 1 {
            row -= rowCounts[section]
            section += 1
        }
        return ListPosition(section: section, row: min(max(0, row), rowCounts[section] - 1))
    }
}
