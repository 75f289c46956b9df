import Canvas

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
    /// Whether the counter has a status bar below its list.
    var hasStatusBar = false
    /// Whether a pane with details of the selected row is shown beside the list if there is room.
    var hasPane = false
    /// Whether it covers the list and uses all columns of a wide screen.
    var isCovering = false
}
