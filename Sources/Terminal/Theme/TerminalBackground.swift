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
