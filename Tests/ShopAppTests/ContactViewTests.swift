import Canvas
import Contacts
import Foundation
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

/// The phone book as it is displayed.
struct ContactViewTests {
    /// On every usable screen size, the name and number are visible, and the cursor is on the name.
    @Test func noScreenIsTooSmallForTheCard() {
        for width in stride(from: 20, through: 100, by: 8) {
            for height in [6, 7, 8, 10, 12, 14, 18, 19, 24, 40] {
                for words in [Words.korean, .english] {
                    var state = BookFixture.state(width, height)
                    state.press(.enter)
                    let frame = Fixture.frame(state, words)
                    let lines = frame.picture.split(separator: "\n", omittingEmptySubsequences: false)
                    #expect(lines[frame.cursor.row].contains("김영희"), "\(width)x\(height)")
                    #expect(frame.contains("010-0000-0003"), "\(width)x\(height)")
                }
            }
        }
    }

    @Test(arguments: [(Words.korean, "02-123-4567 내선 22"), (.english, "02-123-4567 ext. 22")])
    func anExtensionIsShownInTheListAndOnTheCardAndInTheForm(_ words: Words, _ shown: String) {
        for width in [80, 120] {
            var state = BookFixture.state(width, 24, [BookFixture.contact(1, "홍길동", "02-123-4567;22")])
            #expect(Fixture.frame(state, words).contains(shown), "list of \(width) columns")
            state.press(.enter)
            #expect(Fixture.frame(state, words).contains(shown), "card of \(width) columns")
            state.press(.character("e"))
            #expect(Fixture.frame(state, words).contains("02-123-4567;22"), "form of \(width) columns")
        }
    }

    @Test func aScreenOfTheListHasAContactALine() {
        let many = (0..<60).map { BookFixture.contact(Int64($0), PlainText("김\($0)"), "0100000\(1_000 + $0)") }
        for (width, height, count) in [(120, 40, 37), (80, 24, 21), (44, 14, 11), (20, 6, 3)] {
            let state = BookFixture.state(width, height, many)
            #expect(state.list.rowsInView(of: 0).count == count)
        }
    }

    /// On every usable screen size, the focused field or button is visible, and the cursor is on it.
    @Test func noScreenIsTooSmallForTheFormsFocus() {
        for width in stride(from: 20, through: 100, by: 8) {
            for height in [6, 7, 8, 10, 12, 14, 18, 19, 24, 40] {
                for words in [Words.korean, .english] { checkForm(width, height, words) }
            }
        }
    }

    private func checkForm(_ width: Int, _ height: Int, _ words: Words) {
        var state = BookFixture.state(width, height)
        state.press(.character("e"))
        _ = state.fill("", "12")
        state.contactForm?.fail(.changedMeanwhile)
        let labels: [ContactForm.Stop: String] = [
            .picture: words.contacts.randomPicture, .name: words.contacts.name, .number: words.contacts.number,
            .apply: words.contacts.apply, .cancel: words.contacts.cancel, .delete: words.contacts.delete,
        ]
        for focus in state.contactForm!.form.stops {
            state.contactForm?.form.focus(on: focus)
            let frame = Fixture.frame(state, words)
            let line = frame.picture.split(separator: "\n", omittingEmptySubsequences: false)[frame.cursor.row]
            #expect(line.contains(labels[focus]?.prefix(6) ?? ""), "\(focus) at \(width)x\(height)")
            #expect((0..<width).contains(frame.cursor.column))
        }
    }
}
