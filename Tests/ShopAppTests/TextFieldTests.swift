import SeededRandom
import TerminalText
import Testing

@testable import ShopApp

struct TextFieldTests {
    private func typed(_ text: String) -> TextField {
        var field = TextField()
        // As a terminal sends it: scalar by scalar.
        for scalar in text.unicodeScalars { field.insert(Character(scalar)) }
        return field
    }

    @Test(arguments: ["홍길동", "Hong Gil-dong", "e\u{301}té", "\u{1112}\u{1169}\u{11BC}", "👨‍👩‍👧 가족", "🇰🇷", "1️⃣"])
    func whatIsTypedStandsThereInWholeGraphemes(_ text: String) {
        let field = typed(text)
        #expect(field.text == text && field.caret == text.count)
        var shorter = field
        shorter.perform(.deleteBackward)
        #expect(shorter.text == String(text.dropLast()))
    }

    @Test(arguments: ["\u{1B}", "\u{202E}", "\u{200B}", "\u{7}", "\u{301}", "\u{200D}", "\u{FEFF}", "\u{1161}"])
    func whatCannotBeSeenIsNotTaken(_ text: String) { #expect(typed(text) == TextField()) }

    @Test func editsHappenAtTheCaret() {
        var field = typed("김치 볶음밥")
        let steps: [(TextField.Edit, String, Int)] = [
            (.left, "김치 볶음밥", 5), (.deleteBackward, "김치 볶밥", 4), (.deleteForward, "김치 볶", 4),
            (.deleteForward, "김치 볶", 4), (.right, "김치 볶", 4), (.deleteWord, "김치 ", 3), (.deleteWord, "", 0),
            (.deleteWord, "", 0), (.deleteBackward, "", 0), (.left, "", 0),
        ]
        for (edit, text, caret) in steps {
            field.perform(edit)
            #expect(field.text == text && field.caret == caret, "\(edit)")
        }
        field = typed("가나다")
        field.perform(.first)
        field.insert("라")
        #expect(field.text == "라가나다" && field.caret == 1)
        field.perform(.deleteToFirst)
        #expect(field.text == "가나다" && field.caret == 0)
        field.perform(.last)
        #expect(field.caret == 3)
    }

    @Test func aPieceThatJoinsTheLetterBeforeTheCaretLeavesTheCaretBehindIt() {
        var field = typed("ab")
        field.perform(.left)
        field.insert("\u{301}")
        #expect(field.text == "a\u{301}b" && field.caret == 1)
    }

    @Test func aLongTextScrollsWithTheCaretAndWideLettersAreNeverHalved() {
        var field = typed("가나다라마바사")
        #expect(field.visible(columns: 20).text == "가나다라마바사" && field.visible(columns: 20).caret == 14)
        #expect(field.visible(columns: 8).text == "마바사" && field.visible(columns: 8).caret == 6)
        field.perform(.first)
        #expect(field.visible(columns: 7).text == "가나다" && field.visible(columns: 7).caret == 0)
    }

    @Test func aFloodEnds() {
        #expect(typed(String(repeating: "가", count: 5_000)).text.count == TextField.mostScalars)
        #expect(typed("국" + String(repeating: "\u{301}", count: 5_000)).text.count == 1)
        #expect(TextField(PlainText(String(repeating: "가", count: 5_000))).text.count <= TextField.mostScalars)
    }

    @Test func noEditEverBreaksAGraphemeOrTheCaret() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let pieces: [Character] = [
            "가", "힣", "ㄱ", "\u{1100}", "\u{1161}", "\u{11A8}", "a", " ", "\u{301}", "👨", "👩", "\u{200D}", "\u{FE0F}",
            "🇰", "🇷", "1", "\u{20E3}", "👨‍👩‍👧", "\u{1F3FD}", "\u{202E}", "\u{200B}", "क", "\u{94D}", "ष", "\u{FF}",
            "\u{3000}",
        ]
        let edits: [TextField.Edit] = [
            .left, .right, .first, .last, .deleteBackward, .deleteForward, .deleteWord, .deleteToFirst,
        ]
        var field = TextField()
        for step in 0..<20_000 {
            let before = field
            if Int.random(in: 0..<3, using: &random) > 0 {
                let piece = pieces.randomElement(using: &random)!
                field.insert(piece)
            } else {
                field.perform(edits.randomElement(using: &random)!)
            }
            let width = Int.random(in: 2...30, using: &random)
            let visible = field.visible(columns: width)
            let isSound =
                (0...field.text.count).contains(field.caret) && field.text.unicodeScalars.count <= TextField.mostScalars
                && field.text.allSatisfy { !TextField.shown($0).isEmpty }
                && field.text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
                && visible.text.columns <= width && (0..<width).contains(visible.caret)
            #expect(isSound, "seed \(seed), step \(step): \(before) became \(field)")
            if !isSound { return }
        }
    }
}
