import Canvas
import Testing

@testable import Terminal

/// Checks every style of every theme against every background that the theme is intended for, with the contrast formula
/// of WCAG 2.2.
struct ThemeContrastTests {
    /// The minimum contrast of text in WCAG 2.2 (success criterion 1.4.3).
    static let enough = 4.5

    /// A terminal's default colours: its background and its text.
    struct Ground: CustomTestStringConvertible, Sendable {
        let name: String
        let background: RGBColor
        let text: RGBColor

        init(_ name: String, _ background: UInt32, _ text: UInt32) {
            self.name = name
            self.background = RGBColor(background)
            self.text = RGBColor(text)
        }

        var testDescription: String { name }
    }

    /// The default backgrounds of terminals and of popular colour schemes.
    static let dark = [
        Ground("xterm in reverse", 0x00_0000, 0xE5_E5E5), Ground("GNOME Terminal", 0x17_1421, 0xD0_CFCC),
        Ground("Solarized dark", 0x00_2B36, 0x93_A1A1), Ground("Visual Studio Code", 0x1E_1E1E, 0xCC_CCCC),
        Ground("Tomorrow Night", 0x1D_1F21, 0xC5_C8C6), Ground("Gruvbox", 0x28_2828, 0xEB_DBB2),
    ]
    static let light = [
        Ground("xterm", 0xFF_FFFF, 0x00_0000), Ground("Tango", 0xEE_EEEC, 0x2E_3436),
        Ground("Solarized light", 0xFD_F6E3, 0x58_6E75), Ground("Gruvbox light", 0xFB_F1C7, 0x3C_3836),
        Ground("grey", 0xEE_EEEE, 0x33_3333),
    ]

    static let styles = Ink.allCases.flatMap { ink in
        (0...Weight([.bold, .dim, .underline, .reverse]).rawValue).map { Style(ink, Weight(rawValue: $0)) }
    }

    @Test(arguments: dark) func inksChipsDimTextAndTheSelectionAreReadOnDarkBackgrounds(_ ground: Ground) {
        expectContrast(of: .dark, on: ground)
    }

    @Test(arguments: light) func inksChipsDimTextAndTheSelectionAreReadOnLightBackgrounds(_ ground: Ground) {
        expectContrast(of: .light, on: ground)
    }

    /// The contrast that WCAG 2.2 calls enhanced (success criterion 1.4.6).
    static let enhanced = 7.0

    @Test func highContrastIsThatOfTheColoursToo() {
        for (theme, grounds) in [(Theme.highContrastOnDark, Self.dark), (.highContrastOnLight, Self.light)] {
            for (ground, color) in grounds.flatMap({ ground in theme.inks.values.map { (ground, $0) } }) {
                let ratio = RGBColor(RGBColor.value(inPalette: color)).contrast(with: ground.background)
                #expect(ratio >= Self.enhanced, "\(color) on \(ground.name): \(ratio)")
            }
        }
    }

    /// The first 16 colours of a terminal.
    struct Sixteen: CustomTestStringConvertible, Sendable {
        let name: String
        let colors: [RGBColor]
        var testDescription: String { name }
    }

    static let sixteen = [
        // XTerm-col.ad
        Sixteen(
            name: "xterm",
            colors: [
                0x00_0000, 0xCD_0000, 0x00_CD00, 0xCD_CD00, 0x00_00EE, 0xCD_00CD, 0x00_CDCD, 0xE5_E5E5,
                0x7F_7F7F, 0xFF_0000, 0x00_FF00, 0xFF_FF00, 0x5C_5CFF, 0xFF_00FF, 0x00_FFFF, 0xFF_FFFF,
            ].map { RGBColor($0) }),
        // drivers/tty/vt/vt.c: default_red, default_grn, default_blu
        Sixteen(
            name: "the Linux console",
            colors: [
                0x00_0000, 0xAA_0000, 0x00_AA00, 0xAA_5500, 0x00_00AA, 0xAA_00AA, 0x00_AAAA, 0xAA_AAAA,
                0x55_5555, 0xFF_5555, 0x55_FF55, 0xFF_FF55, 0x55_55FF, 0xFF_55FF, 0x55_FFFF, 0xFF_FFFF,
            ].map { RGBColor($0) }),
    ]

    @Test(arguments: sixteen, [8, 16]) func theSixteenColoursAreReadToo(_ palette: Sixteen, of colors: Int) {
        expectContrast(
            of: .sixteenOnDark, on: Ground("black", 0x00_0000, 0xAA_AAAA), palette.colors, colors: colors)
        expectContrast(
            of: .sixteenOnLight, on: Ground("white", 0xFF_FFFF, 0x00_0000), palette.colors, colors: colors)
    }

