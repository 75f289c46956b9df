import TerminalText
import TestPeers
import Testing

@testable import ShopApp

struct TextFieldTests {
    private func typed(_ text: String) -> TextField {
        var field = TextField()
        // Insert one scalar at a time, as a terminal sends them.
        for scalar in text.unicodeScalars { field.insert(Character(scalar)) }
        return field
    }

    @Test(arguments: ["홍길동", "Hong Gil-dong", "e\u{301}té", "\u{1112}\u{1169}\u{11BC}", "👨‍👩‍👧 가족", "🇰🇷", "1️⃣"])
    func whatIsTypedStandsThereInWholeGraphemes(_ text: String) {
        let field = typed(text)
        #expect(field.text == text)
        #expect(field.caret == text.count)
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
            #expect(field.text == text)
            #expect(field.caret == caret, "\(edit)")
        }
        field = typed("가나다")
        field.perform(.first)
        field.insert("라")
        #expect(field.text == "라가나다")
        #expect(field.caret == 1)
        field.perform(.deleteToFirst)
        #expect(field.text == "가나다")
        #expect(field.caret == 0)
        field.perform(.last)
        #expect(field.caret == 3)
    }

    @Test func aPieceThatJoinsTheLetterBeforeTheCaretLeavesTheCaretBehindIt() {
        var field = typed("ab")
        field.perform(.left)
        field.insert("\u{301}")
        #expect(field.text == "a\u{301}b")
        #expect(field.caret == 1)
    }

    @Test func aLongTextScrollsWithTheCaretAndWideLettersAreNeverHalved() {
        var field = typed("가나다라마바사")
        #expect(field.visible(columns: 20).text == "가나다라마바사")
        #expect(field.visible(columns: 20).caret == 14)
        #expect(field.visible(columns: 8).text == "마바사")
        #expect(field.visible(columns: 8).caret == 6)
        field.perform(.first)
        #expect(field.visible(columns: 7).text == "가나다")
        #expect(field.visible(columns: 7).caret == 0)
    }

    @Test func aFloodEnds() {
        #expect(typed(String(repeating: "가", count: 5_000)).text.count == TextField.maxScalars)
        #expect(typed("국" + String(repeating: "\u{301}", count: 5_000)).text.count == 1)
        #expect(TextField(PlainText(String(repeating: "가", count: 5_000))).text.count <= TextField.maxScalars)
    }

    @Test func whatIsTypedIsTakenUpToTheFieldsLimit() {
        var field = TextField("가나다라", limit: 3)
        #expect(field.text == "가나다")
        #expect(field.caret == 3)
        field.insert("마")
        field.perform(.deleteBackward)
        field.paste("바사")
        #expect(field.text == "가나바")
        #expect(field.caret == 3)
    }

    @Test(arguments: [
        ("  홍길동\n", "ab홍길동cd", 5), ("홍\r\n\t 길동", "ab홍 길동cd", 6), ("\u{1B}[31m붉다\u{7}", "ab[31m붉다cd", 8),
        ("\n \t", "abcd", 2), ("", "abcd", 2), ("\u{301}", "ab\u{301}cd", 2),
        (String(repeating: " ", count: 5_000) + "늦다", "abcd", 2),
    ])
    func aPasteIsOneHarmlessLineAtTheCaret(_ pasted: String, _ text: String, _ caret: Int) {
        var field = typed("abcd")
        field.perform(.left)
        field.perform(.left)
        field.paste(pasted)
        #expect(field.text == text)
        #expect(field.caret == caret)
    }

    @Test func aPasteThatIsTooLongEndsAtAGrapheme() {
        var field = TextField("", limit: 6)
        field.paste("가👨‍👩‍👧나")
        #expect(field.text == "가👨‍👩‍👧")
        #expect(field.caret == 2)
        field.paste(String(repeating: "나", count: 10_000))
        #expect(field.text == "가👨‍👩‍👧")
        var zalgo = TextField()
        zalgo.paste("국" + String(repeating: "\u{301}", count: 50_000) + "물")
        #expect(zalgo.text == "")
    }

    @Test func someOfWhatFollowsTheCaretIsSeenToo() {
        var field = typed("가나다라마바사아자차")
        field.perform(.left)
        #expect(field.visible(columns: 8).text == "사아자차")
        #expect(field.visible(columns: 8).caret == 6)
        field.perform(.left)
        field.perform(.left)
        #expect(field.visible(columns: 8).text == "마바사아")
        #expect(field.visible(columns: 8).caret == 6)
        field.perform(.left)
        #expect(field.visible(columns: 12).text == "다라마바사아")
        #expect(field.visible(columns: 12).caret == 8)
    }

    @Test func noEditEverBreaksAGraphemeOrTheCaret() {
        let seed: UInt64 = 11
        var random = SeededGenerator(seed: seed)
        var field = TextField()
        for step in 0..<20_000 {
            let before = field
            field.editAtRandom(&random)
            let isSound = field.isSound(columns: Int.random(in: 2...30, using: &random))
            #expect(isSound, "seed \(seed), step \(step): \(before) became \(field)")
            if !isSound { return }
        }
    }

    /// Whatever the inserted text joins with: the scalars are the old ones with the new ones between them, and the
    /// caret is directly behind the new ones, or behind the grapheme that they became part of.
    @Test func whatIsInsertedStandsWhereTheCaretWas() {
        let seed: UInt64 = 11
        var random = SeededGenerator(seed: seed)
        var field = TextField()
        for step in 0..<10_000 {
            let before = field
            let piece = TextField.pieces.randomElement(using: &random)!
            field.insert(piece)
            if field.text.unicodeScalars.count > before.text.unicodeScalars.count {
                let head = Array(before.text.prefix(before.caret).unicodeScalars)
                let tail = Array(before.text.dropFirst(before.caret).unicodeScalars)
                let added = field.text.unicodeScalars.count - head.count - tail.count
                let all = Array(field.text.unicodeScalars)
                let behind = field.text.prefix(field.caret).unicodeScalars.count
                let lastBefore = field.text.prefix(max(0, field.caret - 1)).unicodeScalars.count
                let isRight =
                    all.prefix(head.count).elementsEqual(head) && all.suffix(tail.count).elementsEqual(tail)
                    && behind >= head.count + added && lastBefore < head.count + added
                #expect(isRight, "seed \(seed), step \(step): \(before) became \(field)")
                if !isRight { return }
            } else {
                #expect(field == before, "seed \(seed), step \(step)")
            }
            field.editAtRandom(&random)
        }
    }
}

