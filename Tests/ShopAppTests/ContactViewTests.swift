import Canvas
import Foundation
import PhoneBook
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

/// The phone book as a person sees it.
struct ContactViewTests {
    private func picture(_ state: ShopState, _ words: Words = .korean) -> String {
        Fixture.frame(state, words).picture
    }

    @Test func aRowHasItsCircleItsNameAndItsNumber() {
        #expect(
            picture(BookFixture.state(80, 24)) == """
                ─ 1 반찬 ─ 2 연락처 ─────────────────────────────────────────────────── 연결됨 ─
                  ㄱ                                                                       2명

                    김    김영희                                                 010-0000-0003



                    김    김철수                                                  02-1234-5678


                  ㅎ                                                                       1명

                    홍    홍길동                                                 010-1234-5678


                  A                                                                        1명

                    A     Ann Miller                                              031-123-4567





                ─ a 추가 ─ / 찾기 ─ Enter 열기 ─ d 삭제 ─ ? 도움말 ─ q 나가기 ──────────────────
                """)
    }

    @Test func aWideScreenShowsMoreContacts() {
        #expect(
            picture(BookFixture.state(120, 40)) == """
                ─ 1 반찬 ─ 2 연락처 ─────────────────────────────────────────────────────────────────────────────────────────── 연결됨 ─
                  ㄱ                                                                                                               2명

                    김    김영희                                                                                         010-0000-0003



                    김    김철수                                                                                          02-1234-5678


                  ㅎ                                                                                                               1명

                    홍    홍길동                                                                                         010-1234-5678


                  A                                                                                                                1명

                    A     Ann Miller                                                                                      031-123-4567





















                ─ a 추가 ─ / 찾기 ─ Enter 열기 ─ d 삭제 ─ ? 도움말 ─ q 나가기 ──────────────────────────────────────────────────────────
                """)
    }

    @Test func aSmallScreenHasALineForEach() {
        #expect(
            picture(BookFixture.state(44, 14)) == """
                ─ 1 반찬 ─ 2 연락처 ─────────────── 연결됨 ─
                  ㄱ                                   2명
                  (김) 김영희                010-0000-0003
                  (김) 김철수                 02-1234-5678
                  ㅎ                                   1명
                  (홍) 홍길동                010-1234-5678
                  A                                    1명
                  (A)  Ann Miller             031-123-4567





                ─ a 추가 ─ / 찾기 ─ ? 도움말 ─ q 나가기 ────
                """)
    }

    @Test func onTheSmallestAreNames() {
        #expect(
            picture(BookFixture.state(20, 6)) == """
                ─ 2 연락처  연결됨 ─
                 ㄱ             2명
                 김영희
                 김철수
                 ㅎ             1명
                ─ ? 도움말 ─────────
                """)
    }

    /// The field or button of the focus is in view, and the cursor on it, on every screen that is large enough at all.
    @Test func noScreenIsTooSmallForTheFormsFocus() {
        for width in stride(from: 20, through: 100, by: 5) {
            for height in [6, 7, 8, 10, 12, 14, 18, 19, 24, 40] {
                for words in [Words.korean, .english] { checkForm(width, height, words) }
            }
        }
    }

    private func checkForm(_ width: Int, _ height: Int, _ words: Words) {
        var state = BookFixture.state(width, height)
        state.press(.enter)
        _ = state.fill("", "12")
        state.book.form?.fail(.changedMeanwhile)
        let labels: [ContactFormState.Focus: String] = [
            .picture: words.contacts.randomPicture, .name: words.contacts.name, .number: words.contacts.number,
            .apply: words.contacts.apply, .cancel: words.contacts.cancel, .delete: words.contacts.delete,
        ]
        for focus in ContactFormState.Focus.allCases {
            state.book.form?.focus(on: focus)
            let frame = Fixture.frame(state, words)
            let line = frame.picture.split(separator: "\n", omittingEmptySubsequences: false)[frame.cursor.row]
            #expect(line.contains(labels[focus]?.prefix(6) ?? ""), "\(focus) at \(width)x\(height)")
            #expect((0..<width).contains(frame.cursor.column))
        }
    }

    @Test func anEmptyBookSaysWhatToDo() {
        #expect(
            picture(BookFixture.state(44, 14, [])) == """
                ─ 1 반찬 ─ 2 연락처 ─────────────── 연결됨 ─



                          아직 연락처가 없습니다.
                      a를 누르면 첫 연락처를 적습니다.







                ─ a 추가 ─ / 찾기 ─ ? 도움말 ─ q 나가기 ────
                """)
        #expect(
            picture(BookFixture.state(20, 6, []), .english) == """
                ──────── connected ─
                  No contacts yet.
                 Press a to add the
                     first one.

                ─ ? help ─ q quit ──
                """)
    }

    @Test func whatIsLookedForStandsAboveTheList() {
        var state = BookFixture.state(44, 14)
        state.find(BookFixture.contacts, state.press(.character("/"), .character("ㄱ")))
        #expect(
            picture(state) == """
                ─ 1 반찬 ─ 2 연락처 ─────────────── 연결됨 ─
                  찾기 ㄱ                              3명
                  ㄱ                                   2명
                  (김) 김영희                010-0000-0003
                  (김) 김철수                 02-1234-5678
                  ㅎ                                   1명
                  (홍) 홍길동                010-1234-5678






                ─ Esc 모두 보기 ─ F1 도움말 ────────────────
                """)
        state.find(BookFixture.contacts, state.press(.character("x")))
        #expect(
            picture(state) == """
                ─ 1 반찬 ─ 2 연락처 ─────────────── 연결됨 ─
                  찾기 ㄱx                             0명



                           찾는 사람이 없습니다.
                        Esc를 누르면 모두 보입니다.






                ─ Esc 모두 보기 ─ F1 도움말 ────────────────
                """)
        #expect(Fixture.frame(state).cursor == Point(column: 10, row: 1))
    }

    @Test func theFormIsALayerInTheMiddle() {
        var state = BookFixture.state(80, 24)
        state.press(.enter)
        #expect(
            picture(state) == """
                ─ 1 반찬 ─ 2 연락처 ─────────────────────────────────────────────────── 연결됨 ─
                  ㄱ                                                                       2명

                    김    김영희                                                 010-0000-0003
                           ┌─ 김영희 ───────────────────────────────────────────────┐
                           │                                                        │
                           │                                                        │
                    김     │                                                        │1234-5678
                           │                                                        │
                           │       김        [ 랜덤 이미지 생성 ]                   │
                  ㅎ       │                                                        │      1명
                           │                                                        │
                    홍     │                                                        │1234-5678
                           │  이름    김영희                                        │
                           │                                                        │
                  A        │  번호    010-0000-0003                                 │      1명
                           │                                                        │
                    A     A│  [ 적용 ]  [ 취소 ]  [ 삭제 ]                          │-123-4567
                           │                                                        │
                           └────────────────────────────────────────────────────────┘



                ─ Enter 다음 ─ Esc 닫기 ─ F1 도움말 ────────────────────────────────────────────
                """)
    }

    @Test func theFormOnALargeScreen() {
        var state = BookFixture.state(120, 40)
        state.press(.character("a"))
        #expect(
            picture(state) == """
                ─ 1 반찬 ─ 2 연락처 ─────────────────────────────────────────────────────────────────────────────────────────── 연결됨 ─
                  ㄱ                                                                                                               2명

                    김    김영희                                                                                         010-0000-0003



                    김    김철수                                                                                          02-1234-5678


                  ㅎ                                                                                                               1명

                    홍    홍길동               ┌─ 새 연락처 ────────────────────────────────────────────┐                010-1234-5678
                                               │                                                        │
                                               │                                                        │
                  A                            │                                                        │                          1명
                                               │                                                        │
                    A     Ann Miller           │                 [ 랜덤 이미지 생성 ]                   │                 031-123-4567
                                               │                                                        │
                                               │                                                        │
                                               │                                                        │
                                               │  이름                                                  │
                                               │                                                        │
                                               │  번호                                                  │
                                               │                                                        │
                                               │  [ 적용 ]  [ 취소 ]                                    │
                                               │                                                        │
                                               └────────────────────────────────────────────────────────┘











                ─ Enter 다음 ─ Esc 닫기 ─ F1 도움말 ────────────────────────────────────────────────────────────────────────────────────
                """)
    }

    @Test func theFormOnASmallScreen() {
        var state = BookFixture.state(44, 14)
        state.press(.enter)
        #expect(
            picture(state) == """
                ─ 1 반찬 ─ 2 연락처 ─────────────── 연결됨 ─
                  김영희
                  [ 랜덤 이미지 생성 ]

                  이름    김영희

                  번호    010-0000-0003

                  [ 적용 ]  [ 취소 ]  [ 삭제 ]




                ─ Enter 다음 ─ Esc 닫기 ─ F1 도움말 ────────
                """)
    }

    @Test func theFormOnTheSmallest() {
        var state = BookFixture.state(20, 6)
        state.press(.enter)
        #expect(
            picture(state) == """
                ─ 2 연락처  연결됨 ─
                 [랜덤 이미지 생성]
                 이름  김영희
                 번호  0-0000-0003
                 [적용][취소][삭제]
                ─ Enter 다음 ───────
                """)
    }
}
