import Canvas

/// What a counter's list takes of the screen, whatever its size.
struct ListShape: Hashable, Sendable {
    /// What a row takes where there is room.
    enum Rows: Hashable, Sendable {
        /// Two lines and a blank one, or a picture of the shop's and a blank line.
        case detailed
        /// One line; then a blank one ends a section.
        case compact
        /// One line, under headers of one line; then a blank one ends a section.
        case dense
    }

    var rows = Rows.detailed
    /// Whether something of the counter's own stands below its list.
    var hasStatusBar = false
    /// Whether what the selected row is about stands beside the list where there is room.
    var hasPane = false
    /// Whether it covers the list, and takes all columns of a wide screen.
    var isCovering = false
}
