import TerminalText
import TestPeers
import Testing

@Suite struct PaperPageTests {
    private static let letters: [Character] = [
        "a", "7", "가", "힣", "뷁", "e\u{301}", "😀", "ㅋ", " ", "국\u{301}", "×", "…", "₩", "ß", "ﬁ",
        "\u{1112}\u{1161}\u{11AB}",
        "漢", "𠮷", "ي", "한", "Å",
    ]

    private static func text(_ length: Int, _ random: inout SeededGenerator) -> String {
        String((0..<length).map { _ in letters.randomElement(using: &random)! })
    }

    @Test(arguments: PaperCharset.allCases) func noLineIsWiderThanThePaper(_ charset: PaperCharset) throws {
        var random = SeededGenerator(seed: 11)
        for round in 0..<400 {
            var page = PaperPage(width: [1, 8, 16, 32, 42, 48][round % 6], charset: charset)
            let texts = (0..<3).map { _ in PaperPageTests.text(Int.random(in: 0...60, using: &random), &random) }
            page.add(texts[0], indent: round % 5)
            page.add(centred: texts[1])
            page.add(texts[1], texts[2], indent: round % 3)
            page.addRule()
            for line in page.lines {
                let columns = charset == .cp949 ? try #require(TextCharset.korean.bytes(of: line)).count : line.columns
                #expect(columns <= page.width, "\(line)")
            }
            let charset: TextCharset = charset == .cp949 ? .korean : .utf8
            #expect(charset.text(of: page.bytes[...]) == page.text)
        }
    }

    @Test(arguments: [32, 40, 42, 48], PaperCharset.allCases)
    func sumsStandAtTheRight(_ width: Int, _ charset: PaperCharset) {
        var page = PaperPage(width: width, charset: charset)
        page.add("12,900원 × 2", "25,800원", indent: 2)
        page.add(String(repeating: "긴 이름 ", count: 20), "99,000,000,000원")
        for line in page.lines where line.hasSuffix("0원") {
            #expect(line.reduce(0) { $0 + charset.columns(of: $1) } == width)
        }
        #expect(page.lines.last == String(repeating: " ", count: width - 16) + "99,000,000,000원")
    }

    @Test func aCharacterThatCP949LacksBecomesItsClosestFormOrAQuestionMark() {
        var page = PaperPage(width: 40, charset: .cp949)
        page.add("Café ﬁn 🥬 ﾊ 뷁 \u{1112}\u{1161}\u{11AB} — …")
        #expect(page.lines == ["Cafe fin ? ハ 뷁 한 -- …"])
        #expect(page.replaced == 5)
        var plain = PaperPage(width: 40, charset: .utf8)
        plain.add("Café 😀 뷁")
        #expect(plain.lines == ["Café 😀 뷁"] && plain.replaced == 0)
    }

    @Test func everySyllableIsTwoColumnsOfCP949() throws {
        for value in UInt32(0xAC00)...0xD7A3 {
            let syllable = String(try #require(Unicode.Scalar(value)))
            #expect(TextCharset.korean.bytes(of: syllable)?.count == 2)
        }
    }

    @Test func aTextIsBrokenAtSpacesAndBetweenGraphemes() {
        var page = PaperPage(width: 8, charset: .cp949)
        page.add("오징어와 삼겹살로볶은 a")
        #expect(page.lines == ["오징어와", "삼겹살로", "볶은 a"])
        page = PaperPage(width: 8, charset: .cp949)
        page.add("", indent: 2)
        page.add(centred: "가a")
        #expect(page.lines == ["", "  가a"])
    }

    @Test func controlCharactersAreNeverPrinted() {
        for charset in PaperCharset.allCases {
            var page = PaperPage(width: 20, charset: charset)
            page.add("a\u{1B}@\u{10}\u{4}b\r\nc\u{7F}")
            #expect(page.lines == ["a?@??b?c?"], "\(page.lines)")
        }
    }
}
