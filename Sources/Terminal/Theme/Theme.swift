import Canvas

/// The colours of inks and dim text on one kind of background, as indices into the palette of 256. Anything without a
/// colour has the terminal's default foreground.
struct Theme: Hashable, Sendable {
    /// How dim text is shown.
    enum Secondary: Hashable, Sendable {
        case color(UInt8)
        /// Like all other text: how strongly the terminal dims, and whether dimmed text is readable, is unknown.
        case plain
        /// With the terminal's own dim attribute.
        case dimmed
    }

    let inks: [Ink: UInt8]
    let secondary: Secondary
    /// Whether coloured text may be bold: with 16 colours, many terminals show bold text in the bright colour.
    var allowsBoldInks = true

    /// For backgrounds from #000000 to #282828.
    static let dark = Theme(
        inks: [
            .accent: 37,  // teal #00afaf
            .price: 172,  // amber #d78700
            .good: 71,  // leaf green #5faf5f
            .bad: 203,  // coral #ff5f5f
        ],
        secondary: .color(246))  // grey #949494

    /// For backgrounds from #eeeeee to #ffffff.
    static let light = Theme(
        inks: [
            .accent: 23,  // deep teal #005f5f
            .price: 94,  // brown #875f00
            .good: 22,  // forest green #005f00
            .bad: 160,  // red #d70000
        ],
        secondary: .color(241))  // grey #626262

    /// For terminals of 16 colours with a dark background; these are readable as xterm and the Linux console show
    /// them.
    static let sixteenOnDark = Theme(
        inks: [
            .accent: 6,  // cyan
            .price: 11,  // bright yellow
            .good: 2,  // green
            .bad: 9,  // bright red
        ],
        secondary: .plain)

    /// For terminals of 16 colours with a light background, on which none of the 16 colours' greens is readable.
    static let sixteenOnLight = Theme(
        inks: [
            .accent: 4,  // blue
            .price: 5,  // magenta
            .bad: 1,  // red
        ],
        secondary: .plain, allowsBoldInks: false)

    /// Weights and reverse only, and nothing that reduces contrast.
    static let highContrast = Theme(inks: [:], secondary: .plain)

    /// For terminals without colours, and users who want none.
    static let colorless = Theme(inks: [:], secondary: .dimmed)
}

extension Theme {
    /// The appearance of a style: a palette index, or `nil` for the default foreground, and weights.
    struct Appearance: Hashable, Sendable {
        var color: UInt8?
        var weight: Weight
    }

    /// The first bright colour. Terminals with eight colours show the bright ones as bold text.
    fileprivate static let bright: UInt8 = 8

    /// Returns the appearance of `style` on a terminal with `colors` colours.
    func appearance(of style: Style, colors: Int) -> Appearance {
        var appearance = Appearance(color: inks[style.ink], weight: style.weight.subtracting(.frame))
        if secondary != .dimmed, appearance.weight.contains(.dim) {
            appearance.weight.remove(.dim)
            if style.ink == .standard, case .color(let color) = secondary { appearance.color = color }
        }
        if !allowsBoldInks, appearance.color != nil { appearance.weight.remove(.bold) }
        return colors > Theme.bright ? appearance : appearance.withoutBright
    }
}

extension Theme.Appearance {
    /// This appearance for terminals that show bold text as bright. In reverse, bold would brighten the text to grey on
    /// grey, and no background is bright, so a bright colour is replaced by the default colours there.
    fileprivate var withoutBright: Theme.Appearance {
        let isReversed = weight.contains(.reverse)
        var appearance = self
        if isReversed { appearance.weight.remove(.bold) }
        guard let color, color >= Theme.bright else { return appearance }
        appearance.color = isReversed ? nil : color - Theme.bright
        if !isReversed { appearance.weight.insert(.bold) }
        return appearance
    }
}
