import CNcurses
import Canvas

/// Maps inks to colours, by the terminal's abilities and the user's choices, and allocates the colour pairs of
/// pictures.
@TerminalActor
final class Palette {
    private enum Depth { case none, eight, many, direct }
    /// The terminal's colour depth, and the depth in use.
    private let whole: Depth
    private var depth: Depth
    private var preferences: TerminalPreferences
    private var isLight: Bool
    /// The number of colours available for text. Direct-colour terminals treat only the lowest values as palette
    /// indices.
    private var colors: Int { depth == .eight && curses_has_direct_color() ? 8 : allColors }
    private let allColors: Int
    private var theme = Theme.colorless
    /// The first colour pair of the theme. The next theme uses the other range: curses does not redraw a cell if only
    /// the colours of its pair changed.
    private var firstPair = firstPairs[0]
    /// The curses attributes and colour pair of each style, by the style's number.
    private var appearances: [(attributes: attr_t, pair: Int16)] = []
    private var pairs = ColorPairs(first: 0, end: 0)

    /// The colours that pictures can use.
    var pictureColors: PictureColors {
        switch depth {
        case .none, .eight: .none
        case .many: .indexed
        case .direct: .direct
        }
    }

    /// Creates the palette; call after curses is open. `allowsColor` is false if the user set `NO_COLOR`; `isLight` is
    /// the assumed background.
    init(_ preferences: TerminalPreferences, allowsColor: Bool, isLight: Bool) {
        self.preferences = preferences
        self.isLight = isLight
        allColors = Int(curses_colors())
        whole = allowsColor && has_colors() ? Palette.depth(colors: allColors, curses_has_direct_color()) : .none
        depth = Palette.depth(preferences.theme, of: whole)
        if depth != .none { beginColors() }
        theme = Palette.theme(preferences, depth, isLight: isLight)
        prepareLooks()
    }

    private func beginColors() {
        start_color()
        use_default_colors()
        pairs = ColorPairs(first: Palette.firstPicturePair, end: min(curses_color_pairs(), Palette.maxPairs))
    }

    var dependsOnBackground: Bool { depth != .none && preferences.theme.dependsOnBackground }

    /// Sets whether the background is light. Returns whether colours on the screen changed.
    func use(isLight: Bool) -> Bool {
        self.isLight = isLight
        return adoptTheme()
    }

    /// Applies the user's choices. Returns whether colours on the screen changed.
    func use(_ preferences: TerminalPreferences) -> Bool {
        self.preferences = preferences
        let before = depth
        depth = Palette.depth(preferences.theme, of: whole)
        // Pictures keep the colours they were decoded with.
        if before == .none, depth != .none, !pairs.hasRoom { beginColors() }
        return adoptTheme()
    }

    private func adoptTheme() -> Bool {
        let next = Palette.theme(preferences, depth, isLight: isLight)
        guard next != theme else { return false }
        theme = next
        firstPair = Palette.firstPairs[firstPair == Palette.firstPairs[0] ? 1 : 0]
        prepareLooks()
        return true
    }

    private static func theme(_ preferences: TerminalPreferences, _ depth: Depth, isLight: Bool) -> Theme {
        let isLight = preferences.theme == .light || preferences.theme != .dark && isLight
        let theme: Theme
        switch (depth, preferences.theme) {
        case (.none, .highContrast), (.eight, .highContrast): return .highContrast
        case (.none, _): return .colorless
        case (.eight, _): theme = isLight ? .sixteenOnLight : .sixteenOnDark
        case (_, .highContrast): theme = isLight ? .highContrastOnLight : .highContrastOnDark
        case (.many, _), (.direct, _): theme = isLight ? .light : .dark
        }
        return theme.with(preferences.colors, on: isLight ? .light : .dark, hasPalette: depth != .eight)
    }

    /// The colour depth that a theme uses.
    private static func depth(_ theme: ThemeChoice, of whole: Depth) -> Depth {
        switch theme {
        case .sixteen: whole == .none ? .none : .eight
        case .auto, .light, .dark, .highContrast: whole
        }
    }

    /// The first pairs of the two ranges for text. No theme has more colours than fit between them.
    private static let firstPairs: [Int16] = [1, 8]
    private static let firstPicturePair: Int32 = 16
    /// The limit on colour pairs: far more than a screen has cells, and few enough for curses to handle cheaply.
    private static let maxPairs: Int32 = 1 << 15

    /// The number of colours of eight bits each for red, green and blue.
    private static let directColors = 1 << 24

    private static func depth(colors: Int, _ isDirect: Bool) -> Depth {
        if isDirect || colors > 256 { return colors == directColors ? .direct : .eight }
        return colors == 256 ? .many : .eight
    }

