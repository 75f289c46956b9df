import Canvas

/// How the phone book is laid out on a screen of some size: what a row shows, and where the list stands.
struct ContactLayout: Hashable {
    let menu: ListLayout
    /// Whether a line above the list tells what is looked for.
    let showsFilter: Bool

    /// The circle at the left of a row; `nil` where rows take one line.
    var avatar: Size? { menu.density == .spacious ? AvatarDisc.rowSize : nil }

    /// Lines of a row; the circle's, and a blank one.
    var rowHeight: Int { avatar.map { $0.height + 1 } ?? 1 }
    /// The blank line is the one that ends each row.
    var headerHeight: Int { 1 }

    private var filterHeight: Int { showsFilter && menu.height > 1 ? 1 : 0 }

    /// The part of the screen that the list fills.
    var origin: Point { Point(column: menu.origin.column, row: menu.origin.row + filterHeight) }
    var width: Int { menu.width }
    var height: Int { menu.height - filterHeight }

    /// Whether a row of one line has room for an initial and a number.
    var isRoomy: Bool { width >= 36 }
    /// Whether a name and a number have room side by side.
    var isWide: Bool { width >= 48 }
}
