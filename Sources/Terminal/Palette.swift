import CNcurses
import Canvas

/// Which colours stand for the inks, by what the terminal can show and the user wants.
struct Palette {
    private enum Depth { case none, eight, many }
    private let depth: Depth

    /// Call once curses is open. `allowsColor` is false when the user set `NO_COLOR`.
    init(allowsColor: Bool) {
        guard allowsColor, has_colors() else {
            depth = .none
            return
        }
        start_color()
        use_default_colors()
        let depth: Depth = curses_colors() >= 256 ? .many : .eight
        for ink in Ink.allCases where ink != .standard {
            init_pair(Palette.pair(ink), Palette.color(ink, depth), -1)
        }
        self.depth = depth
    }

    /// Curses attributes and colour pair of a style.
    func attributes(of style: Style) -> (attributes: attr_t, pair: Int16) {
        var attributes: attr_t = 0
        if style.weight.contains(.bold) { attributes |= curses_bold() }
        if style.weight.contains(.dim) { attributes |= curses_dim() }
        if style.weight.contains(.underline) { attributes |= curses_underline() }
        if style.weight.contains(.reverse) { attributes |= curses_reverse() }
        return (attributes, depth == .none ? 0 : Palette.pair(style.ink))
    }

    private static func pair(_ ink: Ink) -> Int16 { Int16(ink.rawValue) }

    /// Of 256 colours, middle tones that read well on dark and on light backgrounds; of eight, the nearest.
    private static func color(_ ink: Ink, _ depth: Depth) -> Int16 {
        switch (ink, depth == .many) {
        case (.standard, _): -1
        case (.accent, true): 37  // teal
        case (.accent, false): Int16(COLOR_CYAN)
        case (.price, true): 172  // amber
        case (.price, false): Int16(COLOR_YELLOW)
        case (.good, true): 71  // leaf green
        case (.good, false): Int16(COLOR_GREEN)
        case (.bad, true): 167  // brick red
        case (.bad, false): Int16(COLOR_RED)
        }
    }
}
