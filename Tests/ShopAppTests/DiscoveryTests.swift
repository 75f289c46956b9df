import Canvas
import Domain
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

/// The available commands are shown where they apply.
@Suite struct DiscoveryTests {
    private func footer(_ state: ShopState) -> String {
        Fixture.frame(state).picture.split(separator: "\n").last.map(String.init) ?? ""
    }

    @Test func theFooterNamesTheWayIntoADishsPage() {
        #expect(footer(Fixture.state(80, 24)).contains("Right 자세히"))
        let empty = Fixture.state(80, 24, sections: [Fixture.section(.main, [])])
        #expect(!footer(empty).contains("자세히"))
    }

    @Test func theFooterOfAMenuNamesAllThatAGuestBeginsWithAt80Columns() {
        let state = OrdersFixture.shop(width: 80, height: 24)
        #expect(
            footer(state) == "─ Enter 가격  Right 자세히  o 주문  + 담기  / 찾기  : 명령  ? 도움말  q 나가기 ─")
        let english = Fixture.frame(state, .english).picture.split(separator: "\n").last
        #expect(english == "─ Enter price  Right details  o order  + add  / search  : more  ? help  q quit ─")
    }

    /// What is done with a match comes before moving to the next one, another search, and the end of the visit.
    @Test func afterASearchOrderAndCartAreStillOffered() {
        var state = OrdersFixture.shop(width: 80, height: 24)
        state.press(.character("/"))
        state.type("갈비")
        state.press(.enter)
        for words in [Words.korean, .english] {
            let footer = Fixture.frame(state, words).picture.split(separator: "\n").last ?? ""
            #expect(footer.contains(words.language == .korean ? "o 주문  + 담기" : "o order  + add"))
            #expect(footer.contains(words.language == .korean ? "Esc 찾기 끝" : "Esc clear"))
        }
        state.press(.character("+"), .character("+"))
        for words in [Words.korean, .english] {
            let footer = Fixture.frame(state, words).picture.split(separator: "\n").last ?? ""
            #expect(footer.contains(words.language == .korean ? "+ 담기  v 장바구니" : "+ add  v cart"))
        }
    }

    @Test func inTheCartTheQuantityStaysLongerThanTheRequest() {
        var state = OrdersFixture.shop(width: 80, height: 24, guest: Guest(name: "홍길동"))
        state.press(.character("+"), .character("v"))
        for words in [Words.korean, .english] {
            let footer = Fixture.frame(state, words).picture.split(separator: "\n").last ?? ""
            #expect(footer.contains(words.language == .korean ? "-/+ 수량" : "-/+ quantity"), "\(footer)")
            #expect(footer.contains(words.language == .korean ? "m 요청" : "Esc close"), "\(footer)")
        }
    }

    @Test func whatIsSoldOutIsNotOffered() {
        var state = KeptDishFixture.shop(KeptDishFixture.soldOut, isKeeper: false)
        #expect(!footer(state).contains("o 주문"))
        state.press(.right)
        #expect(!footer(state).contains("o 주문"))
        state.press(.escape, .down)
        #expect(footer(state).contains("o 주문  + 담기"))
    }

    @Test func onAFruitEnterOpensTheStockAndNothingIsMade() {
        var state = BarFixture.state(80, 24)
        #expect(footer(state).contains("Enter 만들기"))
        state.press(.tab)
        #expect(footer(state).contains("Enter 재고"))
        #expect(!footer(state).contains("만들기"))
    }

    @Test func anEmptyPhoneBookHasNothingToDelete() {
        #expect(footer(BookFixture.state(80, 24)).contains("d 삭제"))
        #expect(!footer(BookFixture.state(80, 24, [])).contains("삭제"))
    }

    @Test func whoeverComesForTheFirstTimeIsToldWhatToPressUntilTheFirstKey() {
        for words in [Words.korean, .english] {
            var state = Fixture.state(80, 24, sections: still)
            let before = Fixture.frame(state, words)
            _ = reduce(&state, .firstVisit)
            let frame = Fixture.frame(state, words)
            #expect(frame.contains(words.language == .korean ? "둘러보기" : "look around"))
            #expect(frame.contains(words.language == .korean ? "도움말" : "help"))
            #expect(frame.panels.last?.lines.count == 5)
            state.press(.left)
            #expect(Fixture.frame(state, words) == before)
        }
    }

    /// Nothing is in the cart of a new guest, so the lower edge does not name its key.
    @Test func theWelcomeNamesTheKeyOfTheCart() {
        var state = Fixture.state(80, 24, sections: still)
        #expect(!Fixture.frame(state).picture.contains("v 장바구니"))
        _ = reduce(&state, .firstVisit)
        #expect(Fixture.frame(state).picture.contains("v 장바구니"))
    }

    @Test func onATinyScreenNobodyIsWelcomedOverTheList() {
        var state = Fixture.state(20, 6, sections: still)
        let before = Fixture.frame(state)
        _ = reduce(&state, .firstVisit)
        #expect(Fixture.frame(state) == before)
    }

    /// The lists of all counters, empty or with rows in various states.
    private static let lists: [(String, @Sendable () -> ShopState)] = [
        ("menu", { Fixture.state(120, 40) }), ("empty menu", { Fixture.state(120, 40, sections: []) }),
        ("juice bar", { BarFixture.state(120, 40) }), ("machine", { MachineFixture.state(120, 40) }),
        ("phone book", { BookFixture.state(120, 40) }), ("empty phone book", { BookFixture.state(120, 40, []) }),
        (
            "orders",
            {
                OrdersFixture.state([
                    OrdersFixture.mine(
                        OrdersFixture.order(14, .received), OrdersFixture.order(12, .received, .preparing),
                        OrdersFixture.order(9, .received, .preparing, .ready, .handedOver))
                ])
            }
        ),
        (
            "board",
            {
                OrdersFixture.state(
                    [
                        OrdersFixture.board(.received, OrdersFixture.order(14, .received)),
                        OrdersFixture.board(.preparing, OrdersFixture.order(12, .received, .preparing)),
                        OrdersFixture.board(.ready), OrdersFixture.board(.handedOver),
                        OrdersFixture.board(.cancelled, OrdersFixture.order(8, .received, .cancelled)),
                    ], isKeeper: true)
            }
        ),
    ]

    @Test(arguments: lists.map(\.0)) func theFooterNamesNoKeyThatDoesNothingOnTheSelectedRow(_ name: String) throws {
        let list = try #require(DiscoveryTests.lists.first { $0.0 == name })
        for row in 0..<6 {
            var before = list.1()
            for _ in 0..<row { before.press(.down) }
            let look = Fixture.frame(before)
            for hint in before.usefulKeys.hints {
                var after = before
                let effects = hint.binding.keys.prefix(1).flatMap { after.press($0) }
                let isDone = !effects.isEmpty || Fixture.frame(after) != look
                #expect(isDone, "\(hint.binding.command.name) on row \(row)")
                #expect(!after.hasToldUnknownKey, "\(hint.binding.command.name) on row \(row)")
            }
        }
    }

    /// The keys of what can be ordered stand first where that is, and never among those of every list.
    @Test func theHelpOfEveryListNamesOnlyWhatWorksThere() throws {
        func titles(_ state: inout ShopState) throws -> [LocalizedText] {
            state.press(.character("?"))
            let help = try #require(state.help)
            let lists = try #require(help.blocks.first { $0.title[.english] == "Every list" })
            #expect(!lists.lines.contains { $0.command == .order })
            return help.blocks.map(\.title)
        }
        var (menu, book) = (OrdersFixture.shop(), BookFixture.state(80, 24))
        #expect(try titles(&menu).prefix(3).map { $0[.english] } == ["Banchan", "What is for sale", "Every list"])
        #expect(try titles(&book)[1][.english] == "Every list")
    }

    @Test func aQuestionNamesItsKeys() {
        var state = BookFixture.state(80, 24)
        state.press(.character("d"))
        #expect(footer(state).contains("y 예  n 아니오"))
    }

    private let still = [Fixture.section(.main, [Fixture.galbi])]

    @Test func aKeyThatDoesNothingIsToldOnce() {
        var state = Fixture.state(80, 24, sections: still)
        expect(.unknownKey, of: &state, pressing: .character("w"))
        #expect(Fixture.frame(state).contains("w: 여기서 쓰지 않는 키입니다. ? 도움말"))
        _ = reduce(&state, .timerFired(.toast, at: Fixture.noon))
        expect([], of: &state, pressing: .character("w"), .character("Z"), .control("t"))
        #expect(state.toast.current == nil)
    }

    @Test func keysThatArePressedInPassingAreNotTold() {
        var state = Fixture.state(80, 24, sections: still)
        expect([], of: &state, pressing: .escape, .left, .backspace, .character(" "), .paste("z"))
        #expect(!state.hasToldUnknownKey)
    }

    @Test func helpOpensAtTheKeysOfWhereOneIs() {
        var state = BarFixture.state(80, 24)
        state.press(.character("?"))
        #expect(state.help?.blocks.first?.title.korean == "주스")
        state.press(.escape, .character("1"), .right, .character("?"))
        #expect(state.help?.blocks.first?.title.korean == "반찬 자세히")
        state.press(.escape, .escape, .character("/"), .function(1))
        #expect(state.help?.blocks.first?.title.korean == "찾기")
    }

    @Test(arguments: ScreenFile.all) func theHelpOfALayerNamesOnlyKeysThatWorkInIt(_ screen: ScreenFile) {
        var state = screen.state(screen.mainSize, .indexed)
        guard !state.layers.isEmpty, let topic = state.helpHere.first else { return }
        // These work only in a field with suggestions, and on a page with pictures.
        var known: Set<Command> = [.nextSuggestion, .previousSuggestion, .nextPicture, .previousPicture]
        for _ in 0..<20 {
            known.formUnion(state.keyTable.map(\.command))
            state.press(.tab)
        }
        for binding in topic.keys { #expect(known.contains(binding.command), "\(binding.command.name)") }
    }

    @Test func helpTellsNoLineTwice() {
        var state = BarFixture.state(80, 24)
        state.press(.character("?"))
        let lines = state.help?.blocks.flatMap(\.lines) ?? []
        #expect(Set(lines).count == lines.count)
        #expect(!lines.isEmpty)
    }

    @Test func helpStandsInColumnsOnWideScreens() throws {
        for (width, columns) in [(80, 1), (120, 2), (200, 3)] {
            var state = Fixture.state(width, 40)
            state.press(.character("?"))
            let layout = HelpLayout(try #require(state.help), screen: state.size, .korean)
            #expect(layout.columns.count == columns)
            #expect(layout.columns.allSatisfy { $0.first != .blank })
        }
    }

    @Test func helpIsFilteredByTyping() {
        var state = BarFixture.state(80, 24)
        state.press(.character("?"))
        #expect(Fixture.frame(state).showsCursor)
        state.type("다시 화면")
        #expect(state.help?.shown.flatMap(\.lines).map(\.command) == [.repaint])
        state.press(.control("u"))
        state.type("quit")
        #expect(state.layer == .help)
        state.press(.control("u"))
        state.type("ㅎㅁ ㄷㅅ")
        #expect(state.help?.shown.flatMap(\.lines).map(\.command) == [.repaint])
        #expect(footer(state).contains("1개"))
        state.press(.control("u"), .character("힣"))
        #expect(Fixture.frame(state).contains("검색 결과가 없습니다."))
        state.press(.escape)
        #expect(state.help?.shown == state.help?.blocks)
        state.press(.escape)
        #expect(state.help == nil)
    }

    @Test func whereTheSearchInHelpEndsTheFoundLineIsOnTop() throws {
        for end in [Key.escape, .enter] {
            var state = BarFixture.state(44, 14)
            state.press(.character("?"))
            state.type("화면 다시")
            state.press(end)
            let help = try #require(state.help)
            #expect(help.shown == help.blocks)
            let layout = HelpLayout(help, screen: state.size, .korean)
            let line = help.blocks.flatMap(\.lines).first { $0.command == .repaint }
            #expect(help.top == layout.line(of: try #require(line)))
        }
    }

    @Test func theNearestLineOfHelpIsProposedAndTakenWithOneKey() {
        var state = BarFixture.state(80, 24)
        state.press(.character("?"))
        state.type("다시 그러기")
        #expect(Fixture.frame(state).contains("가장 가까운 이름: 화면 다시 그리기 (Enter 키로 찾기)"))
        #expect(footer(state).contains("Enter 가까운 이름"))
        state.press(.enter)
        #expect(state.help?.shown.flatMap(\.lines).map(\.command) == [.repaint])
    }

    @Test(arguments: [(44, 14), (20, 6), (80, 24), (120, 40)]) func helpCutsNothingAndSaysWhereItIs(
        _ width: Int, _ height: Int
    ) throws {
        for words in [Words.korean, .english] {
            var state = BarFixture.state(width, height)
            state.adopt(state.settings, words.language)
            state.press(.character("?"))
            let help = try #require(state.help)
            let layout = HelpLayout(help, screen: state.size, words.language)
            var seen: [String] = []
            for _ in 0..<layout.lineCount {
                seen.append(Fixture.frame(state, words).picture)
                #expect(state.searchNote(words) == layout.position(of: try #require(state.help)) ?? "")
                state.press(.down)
            }
            let position = try #require(layout.position(of: help))
            #expect(position == (width < 36 ? "1" : "1-\(layout.visibleLines)") + "/\(layout.lineCount)")
            #expect(seen.first?.contains(" \(position) ") == true)
            let texts = layout.columns.flatMap(\.self).compactMap { entry in
                switch entry {
                case .text(let text), .key(_, _, let text): text
                case .blank, .heading: nil
                }
            }
            for text in texts where !text.isEmpty { #expect(seen.contains { $0.contains(text) }, "\(text)") }
            let all = help.blocks.flatMap(\.lines).map { $0.command.help[words.language].filter { $0 != " " } }
            #expect(texts.joined().filter { $0 != " " } == all.joined())
        }
    }
}
