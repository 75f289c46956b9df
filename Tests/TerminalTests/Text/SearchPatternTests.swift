import Foundation
import TestPeers
import Testing

@testable import TerminalText

/// Search patterns find texts. The tests are seeded, so that every run tries the same inputs.
@Suite struct SearchPatternTests {
    private static let letters = "가각갈비찜김치ㄱㅂ나다라마aBcéÄ12 -,[]漢🙂".map(String.init)

    private static func text(_ count: Int, _ random: inout SeededGenerator) -> String {
        (0..<count).map { _ in letters.randomElement(using: &random) ?? "" }.joined()
    }

    /// Returns a random part of `text`, in whole characters.
    private static func part(of text: String, _ random: inout SeededGenerator) -> String {
        let characters = Array(text)
        let start = Int.random(in: 0..<characters.count, using: &random)
        let end = Int.random(in: start..<characters.count, using: &random)
        return String(characters[start...end])
    }

    @Test(arguments: 0..<200) func anyPartOfATextIsFoundInIt(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let text = Self.text(12, &random)
        let part = Self.part(of: text, &random)
        for typed in [part, part.uppercased(), part.lowercased(), part.decomposedStringWithCanonicalMapping] {
            #expect(SearchPattern(typed).matches(text), "\(typed) in \(text)")
            #expect(SearchPattern(typed).matches(text.decomposedStringWithCanonicalMapping))
        }
    }

    @Test(arguments: 0..<100) func composedAndDecomposedTextsMakeTheSamePattern(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let text = Self.text(8, &random)
        #expect(SearchPattern(text) == SearchPattern(text.decomposedStringWithCanonicalMapping))
    }

    @Test(arguments: 0..<100) func theInitialConsonantsOfAnyPartFindIt(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let syllables = (0..<10).map { _ in Unicode.Scalar(UInt32.random(in: 0xAC00...0xD7A3, using: &random))! }
        let consonants = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")
        let initials = syllables.map { consonants[Int(($0.value - 0xAC00) / 588)] }
        let range = Int.random(in: 0..<5, using: &random)..<Int.random(in: 5...10, using: &random)
        let text = String(String.UnicodeScalarView(syllables))
        #expect(SearchPattern(String(initials[range])).matches(text))
    }

    @Test(arguments: 0..<50) func anIndexFindsWhatEachTextFinds(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let rows = (0..<60).map { _ in (0..<3).map { _ in Self.text(4, &random) } }
        var index = SearchIndex()
        for row in rows { index.append(row) }
        for _ in 0..<20 {
            let pattern = SearchPattern(Self.text(Int.random(in: 1...2, using: &random), &random))
            let found = rows.indices.filter { rows[$0].contains(where: pattern.matches) }
            #expect(pattern.isEmpty || index.rows(matching: pattern) == found)
        }
    }

    @Test(arguments: 0..<100) func whatIsFoundIsShownInWholeCharacters(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let text = "x" + Self.text(10, &random)
        let pattern = SearchPattern(Self.part(of: text, &random))
        let ranges = pattern.ranges(in: text)
        #expect(ranges.isEmpty == pattern.isEmpty)
        for range in ranges { #expect(pattern.matches(String(text[range]))) }
        #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
    }

    @Test(arguments: [
        ("ㄱㅂ", "[소반가] 갈비찜", ["갈비"]), ("갈비", "갈비찜과 갈비탕", ["갈비", "갈비"]), ("간장양", "간장 양념", ["간장 양"]),
        ("0101", "010-1234-5678", ["010-1"]), ("15900", "15,900원", ["15,900"]), ("SET", "Lunch set", ["set"]),
        ("", "갈비", []), ("무", "갈비", []),
    ])
    func whatStandsOutIsWhatWasTyped(_ typed: String, _ text: String, _ found: [String]) {
        #expect(SearchPattern(typed).ranges(in: text).map { String(text[$0]) } == found)
    }
}
