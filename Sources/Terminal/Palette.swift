import CNcurses
import Canvas

/// Which colours stand for the inks, by what the terminal can show and the user wants; and the colours of pictures.
@TerminalActor
final class Palette {
    private enum Depth { case none, eight, many, direct }
    private let depth: Depth
    private var pairs = ColorPairs(first: 0, end: 0)

    /// What the terminal can give to pictures.
    var pictureColors: PictureColors {
        switch depth {
        case .none, .eight: .none
        case .many: .indexed
        case .direct: .direct
        }
    }

    /// Call once curses is open. `allowsColor` is false when the user set `NO_COLOR`.
    init(allowsColor: Bool) {
        guard allowsColor, has_colors() else {
            depth = .none
            return
        }
        start_color()
        use_default_colors()
        let depth = Palette.depth(colors: Int(curses_colors()), isDirect: curses_has_direct_color())
        for ink in Ink.allCases where ink != .standard {
            init_extended_pair(Int32(Palette.pair(ink)), Palette.color(ink, depth), -1)
        }
        self.depth = depth
        pairs = ColorPairs(first: Palette.firstPicturePair, end: min(curses_color_pairs(), Palette.mostPairs))
    }

    private static let firstPicturePair: Int32 = 16
    /// Far more than a screen has cells, and far fewer than would burden curses.
    private static let mostPairs: Int32 = 1 << 15

    /// Colours of eight bits each for red, green and blue.
    private static let directColors = 1 << 24

    private static func depth(colors: Int, isDirect: Bool) -> Depth {
        if isDirect || colors > 256 { return colors == directColors ? .direct : .eight }
        return colors == 256 ? .many : .eight
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

    /// Makes room for the colours of the next frame; says whether numbers now stand for other colours than on the
    /// screen, so that all of it has to be painted anew.
    func prepareFrame() -> Bool {
        guard pairs.isNearlyFull else { return false }
        pairs.forgetAll()
        return true
    }

    /// The colour pair of a picture's cell; the terminal's own colours where there are more than it has pairs.
    func pair(_ foreground: CellColor, _ background: CellColor) -> Int32 {
        let (foreground, background) = (color(foreground), color(background))
        guard let pair = pairs.pair(foreground, background) else { return 0 }
        if pair.isNew { init_extended_pair(pair.number, foreground, background) }
        return pair.number
    }

    private func color(_ color: CellColor) -> Int32 {
        switch color {
        case .standard: -1
        case .indexed(let index): Int32(index)
        case .rgb(let value): Palette.direct(value)
        }
    }

    /// Direct-colour terminals take the lowest numbers for places in a palette; a dark green next to them will do.
    private static func direct(_ value: UInt32) -> Int32 {
        value < 256 ? Int32(value | 0x100) : Int32(value & 0xFF_FFFF)
    }

    private static func pair(_ ink: Ink) -> Int16 { Int16(ink.rawValue) }

    /// Middle tones that read well on dark and on light backgrounds; of eight colours, the nearest.
    private static func color(_ ink: Ink, _ depth: Depth) -> Int32 {
        switch ink {
        case .standard: -1
        case .accent: tone(depth, indexed: 37, direct: 0x00AFAF, basic: COLOR_CYAN)  // teal
        case .price: tone(depth, indexed: 172, direct: 0xD78700, basic: COLOR_YELLOW)  // amber
        case .good: tone(depth, indexed: 71, direct: 0x5FAF5F, basic: COLOR_GREEN)  // leaf green
        case .bad: tone(depth, indexed: 167, direct: 0xD75F5F, basic: COLOR_RED)  // brick red
        }
    }

    private static func tone(_ depth: Depth, indexed: Int32, direct: Int32, basic: Int32) -> Int32 {
        switch depth {
        case .many: indexed
        case .direct: direct
        case .none, .eight: basic
        }
    }
}
