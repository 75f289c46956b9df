import Canvas

/// A screen for those who hear it: one column, no lines and pictures, and below all else one line that tells what
/// changed.
enum PlainScreen {
    /// Wider, and something would stand beside the list.
    private static let widest = 100
    private static let statusLines = 1

    /// What the shop takes of a screen.
    static func shop(in screen: Size) -> Size {
        Size(width: min(screen.width, widest), height: max(0, screen.height - statusLines))
    }
}
