import Canvas

/// The user's replacements for a theme's colours, for each kind of background.
public struct ThemeColors: Hashable, Sendable {
    /// Whether the background is dark or light.
    public enum Ground: String, Sendable, CaseIterable { case dark, light }

    /// A part of the theme that has a colour.
    public enum Part: Hashable, Sendable, CaseIterable {
        case ink(Ink)
        /// Dim text.
        case dim

        public static let allCases: [Part] = Ink.allCases.filter { $0 != .standard }.map(Part.ink) + [.dim]

        /// The part's name in the settings.
        public var name: String {
            switch self {
            case .ink(let ink): "\(ink)"
            case .dim: "dim"
            }
        }
    }

    /// Indices into the palette of 256.
    private var places: [Ground: [Part: UInt8]] = [:]

    public init() {}

    public subscript(ground: Ground, part: Part) -> UInt8? {
        get { places[ground]?[part] }
        set { places[ground, default: [:]][part] = newValue }
    }

    var isEmpty: Bool { places.values.allSatisfy(\.isEmpty) }

    /// The minimum contrast of text by WCAG 2.2 (success criterion 1.4.3).
    public static let minContrast = 4.5

    /// Returns the lowest contrast of a palette colour on backgrounds of that kind, from 1 to 21, or `nil` for the
    /// first 16 colours, which every terminal defines itself.
    public static func contrast(of place: UInt8, on ground: Ground) -> Double? {
        guard place >= firstKnown else { return nil }
        let color = RGBColor(RGBColor.value(inPalette: place))
        let ends: [UInt32] = ground == .dark ? [0x00_0000, 0x28_2828] : [0xEE_EEEE, 0xFF_FFFF]
        return ends.map { color.contrast(with: RGBColor($0)) }.min()
    }

    static let firstKnown: UInt8 = 16

    /// Parses a palette index, or `#rrggbb`, for which the nearest palette colour is used. Returns `nil` if `text` is
    /// neither.
    public static func place(of text: String) -> UInt8? {
        if let place = UInt8(text) { return place }
        guard text.count == 7, text.first == "#", text.dropFirst().allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            return nil
        }
        return UInt32(text.dropFirst(), radix: 16).map(nearest)
    }

    private static func nearest(_ value: UInt32) -> UInt8 {
        func distance(_ other: UInt32) -> Int {
            [16, 8, 0].reduce(0) { sum, shift in
                let step = Int(value >> shift & 0xFF) - Int(other >> shift & 0xFF)
                return sum + step * step
            }
        }
        return (firstKnown...UInt8.max).min {
            distance(RGBColor.value(inPalette: $0)) < distance(RGBColor.value(inPalette: $1))
        } ?? firstKnown
    }
}

extension Theme {
    /// Returns this theme with the user's `colors` for backgrounds of that kind. Colours beyond the first 16 need a
    /// terminal with the whole palette (`hasPalette`).
    func with(_ colors: ThemeColors, on ground: ThemeColors.Ground, hasPalette: Bool) -> Theme {
        var (inks, secondary) = (inks, secondary)
        for part in ThemeColors.Part.allCases {
            guard let place = colors[ground, part], hasPalette || place < ThemeColors.firstKnown else { continue }
            switch part {
            case .ink(let ink): inks[ink] = place
            case .dim: secondary = .color(place)
            }
        }
        return Theme(inks: inks, secondary: secondary, allowsBoldInks: allowsBoldInks)
    }
}
