import TerminalText
import TestPeers
import Testing

struct PlainTextTests {
    @Test(arguments: ["", "떡갈비", "Beef, 2 pieces!", "[소반가] 한우 - 100%", "é", "😀 맛", "ㄱㄴㄷ", "힣가각"])
    func harmlessTextStaysAsItIs(_ text: String) { #expect(PlainText(text).string == text) }

    @Test(arguments: HostileText.corpus)
    func hostileTextShowsHarmlessly(_ hostile: HostileText) {
        let text = PlainText(hostile.raw)
        #expect(text.string == hostile.shown, "\(hostile.name)")
        #expect(text.string.unicodeScalars.allSatisfy(HostileText.isHarmless), "\(hostile.name)")
        #expect(PlainText(text.string) == text, "what is plain stays as it is: \(hostile.name)")
    }

    @Test func anEndlessTextIsBounded() {
        let endless = String(repeating: "가", count: 100_000)
        #expect(PlainText(endless).string.count == PlainText.defaultLimit)
        #expect(PlainText(endless, limit: 10).string == String(repeating: "가", count: 10))
    }

    @Test func everyBytePatternBecomesHarmless() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let text = PlainText(String(decoding: bytes, as: UTF8.self))
            #expect(text.string.unicodeScalars.allSatisfy(HostileText.isHarmless), "\(bytes)")
            #expect(PlainText(text.string) == text, "\(bytes)")
        }
    }

    @Test func theShortcutForCommonTextAgreesWithTheFilter() {
        var random = SeededGenerator(seed: 11)
        let alphabet: [Unicode.Scalar] = [
            "a", " ", "~", "가", "힣", "\u{D7A4}", "\u{ABFF}", "ㄱ", "\u{7F}", "\u{D7FF}", "뷁",
        ]
        for _ in 0..<2_000 {
            let scalars = (0..<Int.random(in: 0...8, using: &random)).map { _ in alphabet.randomElement(using: &random)!
            }
            let raw = String(String.UnicodeScalarView(scalars))
            // The trailing zero-width space forces the slow path, which removes it again.
            let long = PlainText(raw + "\u{200B}").string
            #expect(PlainText(raw).string == long, "\(scalars)")
        }
    }
}

/// A text that an attacker could send, and how it is displayed.
struct HostileText: Sendable {
    let name: String
    let raw: String
    let shown: String

    static let corpus: [HostileText] = [
        HostileText(name: "a colour sequence", raw: "붉은 \u{1B}[31m떡\u{1B}[0m", shown: "붉은 [31m떡[0m"),
        HostileText(name: "a title sequence", raw: "\u{1B}]0;mine\u{07}떡", shown: "]0;mine떡"),
        HostileText(name: "an eight-bit control", raw: "떡\u{9B}2J국", shown: "떡2J국"),
        HostileText(name: "a line break", raw: "한 줄\r\n두 줄", shown: "한 줄 두 줄"),
        HostileText(name: "line and paragraph separators", raw: "가\u{2028}나\u{2029}다\u{85}라", shown: "가 나 다 라"),
        HostileText(name: "tabs and many blanks", raw: "\t가 \t  나  ", shown: "가 나"),
        HostileText(name: "a direction override", raw: "값 \u{202E}원000,1\u{202C}", shown: "값 원000,1"),
        HostileText(
            name: "direction isolates and marks", raw: "\u{2066}가\u{2069}\u{200E}\u{200F}\u{61C}나", shown: "가나"),
        HostileText(name: "nothing but what is invisible", raw: "\u{200B}\u{200D}\u{FEFF}\u{AD}\u{2060}", shown: ""),
        HostileText(name: "marks without a letter", raw: "\u{301}\u{301}가", shown: "가"),
        HostileText(
            name: "Zalgo", raw: "국" + String(repeating: "\u{301}\u{30B}\u{317}", count: 40), shown: "국\u{317}\u{317}"),
        HostileText(name: "decomposed Hangul", raw: "\u{1103}\u{1165}\u{11A8}", shown: "덕"),
        HostileText(name: "a decomposed accent", raw: "cafe\u{301}", shown: "café"),
        HostileText(name: "a family", raw: "👨\u{200D}👩\u{200D}👧 세트", shown: "👨 세트"),
        HostileText(name: "a skin tone", raw: "👍🏽!", shown: "👍!"),
        HostileText(name: "a heart with a picture selector", raw: "\u{2764}\u{FE0F}", shown: "\u{2764}"),
        HostileText(name: "tag characters", raw: "🏴\u{E0067}\u{E007F}", shown: "🏴"),
        HostileText(name: "the last syllables", raw: "묵힌 \u{D7A3}", shown: "묵힌 \u{D7A3}"),
        HostileText(name: "what follows the last syllable", raw: "가\u{D7A4}", shown: "가?"),
        HostileText(name: "a Hangul filler", raw: "가\u{3164}나\u{115F}\u{1160}", shown: "가나"),
        HostileText(name: "half of a surrogate, repaired", raw: "가\u{FFFD}나", shown: "가?나"),
        HostileText(name: "a character that is none", raw: "가\u{FFFF}\u{10FFFF}나", shown: "가??나"),
        HostileText(name: "null and delete", raw: "가\0나\u{7F}다", shown: "가나다"),
    ]

    /// Whether a scalar neither controls the terminal nor is invisible.
    static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        let steers =
            [0x200E, 0x200F, 0x61C].contains(scalar.value) || (0x202A...0x202E).contains(scalar.value)
            || (0x2066...0x2069).contains(scalar.value)
        return !isControl && !steers && scalar.value != 0x2028 && scalar.value != 0x2029
            && ColumnWidth.of(scalar) != nil
    }
}
