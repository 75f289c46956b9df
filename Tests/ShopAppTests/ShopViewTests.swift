import Canvas
import Foundation
import ShopClient
import ShopModels
import Terminal
import TerminalText
import Testing

@testable import ShopApp

struct ShopViewTests {
    @Test func anOrdinaryScreenShowsAllThatARowHas() {
        #expect(
            Fixture.frame(Fixture.state(80, 24)).picture == """
                ─ 반찬 ──────────────────────────────────────────────────────────────── 연결됨 ─
                  메인반찬  한그릇 뚝딱 메인 요리                                          2개

                  [소반가] 수제 떡갈비 한판                                   12,900  10,900원
                  달콤짭짤한 양념이 속까지 밴 떡갈비                               이벤트특가

                  바싹 불고기                                                          9,800원
                  불향 가득                                                     베스트   품절

                  국.찌게  김이 모락모락 국.찌게                                           1개

                  [한끼상] 돼지고기 김치찌개                                           8,000원
                  잘 익은 김치로 끓인 찌개

                  밑반찬  언제 먹어도 든든한 밑반찬                                          |

                  불러오는 중






                ─ Enter 가격 ─ o 주문 ─ r 다시 받기 ─ R 모두 ─ ? 도움말 ─ q 나가기 ─────────────
                """)
    }

    @Test func aWideScreenShowsDeliveryToo() {
        let picture = Fixture.frame(Fixture.state(120, 20)).picture
        #expect(picture.contains("새벽배송 전국택배  이벤트특가"))
    }

    @Test func aLowScreenLeavesTheBlankLinesOut() {
        #expect(
            Fixture.frame(Fixture.state(44, 14), .english).picture == """
                ─ Banchan ────────────────────── connected ─
                  메인반찬  한그릇 뚝딱 메인 요리        2
                  [소반가] 수제 떡갈비 한판       10,900원
                  달콤짭짤한 양념이 속까지 ..  이벤트특가
                  바싹 불고기                      9,800원
                  불향 가득                 베스트   품절
                  국.찌게  김이 모락모락 국.찌게         1
                  [한끼상] 돼지고기 김치찌개       8,000원
                  잘 익은 김치로 끓인 찌개
                  밑반찬  언제 먹어도 든든한 밑반찬      |
                  loading


                ─ Enter price ─ o order ─ ? help ─ q quit ──
                """)
    }

    @Test func theSmallestScreenShowsTitlesAndPrices() {
        #expect(
            Fixture.frame(Fixture.state(20, 6)).picture == """
                ─ 반찬 ──── 연결됨 ─
                 메인반찬       2개
                 [소반가.. 10,900원
                 바싹 불..  9,800원
                 국.찌게        1개
                ─ ? 도움말 ─────────
                """)
    }

    @Test(arguments: [(19, 6), (20, 5), (1, 1), (8, 3)])
    func belowTheSmallestThereIsAPageThatSaysSo(_ width: Int, _ height: Int) {
        let frame = Fixture.frame(Fixture.state(width, height))
        #expect(frame.panels.map(\.region) == [Region("too-small")])
        #expect(frame.panels[0].lines.count <= height)
    }

    @Test func thePageForSmallScreensSaysHowLargeTheyMustBe() {
        #expect(
            Fixture.frame(Fixture.state(19, 6), .english).picture
                == "\n  Please make the\n  window at least\n       20x6.\n\n")
    }

    @Test func theSelectedRowIsReverseInItsTitleLineOnly() throws {
        var state = Fixture.state(80, 24)
        state.press(.down)
        let main = try #require(Fixture.frame(state).panels.first { $0.region == Region("woowa/main") })
        let reversed = main.lines.indices.filter { main.lines[$0].fill.weight.contains(.reverse) }
        #expect(reversed == [5])
    }

    @Test func theFrameTellsTheConnectionByColourAndByWord() throws {
        for (connection, ink, word) in [(Connection.connected, Ink.good, "연결됨"), (.disconnected, .bad, "연결 끊김")] {
            let frame = Fixture.frame(Fixture.state(80, 24, connection: connection))
            let edges = frame.panels.filter { $0.region.name.hasPrefix("frame") }
            #expect(edges.count == 2)
            for edge in edges { #expect(edge.lines.allSatisfy { $0.spans.first?.style.ink == ink }) }
            #expect(frame.picture.contains(word))
        }
    }

    @Test func aToastLiesAtTheBottomCentreAboveEverything() {
        var state = Fixture.state(44, 14)
        state.press(.enter)
        let frame = Fixture.frame(state)
        #expect(frame.panels.last?.region == Region("toast"))
        let lines = frame.picture.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[10].contains("   [소반가] 수제 떡갈비 한판"))
        #expect(lines[11].contains("              10,900원"))
    }

    @Test func aLongToastIsWrappedAndStaysInside() {
        let title = PlainText(String(repeating: "아주 맛있는 ", count: 30))
        for (width, height) in [(20, 6), (44, 14), (80, 24)] {
            var state = Fixture.state(
                width, height,
                sections: [Fixture.section(.main, [Dish(detailHash: "L", title: title, price: Won(1))])])
            state.press(.enter)
            let frame = Fixture.frame(state)
            #expect(frame.panels.last?.region == Region("toast"))
            let lines = frame.picture.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count == height)
            #expect(lines.allSatisfy { String($0).columns <= width })
        }
    }

    @Test func helpIsMadeFromTheKeyTable() {
        var state = Fixture.state(80, 200)
        state.press(.character("?"))
        let picture = Fixture.frame(state).picture
        for case .key(let label, let command) in HelpPage.entries {
            #expect(picture.contains(label))
            #expect(picture.contains(Words.korean.help(command)))
        }
    }
}
