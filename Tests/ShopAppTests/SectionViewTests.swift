import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import TestPeers
import Testing

@testable import ShopApp

struct SectionStateTests {
    private func picture(_ section: Section, width: Int = 80) -> String {
        Fixture.frame(Fixture.state(width, 12, sections: [section])).picture
    }

    @Test func aFailedSectionSaysWhyKeepsItsRowsAndOffersR() {
        var section = Fixture.section(.main, [Fixture.galbi])
        section.failure = .status(503)
        section.isFresh = false
        let shown = picture(section)
        #expect(shown.contains("서버가 503으로 응답했습니다  r 다시 시도"))
        #expect(shown.contains("떡갈비"))
        #expect(shown.contains("방금 전"))
        #expect(picture(section, width: 44).contains("r 다시 시도"))
    }

    @Test func anEmptySectionALoadingOneAndAFailedOneSayWhatTheyAre() {
        #expect(picture(Fixture.section(.main, [])).contains("아직 나온 반찬이 없습니다."))
        #expect(picture(Section(id: .main, isFetching: true)).contains("불러오는 중"))
        #expect(picture(Section(id: .main, failure: .unreachable)).contains("서버에 연결할 수 없습니다"))
        #expect(
            picture(Section(id: .main, failure: .body(.missing(item: 2, key: "title")))).contains("3번째 반찬에 title"))
    }

    @Test func everyFailureHasWordsInBothLanguages() {
        let failures: [FetchFailure] = [
            .unreachable, .interrupted, .timedOut, .tooLarge(limit: 5), .redirected, .status(404), .body(.empty),
            .body(.notJSON), .body(.refused(500)), .body(.missing(item: nil, key: "body")),
            .body(.unreadable(item: 0, key: "s_price")), .notHTTP, .undecodable(coding: "br"),
            .body(.charset("EUC-JP")), .body(.charset(nil)), .body(.notUTF8(line: 3)), .untrusted(.expired),
            .untrusted(.notYetValid), .untrusted(.otherName), .untrusted(.unknownIssuer), .untrusted(.noHandshake),
            .untrusted(.noTrustedFile),
        ]
        for words in [Words.korean, .english] {
            let sentences = failures.map { words.failure($0) }
            #expect(Set(sentences).count == failures.count)
            #expect(sentences.allSatisfy { PlainText($0).string == $0 && !$0.isEmpty })
        }
    }

    @Test func theHeaderSticksToTheTopWhileItsRowsAreInView() {
        let sections = [
            Fixture.section(.main, Fixture.manyDishes(30, prefix: "가")),
            Fixture.section(.soup, Fixture.manyDishes(30, prefix: "나")),
        ]
        var state = Fixture.state(40, 8, sections: sections)
        state.press(.pageDown, .pageDown)
        let lines = Fixture.frame(state).picture.split(separator: "\n")
        #expect(lines[1].contains("메인반찬"))
        #expect(lines[2].contains("가 6"))
        for _ in 0..<40 { state.press(.down) }
        #expect(Fixture.frame(state).picture.split(separator: "\n")[1].contains("국.찌게"))
    }

    @Test(arguments: HostileTitles.all)
    func aHostileTitleLeavesTheRowOneRowAndTheColumnsAligned(_ title: String) {
        let dish = Dish(detailHash: "X", title: PlainText(title), description: PlainText(title), price: Won(5_000))
        let sections = [Fixture.section(.main, [Fixture.galbi, dish, Fixture.bulgogi])]
        for width in [20, 44, 80] {
            let state = Fixture.state(width, 24, sections: sections)
            let lines = Fixture.frame(state).picture.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count == 24)
            #expect(lines.allSatisfy { String($0).columns <= width })
            let prices = lines.filter { $0.hasSuffix("원") }
            #expect(prices.count == 3)
            #expect(prices.allSatisfy { String($0).columns == width - state.list.layout.margin })
        }
    }
}

enum HostileTitles {
    static let all = [
        String(repeating: "끝없는제목", count: 5_000), "줄\n바꿈\r\n제목", "\u{1B}[2J지움", "\u{202E}거꾸로\u{202C}",
        "국" + String(repeating: "\u{301}", count: 500), "👨‍👩‍👧‍👦 가족", "\u{1103}\u{1165}\u{11A8}", "\u{FFFD}반쪽", "",
        "🇰🇷 깃발", "1️⃣ 번", "क्षि", "\u{200B}\u{200B}", "a\u{300}\u{301}\u{302}\u{303}",
    ]
}

struct MemoTests {
    @Test func aSectionThatIsFoundEmptyAtOnceNoLongerSaysThatItLoads() {
        var state = Fixture.state(60, 20, sections: [Section(id: .main)])
        var view = ShopView(words: .korean)
        #expect(view.frame(of: state).contains("불러오는 중"))
        let empty = Section(id: .main, confirmedAt: Fixture.noon, isFresh: true)
        _ = reduce(&state, .sectionChanged(empty, at: Fixture.noon))
        let frame = view.frame(of: state)
        #expect(!frame.contains("불러오는 중"))
        #expect(frame == Fixture.frame(state))
    }

    @Test func whatTheViewKeepsNeverChangesWhatItShows() {
        var random = SeededGenerator(seed: 20_251)
        var state = Fixture.state(
            60, 20,
            sections: zip(SectionID.menu, [30, 1, 12]).map { id, count in
                Fixture.section(id, Fixture.manyDishes(count, prefix: id.name))
            })
        var view = ShopView(words: .korean)
        let keys: [Key] = [
            .down, .up, .pageDown, .pageUp, .home, .end, .tab, .backTab, .enter, .character("?"), .escape,
            .control("d"), .right, .left, .character("o"), .character("가"), .character("+"), .backspace, .paste("12"),
        ]
        for step in 0..<1_000 {
            switch Int.random(in: 0..<10, using: &random) {
            case 2: state.arrive()
            case 0:
                let size = Size(
                    width: .random(in: 15...120, using: &random), height: .random(in: 4...50, using: &random))
                _ = reduce(&state, .resized(size))
            case 1:
                let id = SectionID.menu[Int.random(in: 0..<3, using: &random)]
                var section = Fixture.section(
                    id, Fixture.manyDishes(.random(in: 0...40, using: &random), prefix: id.name), version: step + 2)
                section.isFetching = .random(using: &random)
                if section.rows.isEmpty {
                    section.contentVersion = 0
                    section.confirmedAt = .random(using: &random) ? Fixture.noon : nil
                }
                section.failure = .random(using: &random) ? .timedOut : nil
                _ = reduce(&state, .sectionChanged(section, at: Fixture.noon))
            default: state.press(keys.randomElement(using: &random)!)
            }
            #expect(view.frame(of: state) == Fixture.frame(state), "step \(step)")
        }
    }
}
