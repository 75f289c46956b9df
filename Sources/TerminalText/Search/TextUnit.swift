/// The 16-bit encoding of folded text, numbered so that its order is that of a Korean dictionary and the leading
/// consonant of a syllable can be computed.
///
/// Starting at `first`, each of the nineteen leading consonants has `span` numbers: the consonant alone, then the
/// syllables that begin with it. Other characters keep their UTF-16 code units; those whose code units collide with
/// this range move to a private-use plane.
public enum TextUnit {
    static let first: UInt16 = 0xA000
    static let span: UInt16 = 640
    static let leads = 19
    private static let afterSyllables = first + UInt16(leads) * span
    private static let vowels: UInt16 = 0xD000
    private static let vowelCount: UInt16 = 21
    /// Code points whose code units are reserved for Hangul, up to the end of the surrogates.
    private static let taken: Range<UInt32> = 0xA000..<0xE000
    private static let privatePlane: UInt32 = 0xF0000

    public static let letters = UInt16(UInt8(ascii: "a"))...UInt16(UInt8(ascii: "z"))

    // Unicode 3.12: S = 0xAC00 + (L * 21 + V) * 28 + T.
    private static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3
    private static let syllablesOfLead: UInt32 = 588
    private static let finals: UInt16 = 28

    public static func isSyllableOrLead(_ unit: UInt16) -> Bool { unit >= first && unit < afterSyllables }

    /// The number of the leading consonant: 0 to 18.
    public static func lead(of unit: UInt16) -> Int { Int((unit - first) / span) }

    /// The unit of a consonant that stands alone.
    static func lone(lead: Int) -> UInt16 { first + UInt16(lead) * span }

    static func lone(vowel: Int) -> UInt16 { vowels + UInt16(vowel) }

    static func isLoneLead(_ unit: UInt16) -> Bool { isSyllableOrLead(unit) && (unit - first) % span == 0 }

    /// The number of a vowel that stands alone; `nil` for any other unit.
    static func loneVowel(_ unit: UInt16) -> Int? {
        (vowels..<(vowels + vowelCount)).contains(unit) ? Int(unit - vowels) : nil
    }

    /// The numbers of the vowel and the final consonant of a syllable, 0 for none of the latter.
    static func vowelAndFinal(ofSyllable unit: UInt16) -> (vowel: Int, final: Int) {
        let offset = (unit - first) % span - 1
        return (Int(offset / finals), Int(offset % finals))
    }

    /// Whether it is a syllable that ends in a vowel, to which a final consonant may still be added.
    static func isOpenSyllable(_ unit: UInt16) -> Bool {
        isSyllableOrLead(unit) && !isLoneLead(unit) && ((unit - first) % span - 1) % finals == 0
    }

    /// The range of an open syllable and the same syllable with any final consonant.
    static func closing(_ unit: UInt16) -> ClosedRange<UInt16> { unit...(unit + finals - 1) }

    public static func syllable(_ value: UInt32) -> UInt16? {
        guard syllables.contains(value) else { return nil }
        let offset = value - syllables.lowerBound
        let lead = UInt16(offset / syllablesOfLead)
        return first + lead * span + 1 + UInt16(offset % syllablesOfLead)
    }

    /// Returns the units of a scalar that is not modern Hangul.
    static func units(of scalar: Unicode.Scalar) -> [UInt16] {
        guard taken.contains(scalar.value), let moved = Unicode.Scalar(privatePlane + scalar.value) else {
            return Array(UTF16.encode(scalar) ?? UTF16.EncodedScalar())
        }
        return Array(UTF16.encode(moved) ?? UTF16.EncodedScalar())
    }
}
