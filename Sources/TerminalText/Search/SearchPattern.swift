/// A search pattern as typed: a case-insensitive part of a text, initial consonants (`ㄱㅂ` finds 갈비 and 김밥), or a mix of
/// both. The last syllable may still lack its final consonant. Spaces, hyphens and commas are ignored.
public struct SearchPattern: Hashable, Sendable {
    /// The maximum number of characters used; nobody types more.
    private static let longest = 64

    /// The range of values that each unit of a match may have.
    let units: [ClosedRange<UInt16>]

    public init(_ text: String = "") {
        let units = SearchIndex.units(of: String(text.prefix(SearchPattern.longest)))
        self.units = units.enumerated().map { index, unit in
            SearchPattern.range(of: unit, isLast: index == units.count - 1)
        }
    }

    public var isEmpty: Bool { units.isEmpty }

    /// A lone consonant matches every syllable that begins with it; a plain one also matches its doubled form.
    private static func range(of unit: UInt16, isLast: Bool) -> ClosedRange<UInt16> {
        if TextUnit.isLoneLead(unit) {
            let isDoubled = plainOfDoubled.contains(TextUnit.lead(of: unit))
            return unit...(unit + TextUnit.span * (isDoubled ? 2 : 1) - 1)
        }
        return isLast && TextUnit.isOpenSyllable(unit) ? TextUnit.closing(unit) : unit...unit
    }

    /// ㄱ ㄷ ㅂ ㅅ ㅈ: the next number is the same consonant, doubled.
    private static let plainOfDoubled: Set<Int> = [0, 3, 7, 9, 12]
}

extension SearchPattern {
    public func matches(_ text: String) -> Bool { isEmpty || firstMatch(in: text) != nil }

    /// Returns the offset of the first match in `text` among its letters and digits, 0 if it begins with one; `nil` if
    /// there is none.
    public func firstMatch(in text: String) -> Int? {
        let match = first(in: SearchIndex.units(of: text), from: 0)
        return match.isEmpty ? nil : match.lowerBound
    }

    /// Returns the ranges of all matches in `text`, extended to whole graphemes. Returns an empty array if the pattern
    /// is empty.
    public func ranges(in text: String) -> [Range<String.Index>] {
        guard !isEmpty else { return [] }
        let all = SearchIndex.units(of: text)
        var found = first(in: all, from: 0)
        guard !found.isEmpty else { return [] }
        let owners = SearchPattern.owners(of: text)
        guard owners.count == all.count else { return [] }
        var ranges: [Range<String.Index>] = []
        while !found.isEmpty {
            ranges.append(owners[found.lowerBound]..<text.index(after: owners[found.upperBound - 1]))
            found = first(in: all, from: found.upperBound)
        }
        return ranges
    }

    /// Returns for each unit of `text` the index of its grapheme.
    private static func owners(of text: String) -> [String.Index] {
        text.indices.flatMap { index in
            repeatElement(index, count: SearchIndex.units(of: String(text[index])).count)
        }
    }

    /// Returns the first match in `all` at or after `start`, or an empty range if there is none.
    private func first(in all: [UInt16], from start: Int) -> Range<Int> {
        units.withUnsafeBufferPointer { pattern in
            all.withUnsafeBufferPointer { all in
                var start = start
                while start + pattern.count <= all.count {
                    if UnitMatching.begins(all, start..<all.count, pattern) { return start..<(start + pattern.count) }
                    start += 1
                }
                return 0..<0
            }
        }
    }
}

/// Matches patterns against parts of large unit arrays.
enum UnitMatching {
    static func begins(
        _ units: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, _ pattern: UnsafeBufferPointer<ClosedRange<UInt16>>
    ) -> Bool {
        guard range.count >= pattern.count else { return false }
        for index in 0..<pattern.count where !pattern[index].contains(units[range.lowerBound + index]) { return false }
        return true
    }

    static func contains(
        _ units: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, _ pattern: UnsafeBufferPointer<ClosedRange<UInt16>>
    ) -> Bool {
        var start = range.lowerBound
        while start + pattern.count <= range.upperBound {
            if begins(units, start..<range.upperBound, pattern) { return true }
            start += 1
        }
        return false
    }
}