    @Test(arguments: dark + light) func withoutColoursAllIsAsReadableAsTheTerminalsOwnText(_ ground: Ground) {
        for theme in [Theme.highContrast, .colorless] {
            for style in Self.styles { #expect(theme.appearance(of: style, colors: 256).color == nil) }
        }
        #expect(ground.text.contrast(with: ground.background) >= Self.enough)
    }

    @Test func dimmingByTheTerminalIsForThoseAloneWhoWantNoColours() {
        let dimmed = [Theme.dark, .light, .sixteenOnDark, .sixteenOnLight, .highContrast, .colorless].map { theme in
            [8, 256].contains { theme.appearance(of: .dim, colors: $0).weight.contains(.dim) }
        }
        #expect(dimmed == [false, false, false, false, false, true])
    }

    @Test func inksThatMeanDifferentThingsLookDifferent() {
        for theme in [Theme.dark, .light, .sixteenOnDark, .sixteenOnLight, .highContrastOnDark] {
            let appearances = Ink.allCases.map { theme.appearance(of: Style($0), colors: 256) }
            // In a theme without a readable green, the style for success looks like normal text.
            #expect(Set(appearances).count == (theme == .sixteenOnLight ? appearances.count - 1 : appearances.count))
        }
    }

    @Test func whatIsInReverseIsNeverBoldWhereBoldIsBright() {
        for style in Self.styles where style.weight.contains(.reverse) {
            for theme in [Theme.sixteenOnDark, .sixteenOnLight] {
                #expect(!theme.appearance(of: style, colors: 8).weight.contains(.bold))
            }
        }
    }

    private func expectContrast(of theme: Theme, on ground: Ground, _ palette: [RGBColor] = [], colors: Int = 256) {
        for style in Self.styles {
            let appearance = theme.appearance(of: style, colors: colors)
            for color in shown(appearance, ground, palette, colors: colors) {
                let ratio = color.contrast(with: ground.background)
                #expect(ratio >= Self.enough, "\(style) on \(ground.name): \(ratio)")
            }
        }
    }

    /// Returns the colours that text may be displayed in; for reversed text, the colours of its background, on which
    /// the text has the ground's background colour. Bold text is bright on terminals with eight colours, and may be on
    /// others.
    private func shown(
        _ appearance: Theme.Appearance, _ ground: Ground, _ palette: [RGBColor], colors: Int
    ) -> [RGBColor] {
        guard let color = appearance.color.map(Int.init) else { return [ground.text] }
        guard palette.indices.contains(color) else { return [RGBColor(RGBColor.value(inPalette: UInt8(color)))] }
        guard appearance.weight.contains(.bold), color < 8 else { return [palette[color]] }
        return colors == 8 ? [palette[color + 8]] : [palette[color], palette[color + 8]]
    }
}

struct RGBColorTests {
    @Test func blackAndWhiteAreAsFarApartAsColoursCanBe() {
        let ratio = RGBColor.black.contrast(with: .white)
        #expect(abs(ratio - 21) < 0.001)
        #expect(RGBColor.white.contrast(with: .white) == 1)
    }

    /// Compares with published values: #767676 is known as the lightest grey with sufficient contrast on white.
    @Test func theRatioIsTheOneThatOthersCompute() {
        let grey = RGBColor(0x76_7676).contrast(with: .white)
        let red = RGBColor(0xFF_0000).contrast(with: .white)
        #expect(abs(grey - 4.54) < 0.01)
        #expect(abs(red - 4.0) < 0.01)
    }

    @Test func aBackgroundIsLightWhereBlackTextReadsBetter() {
        #expect(RGBColor(0xFD_F6E3).isLight)
        #expect(RGBColor(0x80_8080).isLight)
        #expect(!RGBColor(0x00_2B36).isLight)
        #expect(!RGBColor(0x60_6060).isLight)
    }

    @Test func thePaletteIsACubeAndGreys() {
        #expect(RGBColor.value(inPalette: 16) == 0x00_0000)
        #expect(RGBColor.value(inPalette: 37) == 0x00_AFAF)
        #expect(RGBColor.value(inPalette: 172) == 0xD7_8700)
        #expect(RGBColor.value(inPalette: 231) == 0xFF_FFFF)
        #expect(RGBColor.value(inPalette: 232) == 0x08_0808)
        #expect(RGBColor.value(inPalette: 255) == 0xEE_EEEE)
    }
}
