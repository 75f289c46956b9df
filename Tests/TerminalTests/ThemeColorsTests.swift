import Canvas
import Testing

@testable import Terminal

/// Colours that the user has configured.
struct ThemeColorsTests {
    @Test(arguments: [
        ("37", UInt8(37)), ("0", 0), ("255", 255), ("#00afaf", 37), ("#00AFAF", 37), ("#01b0ae", 37), ("#000000", 16),
    ])
    func aNumberOrAColourIsAPlaceInThePalette(_ text: String, _ place: UInt8) {
        #expect(ThemeColors.paletteIndex(of: text) == place)
    }

    @Test(arguments: ["", "256", "-1", "teal", "#00afa", "#00afaff", "00afaf", "#00af+1", "#００afaf"])
    func anythingElseIsNone(_ text: String) { #expect(ThemeColors.paletteIndex(of: text) == nil) }

    @Test func everyColourOfOursHasEnoughContrastAndItsOppositeHasNot() throws {
        for (theme, ground) in [(Theme.dark, ThemeColors.Ground.dark), (.light, .light)] {
            for place in theme.inks.values {
                #expect(try #require(ThemeColors.contrast(of: place, on: ground)) >= ThemeColors.minContrast)
                let other: ThemeColors.Ground = ground == .dark ? .light : .dark
                #expect(try #require(ThemeColors.contrast(of: place, on: other)) < ThemeColors.minContrast)
            }
        }
        #expect(ThemeColors.contrast(of: 7, on: .dark) == nil)
    }

    @Test func aThemeHasTheColoursOfItsBackgroundOnly() {
        var colors = ThemeColors()
        colors[.dark, .ink(.price)] = 220
        colors[.dark, .dim] = 250
        let theme = Theme.dark.with(colors, on: .dark, hasPalette: true)
        #expect(theme.inks[.price] == 220)
        #expect(theme.inks[.accent] == Theme.dark.inks[.accent])
        #expect(theme.appearance(of: .dim, colors: 256).color == 250)
        #expect(Theme.light.with(colors, on: .light, hasPalette: true) == .light)
    }

    @Test func aTerminalOfFewColoursTakesOnlyThose() {
        var colors = ThemeColors()
        colors[.dark, .ink(.price)] = 220
        colors[.dark, .ink(.good)] = 10
        let theme = Theme.sixteenOnDark.with(colors, on: .dark, hasPalette: false)
        #expect(theme.inks[.price] == Theme.sixteenOnDark.inks[.price])
        #expect(theme.inks[.good] == 10)
    }
}
