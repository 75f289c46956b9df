import Canvas

/// How the menu is laid out on a screen of some size. Wide screens show more, small ones less.
public struct ListLayout: Hashable, Sendable {
    /// The smallest screen on which the shop can be used.
    public static let smallest = Size(width: 20, height: 6)

    /// How much of a dish a row shows.
    public enum Density: Hashable, Sendable {
        /// Title and price.
        case oneLine
        /// Title, price, description and badges.
        case twoLines
        /// The same, and a blank line after it.
        case spacious
    }

    public let screen: Size
    public let density: Density
    /// Whether each row takes one line, whatever room there is; then a blank line ends a section.
    public var isCompact: Bool
    /// Whether something else stands below the list.
    public var hasStatusBar: Bool
    /// Whether dishes have pictures that the terminal can show.
    public var hasPictures = false

    public init(screen: Size, isCompact: Bool = false, hasStatusBar: Bool = false) {
        self.screen = screen
        self.isCompact = isCompact
        self.hasStatusBar = hasStatusBar
        let rows = screen.height - ListLayout.frameRows
        if rows < 10 || screen.width < 36 {
            density = .oneLine
        } else {
            density = rows < 16 ? .twoLines : .spacious
        }
    }

    /// Rows of the frame: tabs and connection above, keys below.
    private static let frameRows = 2

    public var isTooSmall: Bool {
        screen.width < ListLayout.smallest.width || screen.height < ListLayout.smallest.height
    }

    /// The part of the screen that the list fills, between the edges of the frame.
    public var origin: Point { Point(column: 0, row: 1) }
    public var width: Int { max(0, screen.width) }
    public var height: Int { max(1, screen.height - ListLayout.frameRows - statusBarHeight) }

    /// Rows below the list that are its counter's own.
    public var statusBarHeight: Int {
        guard hasStatusBar else { return 0 }
        return switch density {
        case .oneLine: 1
        case .twoLines: 2
        case .spacious: picture == nil ? 2 : 3
        }
    }

    /// The same screen for what covers the list and all that belongs to it.
    var whole: ListLayout {
        var layout = self
        layout.hasStatusBar = false
        return layout
    }

    /// Cells of the picture at the left of a row; `nil` where rows have none.
    public var picture: Size? {
        guard hasPictures, width >= ListLayout.narrowestWithPictures else { return nil }
        switch density {
        case .oneLine: return nil
        case .twoLines: return Size(width: 4, height: 2)
        case .spacious:
            let isLarge =
                width >= ListLayout.largePicturesFrom.width && screen.height >= ListLayout.largePicturesFrom.height
            return isLarge ? Size(width: 8, height: 4) : Size(width: 6, height: 3)
        }
    }

    private static let narrowestWithPictures = 60
    private static let largePicturesFrom = Size(width: 100, height: 32)
    /// Columns between a picture and the text.
    static let pictureGap = 2

    /// Lines of a row, its blank line included.
    public var rowHeight: Int {
        if isCompact { return 1 }
        return switch density {
        case .oneLine: 1
        case .twoLines: 2
        case .spacious: (picture?.height ?? 2) + 1
        }
    }

    /// Blank lines between two sections, beside those that belong to rows.
    public var sectionGap: Int { isCompact && density == .spacious ? 1 : 0 }

    /// Lines of a section's header, its blank line included.
    public var headerHeight: Int { density == .spacious ? 2 : 1 }

    /// Columns kept free at both ends of a row.
    public var margin: Int { width < 40 ? 1 : 2 }

    /// Whether delivery types have room beside the badges.
    public var showsDelivery: Bool { width >= 96 }
}
