import Canvas

/// A plain screen for screen readers: one column without lines and pictures, and a status line at the bottom that says
/// what changed.
enum PlainScreen {
    /// The greatest width. On a wider screen a view would stand beside the list.
    private static let widest = 100
    private static let statusLines = 1

    /// Returns the part of a screen that the shop uses.
    static func shop(in screen: Size) -> Size {
        Size(width: min(screen.width, widest), height: max(0, screen.height - statusLines))
    }
}
