import Foundation

/// Folds text for searching: ignores case, diacritics, width and spaces, and treats all compositions of Hangul alike.
public enum TextFolding {
    /// Returns the folded text, without blanks.
    public static func units(of text: String) -> [UInt16] {
        var units: [UInt16] = []
        units.reserveCapacity(text.utf8.count)
        append(text, to: &units)
        units.removeAll { $0 == blank }
        return units
    }

    /// The unit of any whitespace.
    static let blank = UInt16(UInt8(ascii: " "))

    /// Appends the folded text, with its blanks.
    static func append(_ text: String, to units: inout [UInt16]) {
        let start = units.count
        for scalar in text.unicodeScalars {
            guard appendSimple(scalar, to: &units) else {
                units.removeSubrange(start...)
                return appendThoroughly(text, to: &units)
            }
        }
    }

    /// Fast path for almost all text: ASCII, Hangul syllables, and jamo typed alone. Returns `false` for anything else.
    private static func appendSimple(_ scalar: Unicode.Scalar, to units: inout [UInt16]) -> Bool {
        switch scalar.value {
        case 0x41...0x5A: units.append(UInt16(scalar.value) | 0x20)
        case 0x20...0x7E: units.append(UInt16(scalar.value))
        default:
            guard let unit = TextUnit.syllable(scalar.value) else { return appendJamo(scalar, to: &units) }
            units.append(unit)
        }
        return true
    }

    /// Appends a compatibility jamo (U+3131 to U+3163). Returns `false` for anything else.
    private static func appendJamo(_ scalar: Unicode.Scalar, to units: inout [UInt16]) -> Bool {
        switch scalar.value {
        case 0x3131...0x314E:
            units += consonants[Int(scalar.value - 0x3131)].map { TextUnit.lone(lead: $0) }
        case 0x314F...0x3163: units.append(TextUnit.lone(vowel: Int(scalar.value - 0x314F)))
        default: return false
        }
        return true
    }

    private static func appendThoroughly(_ text: String, to units: inout [UInt16]) {
        for scalar in text.precomposedStringWithCanonicalMapping.unicodeScalars
        where !appendSimple(scalar, to: &units) && !appendConjoining(scalar, to: &units) {
            for part in String(scalar).decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
            where !isMark(part) {
                guard !part.properties.isWhitespace else {
                    units.append(blank)
                    continue
                }
                guard !appendSimple(part, to: &units), !appendConjoining(part, to: &units) else { continue }
                units += TextUnit.units(of: part)
            }
        }
    }

    /// Appends a conjoining jamo that is not part of a composed syllable. Returns `false` for anything else.
    private static func appendConjoining(_ scalar: Unicode.Scalar, to units: inout [UInt16]) -> Bool {
        switch scalar.value {
        case 0x1100...0x1112: units.append(TextUnit.lone(lead: Int(scalar.value - 0x1100)))
        case 0x1161...0x1175: units.append(TextUnit.lone(vowel: Int(scalar.value - 0x1161)))
        case 0x11A8...0x11C2: units += finals[Int(scalar.value - 0x11A8)].map { TextUnit.lone(lead: $0) }
        default: return false
        }
        return true
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }

    /// The leading consonants of U+3131 to U+314E: two where the input method joined consonants that were typed in
    /// sequence.
    private static let consonants: [[Int]] = [
        [0], [1], [0, 9], [2], [2, 12], [2, 18], [3], [4], [5], [5, 0], [5, 6], [5, 7], [5, 9], [5, 16], [5, 17],
        [5, 18], [6], [7], [8], [7, 9], [9], [10], [11], [12], [13], [14], [15], [16], [17], [18],
    ]

    /// The same for the finals U+11A8 to U+11C2.
    static let finals: [[Int]] = [
        [0], [1], [0, 9], [2], [2, 12], [2, 18], [3], [5], [5, 0], [5, 6], [5, 7], [5, 9], [5, 16], [5, 17], [5, 18],
        [6], [7], [7, 9], [9], [10], [11], [12], [14], [15], [16], [17], [18],
    ]
}
