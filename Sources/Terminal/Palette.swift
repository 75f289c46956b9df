import CNcurses
import Canvas

/// Which colours stand for the inks, by what the terminal can show and the user wants; and the colours of pictures.
@TerminalActor
final class Palette {
    private enum Depth { case none, eight, many, direct }
    /// What the terminal shows at most, and what of it is used.
    private let whole: Depth
    private var depth: Depth
    private var look: TerminalLook
    private var isLight: Bool
    /// Colours of text that are used: direct-colour terminals take the lowest numbers only for places in a palette.
    private var colors: Int { depth == .eight && curses_has_direct_color() ? 8 : allColors }
    private let allColors: Int
    private var theme = Theme.colorless
    /// The first pair of the theme's colours. The next theme takes others: curses does not draw a cell anew whose pair
    /// only stands for another colour.
    private var firstPair = firstPairs[0]
    /// What curses shows of each style, by its number.
    private var looks: [(attributes: attr_t, pair: Int16)] = []
    private var pairs = ColorPairs(first: 0, end: 0)

    /// What the terminal can give to pictures.
    var pictureColors: PictureColors {
        switch depth {
        case .none, .eight: .none
        case .many: .indexed
        case .direct: .direct
        }
    }

    /// Call once curses is open. `allowsColor` is false when the user set `NO_COLOR`; `isLight` says what the background
    /// is taken for.
    init(_ look: TerminalLook, allowsColor: Bool, isLight: Bool) {
        self.look = look
        self.isLight = isLight
        allColors = Int(curses_colors())
        whole = allowsColor && has_colors() ? Palette.depth(colors: allColors, curses_has_direct_color()) : .none
        depth = Palette.depth(look.theme, of: whole)
        if depth != .none { beginColors() }
        theme = Palette.theme(look, depth, isLight: isLight)
        prepareLooks()
    }

    private func beginColors() {
        start_color()
        use_default_colors()
        pairs = ColorPairs(first: Palette.firstPicturePair, end: min(curses_color_pairs(), Palette.mostPairs))
    }

    /// Whether what is behind the text makes a difference.
    var dependsOnBackground: Bool { depth != .none && look.theme.dependsOnBackground }

    /// Takes the background for light, or for dark; says whether colours on the screen are now others.
    func use(isLight: Bool) -> Bool {
        self.isLight = isLight
        return adoptTheme()
    }

    /// Takes over what the user wants by now; says whether colours on the screen are now others.
    func use(_ look: TerminalLook) -> Bool {
        self.look = look
        let before = depth
        depth = Palette.depth(look.theme, of: whole)
        // Pictures keep the colours that they were made with.
        if before == .none, depth != .none, !pairs.hasRoom { beginColors() }
        return adoptTheme()
    }

    private func adoptTheme() -> Bool {
        let next = Palette.theme(look, depth, isLight: isLight)
        guard next != theme else { return false }
        theme = next
        firstPair = Palette.firstPairs[firstPair == Palette.firstPairs[0] ? 1 : 0]
        prepareLooks()
        return true
    }

    private static func theme(_ look: TerminalLook, _ depth: Depth, isLight: Bool) -> Theme {
        let isLight = look.theme == .light || look.theme != .dark && isLight
        let theme: Theme
        switch depth {
        case .none: return look.theme == .highContrast ? .highContrast : .colorless
        case .eight: theme = isLight ? .sixteenOnLight : .sixteenOnDark
        case .many, .direct: theme = isLight ? .light : .dark
        }
        return theme.with(look.colors, on: isLight ? .light : .dark, hasPalette: depth != .eight)
    }

    /// What a theme uses of it.
    private static func depth(_ theme: ThemeChoice, of whole: Depth) -> Depth {
        switch theme {
        case .highContrast: .none
        case .sixteen: whole == .none ? .none : .eight
        case .auto, .light, .dark: whole
        }
    }

    /// No theme has more colours than lie between.
    private static let firstPairs: [Int16] = [1, 8]
    private static let firstPicturePair: Int32 = 16
    /// Far more than a screen has cells, and far fewer than would burden curses.
    private static let mostPairs: Int32 = 1 << 15

    /// Colours of eight bits each for red, green and blue.
    private static let directColors = 1 << 24

    private static func depth(colors: Int, _ isDirect: Bool) -> Depth {
        if isDirect || colors > 256 { return colors == directColors ? .direct : .eight }
        return colors == 256 ? .many : .eight
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
}

// What is looked up for each piece of text is made when the theme is.
extension Palette {
    /// The weights that show; the others are no attributes.
    private static let weights: Weight = [.bold, .dim, .underline, .reverse]

    private static func number(_ style: Style) -> Int {
        Int(style.ink.rawValue) * (Int(weights.rawValue) + 1) + Int(style.weight.intersection(weights).rawValue)
    }

    /// Curses attributes and colour pair of a style.
    func attributes(of style: Style) -> (attributes: attr_t, pair: Int16) { looks[Palette.number(style)] }

    private func prepareLooks() {
        var pairs: [UInt8: Int16] = [:]
        looks = Ink.allCases.flatMap { ink in
            (0...Palette.weights.rawValue).map { weight in
                let look = theme.look(of: Style(ink, Weight(rawValue: weight)), colors: colors)
                return (Palette.attributes(look.weight), look.color.map { pair($0, &pairs) } ?? 0)
            }
        }
    }

    /// The pair of a colour of text, which curses is told of when it is new.
    private func pair(_ color: UInt8, _ known: inout [UInt8: Int16]) -> Int16 {
        if let pair = known[color] { return pair }
        let pair = firstPair + Int16(known.count)
        known[color] = pair
        let isDirect = depth == .direct && color >= 16
        init_extended_pair(Int32(pair), isDirect ? Palette.direct(RGBColor.value(inPalette: color)) : Int32(color), -1)
        return pair
    }

    private static func attributes(_ weight: Weight) -> attr_t {
        var attributes: attr_t = 0
        if weight.contains(.bold) { attributes |= curses_bold() }
        if weight.contains(.dim) { attributes |= curses_dim() }
        if weight.contains(.underline) { attributes |= curses_underline() }
        if weight.contains(.reverse) { attributes |= curses_reverse() }
        return attributes
    }
}
