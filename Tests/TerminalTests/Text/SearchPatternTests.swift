import Foundation
import TerminalText
import TestPeers
import Testing

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
        let index = SearchIndex(rows.map { SearchEntry(titles: Array($0.prefix(1)), details: Array($0.dropFirst())) })
        for _ in 0..<20 {
            let pattern = SearchPattern(Self.text(Int.random(in: 1...2, using: &random), &random))
            let found = rows.indices.filter { rows[$0].contains(where: pattern.matches) }
            let hits = index.hits(matching: pattern)
            #expect(pattern.isEmpty || hits.map(\.row) == found)
            #expect(hits.allSatisfy { $0.isInTitle == (pattern.isEmpty || pattern.matches(rows[$0.row][0])) })
        }
    }

    @Test(arguments: 0..<100) func whatIsFoundIsShownInWholeCharacters(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let text = "x" + Self.text(10, &random)
        let typed = Self.part(of: text, &random)
        let (pattern, words) = (SearchPattern(typed), typed.split(separator: " ").map { SearchPattern(String($0)) })
        let ranges = pattern.ranges(in: text)
        #expect(ranges.isEmpty == pattern.isEmpty)
        for range in ranges { #expect(words.contains { $0.matches(String(text[range])) }) }
        #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
    }

    @Test(arguments: [
        ("ㄱㅂ", "[소반가] 갈비찜", ["갈비"]), ("갈비", "갈비찜과 갈비탕", ["갈비", "갈비"]), ("간장양", "간장 양념", ["간장 양"]),
        ("0101", "010-1234-5678", ["010-1"]), ("15900", "15,900원", ["15,900"]), ("SET", "Lunch set", ["set"]),
        ("", "갈비", []), ("무", "갈비", []), ("비빔 나물", "봄나물 비빔밥", ["나물", "비빔"]), ("갈비 비찜", "갈비찜", ["갈비찜"]),
        ("ㄱㅂ", "깍두기 밥, 김밥", ["김밥"]), ("ㄱ ㅂ", "깍두기 밥", ["깍", "기", "밥"]), ("<5000", "5,000원", []),
        ("@소반", "[소반가]", ["소반"]), (".", "끝…", ["…"]), ("..", "끝……!", ["……"]), ("c", "5㏄", ["㏄"]),
        ("m l", "200㎖", ["㎖"]), ("i", "Ⅱ", ["Ⅱ"]), ("!", "와‼", ["‼"]),
    ])
    func whatStandsOutIsWhatWasTyped(_ typed: String, _ text: String, _ found: [String]) {
        #expect(SearchPattern(typed).ranges(in: text).map { String(text[$0]) } == found)
    }

    /// A few rows as a menu has them.
    private static let menu = SearchIndex([
        SearchEntry(
            titles: ["[소반가] 간장 양념 돼지갈비 600g", "[Sobanga] Pork ribs"], brands: ["소반가", "Sobanga"],
            badges: ["이벤트특가"], details: ["달콤한 갈비"], price: 15_900),
        SearchEntry(
            titles: ["[해솔부엌] 통깨 닭갈비"], brands: ["해솔부엌"], badges: ["런칭특가", "베스트"], details: ["소반가와 함께"],
            price: 12_900),
        SearchEntry(titles: ["봄나물 비빔밥"], details: ["갈비와 먹는 특가 밥"], price: 4_900),
    ])

    @Test(arguments: [
        ("갈비", [0, 1, 2]), ("비빔 나물", [2]), ("갈비 돼지", [0]), ("ㄷㅈ ㄱㅈ", [0]), ("갈비 나물", [2]), ("갈비 국", []),
        ("ㄴㅁㅂ", []), ("ㄴㅁ ㅂ", [2]), ("나물비빔", [2]), ("12900", [1]), ("12,900원", [1]), ("129", [1]), ("2900", []),
        ("<12900", [2]), ("<=12,900", [1, 2]), (">5000", [0, 1]), ("> 5000", [0, 1]), (">5000 <15000", [1]),
        ("갈비 >13000", [0]), ("<99999999999999999999", [0, 1, 2]), (">18,446,744,073,709,551,616원", []),
        ("@소반가", [0]), ("@소반", [0]), ("@ㅅㅂㄱ", [0]), ("소반가", [0, 1]), ("@sobanga", [0]), ("#특가", [0, 1]),
        ("#베스트 갈비", [1]),
        ("#갈비", []), ("@", [0, 1, 2]), ("#", [0, 1, 2]), ("<", [0, 1, 2]), ("", [0, 1, 2]),
    ])
    func wordsPricesBrandsAndBadgesAreFoundInAnyOrder(_ typed: String, _ rows: [Int]) {
        #expect(Self.menu.hits(matching: SearchPattern(typed)).map(\.row) == rows)
        let reversed = typed.split(separator: " ").reversed().joined(separator: " ")
        guard !typed.hasPrefix("> ") else { return }
        #expect(Self.menu.hits(matching: SearchPattern(reversed)).map(\.row) == rows)
    }

    @Test(arguments: [
        ("갈비", [0, 1, 2]), ("특가", [2, 0, 1]), ("소반가", [0, 1]), ("갈비 특가", [2, 0, 1]), ("12900", [1]), ("밥", [2]),
    ])
    func whatIsInTheTitleComesBeforeWhatIsElsewhere(_ typed: String, _ rows: [Int]) {
        let hits = Self.menu.hits(matching: SearchPattern(typed))
        let titles = typed.split(separator: " ").allSatisfy { $0 != "특가" }
        #expect(titles || hits.allSatisfy { !$0.isInTitle })
        #expect(Set(hits.rankedRows) == Set(rows))
        #expect(hits.rankedRows == hits.filter(\.isInTitle).map(\.row) + hits.filter { !$0.isInTitle }.map(\.row))
    }

    @Test(arguments: [
        ("닭갈피", 1), ("돼지갈베", 0), ("나물비빕밥", 2), ("닭깔비", 1), ("비빈밥", 2), ("pork rips", 0), ("ㄷㄱㅎ", 1),
    ])
    func theNearestTitleIsTheOneWithTheFewestOtherLetters(_ typed: String, _ row: Int) {
        let pattern = SearchPattern(typed)
        #expect(Self.menu.hits(matching: pattern).isEmpty)
        #expect(Self.menu.nearest(to: pattern)?.row == row)
    }

    @Test(arguments: ["zz", "뷁", "ㅋㅋㅋ", "없는 음식", "<100", "99", "@없음", ""]) func whatIsLikeNoTitleHasNoNearestOne(
        _ typed: String
    ) {
        #expect(Self.menu.nearest(to: SearchPattern(typed)) == nil)
    }

    @Test(arguments: 0..<40) func theDistanceIsThatOfALevenshteinSearch(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let alphabet = Array("abcd")
        func text(_ count: Int) -> String {
            String((0..<count).map { _ in alphabet.randomElement(using: &random) ?? "a" })
        }
        let (typed, title) = (text(9), text(30))
        let distance = Self.distance(Array(typed), toPartOf: Array(title))
        let nearest = SearchIndex([SearchEntry(titles: [title])]).nearest(to: SearchPattern(typed))
        #expect(nearest?.distance == ((1...3).contains(distance) ? distance : nil))
    }

    /// Returns the least number of changes that turn `typed` into a part of `text`.
    private static func distance(_ typed: [Character], toPartOf text: [Character]) -> Int {
        var row = Array(0...typed.count)
        var best = typed.count
        for character in text {
            var next = [0]
            for index in typed.indices {
                next.append(min(row[index] + (typed[index] == character ? 0 : 1), row[index + 1] + 1, next[index] + 1))
            }
            row = next
            best = min(best, row[typed.count])
        }
        return best
    }
}
