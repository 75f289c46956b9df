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
        let cube = index - 16
        func level(_ step: UInt32) -> UInt32 { step == 0 ? 0 : 55 + 40 * step }
        return level(cube / 36) << 16 | level(cube / 6 % 6) << 8 | level(cube % 6)
    }

    /// The first 16 colours of xterm (its resources `color0` to `color15`).
    private static let firstColors: [UInt32] = [
        0x00_0000, 0xCD_0000, 0x00_CD00, 0xCD_CD00, 0x00_00EE, 0xCD_00CD, 0x00_CDCD, 0xE5_E5E5,
        0x7F_7F7F, 0xFF_0000, 0x00_FF00, 0xFF_FF00, 0x5C_5CFF, 0xFF_00FF, 0x00_FFFF, 0xFF_FFFF,
    ]
}

/// The terminal's background colour: the query for it, and the parsing of replies.
enum TerminalBackground {
    /// `OSC 11` with a question mark (XTerm Control Sequences, "Operating System Commands").
    static let question = Array("\u{1B}]11;?\u{07}".utf8)

    /// Name prefixes of terminals that have colours but do not support this sequence: they would print it.
    private static let ignorant = [
        "ansi", "cons", "cygwin", "dumb", "eterm", "hurd", "linux", "mach", "pcansi", "sun", "vt",
    ]

    /// Whether the terminal `name` may be queried.
    static func answersQuestions(_ name: String) -> Bool { !ignorant.contains { name.hasPrefix($0) } }

    /// Whether a `COLORFGBG` value, such as `15;0` or `0;default;15`, means a light background: of the 16 colours
    /// white, and the bright ones except dark grey.
    static func isLight(colorFGBG value: String) -> Bool {
        guard let background = value.split(separator: ";").last.flatMap({ UInt8($0) }) else { return false }
        return background == 7 || (9...15).contains(background)
    }

    /// Parses a reply such as `11;rgb:ffff/ffff/ffff`. Returns `nil` if the text is not a colour reply.
    static func color(inReply reply: some Collection<UInt8>) -> RGBColor? {
        let text = String(decoding: reply, as: UTF8.self)
        guard text.hasPrefix("11;") else { return nil }
        let value = text.dropFirst(3)
        if value.first == "#" { return color(ofDigits: value.dropFirst()) }
        let pieces = value.split(separator: ":", maxSplits: 1)
        guard pieces.count == 2, ["rgb", "rgba"].contains(pieces[0]) else { return nil }
        let parts = pieces[1].split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == pieces[0].count ? color(ofParts: parts) : nil
    }

    /// Parses three components with the same number of digits each.
    private static func color(ofDigits digits: Substring) -> RGBColor? {
        let length = digits.count / 3
        guard length > 0, digits.count == length * 3 else { return nil }
        return color(ofParts: (0..<3).map { digits.dropFirst($0 * length).prefix(length) })
    }

    /// Parses components of one to four hexadecimal digits each; a fourth component is the opacity, which is ignored.
    private static func color(ofParts parts: [Substring]) -> RGBColor? {
        let shares = parts.compactMap(share)
        guard shares.count == parts.count, shares.count >= 3 else { return nil }
        return RGBColor(red: shares[0], green: shares[1], blue: shares[2])
    }

    private static func share(_ digits: Substring) -> Double? {
        guard (1...4).contains(digits.count), digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16)
        else { return nil }
        return Double(value) / Double(1 << (4 * digits.count) - 1)
    }
}
