extension ListGeometry {
    /// Returns the lines that columns of `height` lines show of a list scrolled to `top`: it flows from each column into the
    /// next, as in a newspaper, so that every row below the first line of all is whole in exactly one of them.
    ///
    /// The first line of a column is the one that the sticky header covers. A column ends early before a row that it has
    /// not enough lines for, and is empty behind the end of the list.
    public func columns(_ count: Int, height: Int, from top: Int) -> [Range<Int>] {
        var columns: [Range<Int>] = []
        var start = top
        for number in 0..<count {
            let end = min(start + height, max(start, lineCount))
            guard number < count - 1, end < lineCount else {
                columns.append(start..<end)
                start = end
                continue
            }
            let (last, next) = breakLines(at: end)
            columns.append(start..<max(start, last))
            start = max(start, next)
        }
        return columns
    }

    /// The lines that `count` columns of `height` lines show of any list, however much their ends leave empty.
    public static func linesInColumns(_ count: Int, height: Int, headerHeight: Int, rowHeight: Int) -> Int {
        max(height, count * height - (count - 1) * (headerHeight + rowHeight + 1))
    }

    /// Returns where a column ends that has room up to `line`, and the line that the header of the next one covers.
    private func breakLines(at line: Int) -> (end: Int, next: Int) {
        let section = section(atLine: line)
        let header = headerLine(of: section)
        let offset = line - header - headerHeight
        // A header stays with its first row.
        guard offset > 0, !isFolded(section) else { return (header, header) }
        let (row, cut) = offset.quotientAndRemainder(dividingBy: rowHeight)
        guard row < rowCounts[section] else { return (line, lines(of: section).upperBound) }
        let start = line - cut
        // The header covers a line of the row before, and if rows have a blank line between them, that is kept.
        let above = rowHeight > 2 ? headerHeight : 1
        if cut == 0 { return (line, line - above) }
        if cut < textHeight { return row == 0 ? (header, header) : (start, start - above) }
        let isLast = row == rowCounts[section] - 1
        return (line, isLast ? lines(of: section).upperBound : start + rowHeight - above)
    }
}
