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
    /// Lines of the counter's own above its list.
    var linesAbove = 0
}
