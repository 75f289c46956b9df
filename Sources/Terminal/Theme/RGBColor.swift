import Glibc

/// A colour in sRGB, each component from 0 to 1.
struct RGBColor: Hashable, Sendable {
    let red: Double
    let green: Double
    let blue: Double

    static let black = RGBColor(0x00_0000)
    static let white = RGBColor(0xFF_FFFF)

    init(red: Double, green: Double, blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// The colour 0xRRGGBB.
    init(_ value: UInt32) {
        func part(_ shift: UInt32) -> Double { Double(value >> shift & 0xFF) / 0xFF }
        self.init(red: part(16), green: part(8), blue: part(0))
    }

    /// The colour as 0xRRGGBB.
    var value: UInt32 {
        func part(_ share: Double) -> UInt32 { UInt32(max(0, min(1, share)) * 0xFF + 0.5) }
        return part(red) << 16 | part(green) << 8 | part(blue)
    }

    /// The relative luminance, from 0 to 1, as WCAG 2.2 defines it
    /// (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance).
    var luminance: Double {
        func linear(_ part: Double) -> Double { part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4) }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// The contrast ratio of WCAG 2.2, from 1 to 21 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio).
    func contrast(with other: RGBColor) -> Double {
        let (low, high) = (min(luminance, other.luminance), max(luminance, other.luminance))
        return (high + 0.05) / (low + 0.05)
    }

    /// Whether black text on this colour has more contrast than white text.
    var isLight: Bool { contrast(with: .black) > contrast(with: .white) }

    /// Returns the colour at `index` of xterm's palette of 256, as 0xRRGGBB: from 16 on a cube of six levels each,
    /// from 232 on greys. The first 16 are the terminal's own, and xterm's are returned for them.
    static func value(inPalette index: UInt8) -> UInt32 {
        let index = UInt32(index)
        guard index >= 16 else { return firstColors[Int(index)] }
        guard index < 232 else { return (8 + 10 * (index - 232)) * 0x01_0101 }
        let place = index - 16
        func level(_ step: UInt32) -> UInt32 { step == 0 ? 0 : 55 + 40 * step }
        return level(place / 36) << 16 | level(place / 6 % 6) << 8 | level(place % 6)
    }

    /// The first 16 colours of xterm (its resources `color0` to `color15`).
    private static let firstColors: [UInt32] = [
        0x00_0000, 0xCD_0000, 0x00_CD00, 0xCD_CD00, 0x00_00EE, 0xCD_00CD, 0x00_CDCD, 0xE5_E5E5,
        0x7F_7F7F, 0xFF_0000, 0x00_FF00, 0xFF_FF00, 0x5C_5CFF, 0xFF_00FF, 0x00_FFFF, 0xFF_FFFF,
    ]
}