    /// Frees the pictures' colour pairs if they are running out. Returns whether it did: numbers then stand for other
    /// colours than on the screen, and all of it has to be painted again.
    func prepareFrame() -> Bool {
        guard pairs.isNearlyFull else { return false }
        pairs.forgetAll()
        return true
    }

    /// Returns the colour pair of a picture's cell, or 0, the terminal's default colours, if no pair is left.
    func pair(_ foreground: CellColor, _ background: CellColor) -> Int32 {
        let (foreground, background) = (color(foreground), color(background))
        guard let pair = pairs.pair(foreground, background) else { return 0 }
        if pair.isNew { init_extended_pair(pair.index, foreground, background) }
        return pair.index
    }

    private func color(_ color: CellColor) -> Int32 {
        switch color {
        case .standard: -1
        case .indexed(let index): colorIndex(ofPaletteColor: index)
        case .rgb(let value): Palette.direct(value)
        }
    }

    /// Returns curses' number of a colour of the 256-colour palette. A direct-colour terminal takes numbers for red,
    /// green and blue, except for the lowest ones, so it gets the colour that the palette's number stands for.
    private func colorIndex(ofPaletteColor index: UInt8) -> Int32 {
        whole == .direct && index >= Palette.ownColors
            ? Palette.direct(RGBColor.value(inPalette: index)) : Int32(index)
    }

    /// The number of colours at the beginning of the palette that direct-colour terminals take by number, too.
    private static let ownColors = 8

    /// Direct-colour terminals treat the lowest values as palette indices; these get one step of green more instead.
    private static func direct(_ value: UInt32) -> Int32 {
        value < 256 ? Int32(value | 0x100) : Int32(value & 0xFF_FFFF)
    }
}

// Tables that are read for every piece of text, built when the theme changes.
extension Palette {
    /// The weights that are terminal attributes; the others are not.
    private static let weights: Weight = [.bold, .dim, .underline, .reverse]

    private static func index(_ style: Style) -> Int {
        Int(style.ink.rawValue) * (Int(weights.rawValue) + 1) + Int(style.weight.intersection(weights).rawValue)
    }

    /// Returns the curses attributes and colour pair of a style.
    func attributes(of style: Style) -> (attributes: attr_t, pair: Int16) { appearances[Palette.index(style)] }

    private func prepareLooks() {
        var pairs: [UInt8: Int16] = [:]
        appearances = Ink.allCases.flatMap { ink in
            (0...Palette.weights.rawValue).map { weight in
                let appearance = theme.appearance(of: Style(ink, Weight(rawValue: weight)), colors: colors)
                return (Palette.attributes(appearance.weight), appearance.color.map { pair($0, &pairs) } ?? 0)
            }
        }
    }

    /// Returns the pair of a text colour, and defines it in curses if it is new.
    private func pair(_ color: UInt8, _ known: inout [UInt8: Int16]) -> Int16 {
        if let pair = known[color] { return pair }
        let pair = firstPair + Int16(known.count)
        known[color] = pair
        init_extended_pair(Int32(pair), colorIndex(ofPaletteColor: color), -1)
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

/// Allocates curses colour pair numbers for the colours of pictures.
///
/// Curses can allocate pairs itself and reuses the least recently used one when all are taken, but then it searches
/// all pairs on every allocation, and a screen that took a millisecond takes minutes. So they are counted here: when
/// half of them are taken, all are forgotten before the next frame, which then has to be painted completely.
struct ColorPairs {
    /// A pair number, and whether curses still has to be told its colours.
    struct Pair: Equatable {
        let index: Int32
        let isNew: Bool
    }

    private struct Colors: Hashable {
        let foreground: Int32
        let background: Int32
    }

    /// The first number; lower ones belong to inks.
    private let first: Int32
    private let limit: Int
    private var numbers: [Colors: Int32] = [:]

    /// Allocates from `first` up to, but not including, `end`.
    init(first: Int32, end: Int32) {
        self.first = first
        limit = max(0, Int(end - first))
    }

    /// Whether any numbers can be allocated at all.
    var hasRoom: Bool { limit > 0 }

    /// Whether so many numbers are taken that the next frame might need more than are left.
    var isNearlyFull: Bool { numbers.count * 2 > limit }

    /// Returns the pair of these two colours, or `nil` if no number is left.
    mutating func pair(_ foreground: Int32, _ background: Int32) -> Pair? {
        let colors = Colors(foreground: foreground, background: background)
        if let index = numbers[colors] { return Pair(index: index, isNew: false) }
        guard numbers.count < limit else { return nil }
        let index = first + Int32(numbers.count)
        numbers[colors] = index
        return Pair(index: index, isNew: true)
    }

    mutating func forgetAll() { numbers.removeAll(keepingCapacity: true) }
}
