/// A row of a sectioned list: section and row, both counted from 0.
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

/// The line layout of a sectioned list. Positions are computed from the row counts, so the cost depends on the number
/// of sections, not of rows: a million rows cost as much as twenty-five.
///
/// Each section is a header and its rows, with a gap after them unless it is the last; the list ends with the last
/// row's lines. A folded section is its header only, which then counts as its one row.
public struct ListGeometry: Hashable, Sendable {
    /// The number of rows of each section, at least one; one if the section is folded.
    public let rowCounts: [Int]
    /// Lines of a section header; its first line is the one that sticks to the top while scrolling.
    public let headerHeight: Int
    /// Lines of a row, including the blank line that follows it.
    public let rowHeight: Int
    /// Blank lines after the rows of each section but the last.
    public let gap: Int
    /// The line at which each section's header begins.
    private let starts: [Int]
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

    /// The lines of a row that have to be seen: the blank line that follows them may be cut off.
    public var textHeight: Int { max(1, rowHeight - (rowHeight > 2 ? 1 : 0)) }

    public func isFolded(_ section: Int) -> Bool { folded.contains(section) }

    /// The line at which each section's header begins.
    public func headerLine(of section: Int) -> Int { starts[section] }

    /// The lines of a section, including header and gap.
    public func lines(of section: Int) -> Range<Int> {
        starts[section]..<(section + 1 < starts.count ? starts[section + 1] : lineCount)
    }

    /// The first line of a row, or the header's line if the section is folded.
    public func line(of position: ListPosition) -> Int {
        guard !folded.contains(position.section) else { return starts[position.section] }
        return starts[position.section] + headerHeight + position.row * rowHeight
    }

    public func section(atLine line: Int) -> Int {
        starts.lastIndex { $0 <= line } ?? 0
    }

    /// Returns the nearest existing position. Returns `nil` if the list has no sections.
    public func clamped(_ position: ListPosition) -> ListPosition? {
        guard !rowCounts.isEmpty else { return nil }
        let section = min(max(0, position.section), rowCounts.count - 1)
        return ListPosition(section: section, row: min(max(0, position.row), rowCounts[section] - 1))
    }

    /// Returns the position `distance` rows further down (negative: up), across sections, clamped to both ends of the
    /// list.
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
