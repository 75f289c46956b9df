/// The colours of one creature. Raw values are places in its palette.
enum CreatureInk: UInt8, CaseIterable {
    case clear, outline, shade, base, light, belly, accent, accentShade, white, black, cheek
}

/// A colour of a palette.
struct CreatureColor: Equatable {
    let red: UInt8
    let green: UInt8
    let blue: UInt8
}

extension CreatureTraits {
    /// The colours, in the order of their inks.
    var palette: [CreatureColor] { CreatureInk.allCases.map(color) }

    private func color(_ ink: CreatureInk) -> CreatureColor {
        switch ink {
        case .clear, .white: CreatureColor(hue: 0, saturation: 0, lightness: 1)
        case .black: CreatureColor(hue: hue, saturation: 0.3, lightness: 0.1)
        case .outline: CreatureColor(hue: hue, saturation: saturation * 0.7, lightness: 0.2)
        case .shade: CreatureColor(hue: hue - 8, saturation: saturation, lightness: 0.44)
        case .base: CreatureColor(hue: hue, saturation: saturation, lightness: 0.57)
        case .light: CreatureColor(hue: hue + 8, saturation: saturation, lightness: 0.7)
        case .belly: CreatureColor(hue: hue + 20, saturation: saturation * 0.6, lightness: 0.87)
        case .accent: CreatureColor(hue: accentHue, saturation: saturation, lightness: 0.58)
        case .accentShade: CreatureColor(hue: accentHue, saturation: saturation, lightness: 0.42)
        case .cheek: CreatureColor(hue: 350, saturation: 0.75, lightness: 0.7)
        }
    }
}

extension CreatureColor {
    /// Hue in degrees, the others from 0 to 1.
    init(hue: Double, saturation: Double, lightness: Double) {
        let reach = saturation * min(lightness, 1 - lightness)
        func part(_ offset: Double) -> UInt8 {
            let turn = (offset + hue / 30 + 24).truncatingRemainder(dividingBy: 12)
            let value = lightness - reach * max(-1, min(turn - 3, 9 - turn, 1))
            return UInt8((min(max(value, 0), 1) * 255).rounded())
        }
        self.init(red: part(0), green: part(8), blue: part(4))
    }
}
