import Foundation
import TerminalText

/// What somebody typed to find contacts: part of a name, initial consonants (`ㄱㅂ` finds 갈비 and 김밥), or digits of
/// the number. Parts of a name and consonants may be mixed, and the last syllable may still lack its final.
public struct ContactFilter: Hashable, Sendable {
    /// Characters that count; nobody types more.
    private static let longest = 64

    /// What is looked for in names.
    let pattern: SearchPattern
    /// Digits to be found in the number; none where something else was typed as well.
    let digits: [UInt8]

    public init(_ text: String) {
        let text = String(text.prefix(ContactFilter.longest))
        pattern = SearchPattern(units: TextFolding.units(of: text))
        let bytes = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
        digits = bytes.allSatisfy(\.isDigit) ? Array(bytes) : []
    }

    /// Whether everything matches.
    public var isEmpty: Bool { pattern.isEmpty }

    /// Whether all that matches this one matches `other` as well, so that nothing else has to be looked at.
    func isNarrower(than other: ContactFilter) -> Bool {
        let digitsAreNarrower =
            digits.isEmpty || other.isEmpty || !other.digits.isEmpty && digits.starts(with: other.digits)
        return digitsAreNarrower && pattern.isNarrower(than: other.pattern)
    }
}
