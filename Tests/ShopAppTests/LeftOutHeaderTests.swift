import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import Testing

@testable import ShopApp

@Suite struct LeftOutHeaderTests {
    private func header(leftOut: Int, width: Int = 80, _ words: Words = .korean) -> String {
        let state = Fixture.state(width, 12, sections: [Fixture.section(leftOut: leftOut)])
        return Fixture.frame(state, words).picture.split(separator: "\n").map(String.init)[1]
    }

    @Test func theHeaderCountsTheRecordsThatCouldNotBeRead() {
        #expect(header(leftOut: 1).contains("1개 빠짐  1개"))
        #expect(header(leftOut: 1, .english).contains("1 left out  1"))
        #expect(header(leftOut: 1_200, width: 44, .english).contains("1,200 left out"))
    }

    @Test func whereNothingIsLeftOutNothingIsSaid() {
        #expect(!header(leftOut: 0).contains("빠짐"))
        #expect(!header(leftOut: 0, .english).contains("left out"))
    }

    @Test func theOthersAreShown() {
        #expect(Fixture.frame(Fixture.state(80, 12, sections: [Fixture.section(leftOut: 1)])).picture.contains("떡갈비"))
    }

    @Test func whatWasReceivedIsSaidInBothLanguages() {
        let reasons: [(SectionBodyError, String, String)] = [
            (
                .foreign(item: nil, expected: .list, found: .page), "응답이 목록이 아니라 웹페이지(HTML)입니다",
                "the answer is a web page (HTML), not a list"
            ),
            (
                .foreign(item: nil, expected: .object, found: .list), "응답이 객체가 아니라 목록입니다",
                "the answer is a list, not an object"
            ),
            (
                .foreign(item: 1, expected: .object, found: .null), "2번째 항목이 객체가 아니라 null입니다",
                "item 2 is null, not an object"
            ),
            (.foreign(item: 1, expected: .object, found: .object), "2번째 항목을 읽을 수 없습니다", "item 2 cannot be read"),
        ]
        for (reason, korean, english) in reasons {
            #expect(Words.korean.failure(.body(reason)) == korean)
            #expect(Words.english.failure(.body(reason)) == english)
        }
    }
}

@Suite struct BindingTests {
    @Test func bindingsThatAreShownOtherwiseAreOthers() {
        func binding(_ hint: String) -> KeyBinding {
            KeyBinding(Command("list.open", help: ("열기", "open"), hint: (hint, hint)), .enter, hint: .useful)
        }
        #expect(binding("값") == binding("값"))
        #expect(binding("값") != binding("보기"))
        #expect(([binding("값")] as KeyTable) != [binding("보기")])
    }
}
