import Foundation
import TerminalText

/// A search text for contacts: part of a name, initial consonants (`ㄱㅂ` finds 갈비 and 김밥), or digits of the number.
/// Parts of a name and consonants may be mixed, and the last syllable may still lack its final consonant.
public struct ContactFilter: Hashable, Sendable {
    /// The maximum length in characters; anything beyond is ignored.
    private static let longest = 64

    /// The pattern to find in names.
    let pattern: SearchPattern
    /// The digits to find in the number; empty if the text contains anything else.
    let digits: [UInt8]

    public init(_ text: String) {
        let text = String(text.prefix(ContactFilter.longest))
        pattern = SearchPattern(units: TextFolding.units(of: text))
        let bytes = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
        digits = bytes.allSatisfy(\.isDigit) ? Array(bytes) : []
    }

    /// Whether the filter matches every contact.
    public var isEmpty: Bool { pattern.isEmpty }

    /// Returns whether every match of this filter also matches `other`, so that only the matches of `other` have to be
    /// searched.
    func isNarrower(than other: ContactFilter) -> Bool {
        let digitsAreNarrower =
            digits.isEmpty || other.isEmpty || !other.digits.isEmpty && digits.starts(with: other.digits)
        return digitsAreNarrower && pattern.isNarrower(than: other.pattern)
    }
}