extension TextField {
    /// Letters, and pieces that join with the preceding or following text.
    fileprivate static let pieces: [Character] = [
        "가", "힣", "ㄱ", "\u{1100}", "\u{1161}", "\u{11A8}", "a", " ", "\u{301}", "👨", "👩", "\u{200D}", "\u{FE0F}",
        "🇰", "🇷", "1", "\u{20E3}", "👨‍👩‍👧", "\u{1F3FD}", "👍🏽", "\u{202E}", "\u{200B}", "क", "\u{94D}", "ष", "\u{FF}",
        "\u{3000}", "Z\u{351}\u{36B}\u{343}\u{36A}\u{302}", "\u{E0062}", "\u{600}", "\u{D4E}",
    ]

    private static let edits: [Edit] = [
        .left, .right, .first, .last, .deleteBackward, .deleteForward, .deleteWord, .deleteToFirst,
    ]

    fileprivate mutating func editAtRandom(_ random: inout SeededGenerator) {
        switch Int.random(in: 0..<8, using: &random) {
        case 0..<4: insert(TextField.pieces.randomElement(using: &random)!)
        case 4:
            let count = Int.random(in: 0..<6, using: &random)
            paste(String((0..<count).map { _ in TextField.pieces.randomElement(using: &random)! }))
        default: perform(TextField.edits.randomElement(using: &random)!)
        }
    }

    /// Whether the caret, length and text are valid, no grapheme is invisible, and the visible part fits its width.
    fileprivate func isSound(columns width: Int) -> Bool {
        let visible = visible(columns: width)
        return (0...text.count).contains(caret) && text.unicodeScalars.count <= TextField.maxScalars
            && text.allSatisfy { !TextField.shown($0).isEmpty }
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            && visible.text.columns <= width && (0..<width).contains(visible.caret)
    }
}
