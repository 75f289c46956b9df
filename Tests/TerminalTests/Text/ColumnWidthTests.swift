import TerminalText
import TestPeers
import Testing

struct ColumnWidthTests {
    @Test(arguments: [("", 0), ("abc", 3), ("가나", 4), ("가a", 3), ("é", 1), ("ㄱ", 2), ("😀", 2), ("e\u{301}", 1)])
    func textTakesTheColumnsThatCursesGivesIt(_ text: String, _ columns: Int) { #expect(text.columns == columns) }

    @Test func decomposedHangulTakesAsManyColumnsAsComposed() {
        #expect("\u{1112}\u{1161}\u{11AB}".columns == "한".columns)
    }

    @Test(arguments: [
        ("떡갈비", 6, "떡갈비"), ("떡갈비", 5, "떡.."), ("떡갈비", 4, "떡.."), ("떡갈비", 3, ".."), ("떡갈비", 2, "떡"),
        ("떡갈비", 1, ""), ("떡갈비", 0, ""), ("떡갈비", -3, ""), ("abcdef", 4, "ab.."),
    ])
    func aLongTextIsShortenedBetweenGraphemes(_ text: String, _ width: Int, _ shown: String) {
        #expect(text.truncated(columns: width) == shown)
    }

    @Test func truncationNeverExceedsTheWidthNorCutsAGrapheme() {
        var random = SeededGenerator(seed: 3)
        let letters: [Character] = ["a", "가", "힣", "e\u{301}", "😀", "ㅋ", " ", "국\u{301}"]
        for _ in 0..<1_000 {
            let text = String(
                (0..<Int.random(in: 0...20, using: &random)).map { _ in letters.randomElement(using: &random)! })
            let width = Int.random(in: -1...30, using: &random)
            let shown = text.truncated(columns: width)
            #expect(shown.columns <= max(0, width), "\(text) in \(width)")
            let kept = shown == text ? shown : String(shown.hasSuffix("..") ? shown.dropLast(2)[...] : shown[...])
            #expect(text.hasPrefix(kept), "\(text) in \(width)")
            #expect(Array(text).starts(with: Array(kept)), "only whole graphemes: \(text) in \(width)")
            if text.columns <= width { #expect(shown == text) }
        }
    }
}
