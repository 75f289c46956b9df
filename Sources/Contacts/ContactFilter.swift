import Foundation

/// What somebody typed to find contacts: part of a name, initial consonants (`ㄱㅂ` finds 갈비 and 김밥), or digits of
/// the number. Parts of a name and consonants may be mixed, and the last syllable may still lack its final.
public struct ContactFilter: Hashable, Sendable {
    /// Characters that count; nobody types more.
    private static let longest = 64

    /// For each unit of a name, from which to which it may be.
    let pattern: [ClosedRange<UInt16>]
    /// Digits to be found in the number; none where something else was typed as well.
    let digits: [UInt8]

    public init(_ text: String) {
        let text = String(text.prefix(ContactFilter.longest))
        let units = NameFolding.units(of: text)
        pattern = units.enumerated().map { index, unit in
            ContactFilter.range(of: unit, isLast: index == units.count - 1)
        }
        let bytes = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
        digits = bytes.allSatisfy(\.isDigit) ? Array(bytes) : []
    }

    /// Whether everything matches.
    public var isEmpty: Bool { pattern.isEmpty }

    /// A consonant stands for every syllable that begins with it, a plain one for its double too.
    private static func range(of unit: UInt16, isLast: Bool) -> ClosedRange<UInt16> {
        if NameUnit.isLoneLead(unit) {
            let isDoubled = plainOfDoubled.contains(NameUnit.lead(of: unit))
            return unit...(unit + NameUnit.span * (isDoubled ? 2 : 1) - 1)
        }
        return isLast && NameUnit.isOpenSyllable(unit) ? NameUnit.closing(unit) : unit...unit
    }

    /// ㄱ ㄷ ㅂ ㅅ ㅈ: the next one is the same, doubled.
    private static let plainOfDoubled: Set<Int> = [0, 3, 7, 9, 12]

    /// Whether all that matches this one matches `other` as well, so that nothing else has to be looked at.
    func isNarrower(than other: ContactFilter) -> Bool {
        let digitsAreNarrower =
            digits.isEmpty || other.isEmpty || !other.digits.isEmpty && digits.starts(with: other.digits)
        return digitsAreNarrower && pattern.count >= other.pattern.count
            && zip(pattern, other.pattern).allSatisfy { $1.contains($0.lowerBound) && $1.contains($0.upperBound) }
    }
}
