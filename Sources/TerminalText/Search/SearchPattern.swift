/// What somebody typed to find texts: a part of a text without case, initial consonants (`ㄱㅂ` finds 갈비 and 김밥), or
/// both mixed. The last syllable may still lack its final. Spaces, hyphens and commas make no difference.
public struct SearchPattern: Hashable, Sendable {
    /// Characters that count; nobody types more.
    private static let longest = 64

    /// For each unit of a text, from which to which it may be.
    public let units: [ClosedRange<UInt16>]

    public init(_ text: String = "") {
        self.init(units: SearchIndex.units(of: String(text.prefix(SearchPattern.longest))))
    }

    /// The pattern of a folded text.
    public init(units: [UInt16]) {
        self.units = units.enumerated().map { index, unit in
            SearchPattern.range(of: unit, isLast: index == units.count - 1)
        }
    }

    /// Whether everything matches.
    public var isEmpty: Bool { units.isEmpty }

    /// A consonant stands for every syllable that begins with it, a plain one for its double too.
    private static func range(of unit: UInt16, isLast: Bool) -> ClosedRange<UInt16> {
        if TextUnit.isLoneLead(unit) {
            let isDoubled = plainOfDoubled.contains(TextUnit.lead(of: unit))
            return unit...(unit + TextUnit.span * (isDoubled ? 2 : 1) - 1)
        }
        return isLast && TextUnit.isOpenSyllable(unit) ? TextUnit.closing(unit) : unit...unit
    }

    /// ㄱ ㄷ ㅂ ㅅ ㅈ: the next one is the same, doubled.
    private static let plainOfDoubled: Set<Int> = [0, 3, 7, 9, 12]

    /// Whether all that matches this one matches `other` as well, so that nothing else has to be looked at.
    public func isNarrower(than other: SearchPattern) -> Bool {
        units.count >= other.units.count
            && zip(units, other.units).allSatisfy { $1.contains($0.lowerBound) && $1.contains($0.upperBound) }
    }
}

extension SearchPattern {
    /// Whether it is found in `text`.
    public func matches(_ text: String) -> Bool { isEmpty || !first(in: SearchIndex.units(of: text), from: 0).isEmpty }

    /// Where it is found in `text`, in whole graphemes; nowhere where it is empty.
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

    /// The grapheme that each unit of `text` is of.
    private static func owners(of text: String) -> [String.Index] {
        text.indices.flatMap { index in
            repeatElement(index, count: SearchIndex.units(of: String(text[index])).count)
        }
    }

    /// The first place in `all` from `start` on; empty where there is none.
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

/// Finds patterns in parts of large arrays of units.
public enum UnitMatching {
    public static func begins(
        _ units: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, _ pattern: UnsafeBufferPointer<ClosedRange<UInt16>>
    ) -> Bool {
        guard range.count >= pattern.count else { return false }
        for index in 0..<pattern.count where !pattern[index].contains(units[range.lowerBound + index]) { return false }
        return true
    }

    public static func contains(
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
