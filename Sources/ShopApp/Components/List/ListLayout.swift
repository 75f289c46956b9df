import Canvas

/// The layout of a list for a screen size. Larger screens show more.
struct ListLayout: Hashable, Sendable {
    /// The smallest usable screen.
    static let smallest = Size(width: 20, height: 6)

    /// The amount of information in a row.
    enum Density: Hashable, Sendable {
        /// A title and the most important data.
        case oneLine
        /// The same, plus a line of details.
        case twoLines
        /// The same as `twoLines`, plus a blank line.
        case spacious
    }

    let screen: Size
    let density: Density
    let shape: ListShape
    /// Whether rows have pictures that the terminal can show.
    var hasPictures = false
    /// The columns side by side through which the list flows.
    var columns = 1
    /// The lines that a row of a short list has besides those of a long one.
    private(set) var extraLines = 0

    init(screen: Size, shape: ListShape = ListShape()) {
        self.screen = screen
        self.shape = shape
        let rows = screen.height - ListLayout.frameRows
        if rows < 10 || screen.width < 36 {
            density = .oneLine
        } else {
            density = rows < 16 ? .twoLines : .spacious
        }
    }

    /// Screen rows of the frame: tabs and connection state above, keys below.
    private static let frameRows = 2

    var isTooSmall: Bool {
        screen.width < ListLayout.smallest.width || screen.height < ListLayout.smallest.height
    }

    /// The upper left corner of the list, below the top edge of the frame.
    var origin: Point { Point(column: 0, row: 1) }
    /// The width of the list, or of each of its columns.
    var width: Int {
        if columns > 1 { return min(ListLayout.widest, (hasPane ? screen.width * 2 / 3 : screen.width) / columns) }
        if hasPane { return min(ListLayout.widest, screen.width * 3 / 5) }
        return shape.isCovering ? screen.width : min(ListLayout.widest, screen.width)
    }
    /// The width of all columns of the list.
    var listWidth: Int { width * columns }
    /// The rows of the screen that the list has.
    var height: Int { max(1, screen.height - ListLayout.frameRows - statusBarHeight) }

    /// The lines of the list that are in view at least.
    var linesInView: Int {
        ListGeometry.linesInColumns(columns, height: height, headerHeight: headerHeight, rowHeight: rowHeight)
    }

    /// Returns the layout for a list of that many lines: in two columns if they are wide enough, and one is too short. Rows
    /// of one line get more if all of them fit.
    func fitting(lines: (ListLayout) -> Int) -> ListLayout {
        var layout = self
        (layout.columns, layout.extraLines) = (1, 0)
        if shape.rows == .compact, density == .spacious {
            let fits = (1...ListLayout.maxExtraLines).last { extra in
                var roomy = layout
                roomy.extraLines = extra
                return lines(roomy) <= height
            }
            layout.extraLines = fits ?? 0
            return layout
        }
        guard density == .spacious, !shape.isCovering, screen.width >= ListLayout.minWidthOfColumns,
            lines(layout) > height
        else { return layout }
        layout.columns = 2
        return layout
    }

    private static let maxExtraLines = 2

    var hasPane: Bool { shape.hasPane && density == .spacious && screen.width >= ListLayout.minWidthWithPane }

    /// The maximum width of the list, so that a text and its price never get further apart.
    private static let widest = 110
    private static let minWidthWithPane = 116
    private static let minWidthOfColumns = 160

    /// The height of the counter's status bar below the list.
    var statusBarHeight: Int {
        switch (shape.statusBar, density) {
        case (.none, _), (.line, .oneLine): 0
        case (.full, .oneLine), (.line, _): 1
        case (.full, .twoLines): 2
        case (.full, .spacious): picture == nil ? 2 : 3
        }
    }

    var coveringList: ListLayout { shaped { ($0.hasPane, $0.isCovering) = (false, true) } }

    /// The layout of a view that covers the list and everything that belongs to it.
    var whole: ListLayout {
        shaped { ($0.hasPane, $0.isCovering, $0.statusBar) = (false, true, .none) }
    }

    private func shaped(_ change: (inout ListShape) -> Void) -> ListLayout {
        var shape = shape
        change(&shape)
        var layout = ListLayout(screen: screen, shape: shape)
        layout.hasPictures = hasPictures
        return layout
    }

    /// The size in cells of the picture at the left of a row; `nil` if rows have none.
    var picture: Size? {
        guard hasPictures, width >= ListLayout.minWidthWithPictures else { return nil }
        switch density {
        case .oneLine: return nil
        case .twoLines: return Size(width: 4, height: 2)
        case .spacious:
            let isLarge =
                screen.width >= ListLayout.largePicturesFrom.width
                && screen.height >= ListLayout.largePicturesFrom.height
            return isLarge ? Size(width: 8, height: 4) : Size(width: 6, height: 3)
        }
    }

    private static let minWidthWithPictures = 52
    private static let largePicturesFrom = Size(width: 100, height: 32)
    /// Columns between a picture and the text.
    static let pictureGap = 2

    /// Lines of a row, including its blank line.
    var rowHeight: Int {
        switch (shape.rows, density) {
        case (.compact, _): 1 + extraLines
        case (.dense, _), (_, .oneLine): 1
        case (.detailed, .twoLines): 2
        case (.detailed, .spacious): (picture?.height ?? 2) + 1
        }
    }

    /// Whether a row of a compact list has a second line of text, and a blank one below.
    var hasDetailLine: Bool { shape.rows == .compact && extraLines == ListLayout.maxExtraLines }

    /// Returns the lines of a row with the blank ones below.
    func padded(_ lines: [Line]) -> [Line] {
        lines + Array(repeating: .blank, count: max(0, rowHeight - lines.count))
    }

    /// Blank lines between sections, in addition to those that belong to rows.
    var sectionGap: Int { shape.rows != .detailed && density == .spacious && extraLines == 0 ? 1 : 0 }

    /// Lines of a section's header, including its blank line.
    var headerHeight: Int { shape.rows != .dense && density == .spacious ? 2 : 1 }

    /// Columns kept free at both ends of a row.
    var margin: Int { width < 40 ? 1 : 2 }
}

// MARK: - Selection
extension ListLayout {
    /// The line of a row that shows whether it is selected and on which the terminal's cursor rests.
    var titleLine: Int { 0 }

    /// Returns the title line of a selected row.
    func selected(_ title: Line) -> Line { title.uniform(.selected) }
}

/// The structure of a counter's list, independent of the screen size.
struct ListShape: Hashable, Sendable {
    /// The height of a row if there is room.
    enum Rows: Hashable, Sendable {
        /// Two lines and a blank one, or a shop picture and a blank line.
        case detailed
        /// One line per row, with a blank line after each section.
        case compact
        /// One line per row and per header, with a blank line after each section.
        case dense
    }

    var rows = Rows.detailed
    /// The status bar below the list.
    enum StatusBar: Hashable, Sendable {
        case none
        /// One line, if there is room for rows of several lines.
        case line
        /// All that a counter has to say there.
        case full
    }

    var statusBar = StatusBar.none
    /// Whether a pane with details of the selected row is shown beside the list if there is room.
    var hasPane = false
    /// Whether it covers the list and uses all columns of a wide screen.
    var isCovering = false
    /// Whether a section without rows is its header only.
    var closesEmpty = false
}
