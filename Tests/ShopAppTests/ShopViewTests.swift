import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

struct ShopViewTests {
    @Test func aWideScreenShowsDeliveryToo() {
        let picture = Fixture.frame(Fixture.state(112, 20)).picture
        #expect(picture.contains("새벽배송 전국택배  이벤트특가"))
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

    @Test func onAScreenThatIsTooSmallOnlyWhatLeadsOutWorks() {
        var state = Fixture.state(80, 24)
        let selection = state.list.cursor.selection
        _ = reduce(&state, .resized(Size(width: 19, height: 6)))
        for key in [
            Key.down, .enter, .character("+"), .character("a"), .character("/"), .character("?"), .character("2"),
        ] {
            let effects = state.press(key)
            #expect(effects == [], "\(key)")
        }
        _ = reduce(&state, .wheelTurned(isUp: false, layer: nil))
        #expect(state.list.cursor.selection == selection)
        #expect(state.orders?.cart.isEmpty == true)
        #expect(state.layer == .list)
        #expect(state.counter == .menu)
        #expect(state.toast.current == nil)
        for (key, effect) in [(Key.control("l"), Effect.repaint), (.control("z"), .stop), (.character("q"), .quit)] {
            let effects = state.press(key)
            #expect(effects == [effect])
        }
    }

    @Test func aFormIsLeftAlsoOnAScreenThatIsTooSmall() {
        var state = Fixture.state(80, 24)
        state.press(.character("o"))
        let form = state.order
        _ = reduce(&state, .resized(Size(width: 19, height: 6)))
        state.press(.paste("길동"), .character("이"), .tab, .enter)
        #expect(state.order == form)
        state.press(.escape)
        #expect(state.layer == .list)
    }

    @Test func whatWasTypedIsNotAskedAboutWhereNobodySeesTheQuestion() {
        var state = Fixture.state(80, 24)
        state.press(.character("o"), .character("길"))
        let form = state.order
        _ = reduce(&state, .resized(Size(width: 19, height: 6)))
        state.press(.escape, .escape)
        #expect(state.order == form)
        #expect(state.layer != .dialog)
        _ = reduce(&state, .resized(Size(width: 80, height: 24)))
        state.press(.escape)
        #expect(state.layer == .dialog)
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

    @Test func whatIsPolledIsCalledConnectedWithItsAgeBeyondAMinute() {
        var state = Fixture.state(80, 24)
        func edge() -> String { String(Fixture.frame(state).picture.split(separator: "\n")[0]) }
        let quiet = reduce(&state, .connectionChanged(.connected))
        #expect(!quiet.contains(.startTimer(.age, .seconds(60))), "a server that reports changes is always of now")
        let effects = reduce(&state, .connectionChanged(.connected, isPolled: true))
        #expect(effects.contains(.startTimer(.age, .seconds(60))))
        #expect(edge().contains("연결됨"))
        #expect(!edge().contains("전"))
        _ = reduce(&state, .timerFired(.age, at: Fixture.noon + 130))
        #expect(edge().contains("연결됨  2분 전"))
        state.resize(to: Size(width: 44, height: 14))
        #expect(edge().contains("2분 전"))
        // A section that failed says so, and its age, itself; one that arrives is as old as itself.
        for section in SectionID.menu {
            var fresh = Fixture.section(section, [Fixture.galbi], version: 2)
            fresh.confirmedAt = Fixture.noon + 130
            _ = reduce(&state, .sectionChanged(fresh, at: Fixture.noon + 130))
        }
        #expect(!edge().contains("전"))
        _ = reduce(&state, .timerFired(.age, at: Fixture.noon + 7_400))
        #expect(edge().contains("2시간 전"))
        _ = reduce(&state, .connectionChanged(.connected, isPolled: false))
        #expect(!edge().contains("전"))
    }

    @Test func aToastLiesAtTheBottomCentreAboveEverything() {
        var state = Fixture.state(44, 14)
        state.press(.enter)
        let frame = Fixture.frame(state)
        #expect(frame.panels.last?.region == Region("toast"))
        let lines = frame.picture.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[9] == " │ [소반가] 수제 떡갈비 한판              │")
        #expect(lines[10] == " │ 10,900원                               │")
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
        for line in state.help?.blocks.flatMap(\.lines) ?? [] {
            #expect(picture.contains(line.label.text))
            #expect(picture.contains(line.command.help[.korean]))
        }
    }
}
