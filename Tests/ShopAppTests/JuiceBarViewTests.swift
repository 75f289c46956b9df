import Canvas
import Domain
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

struct JuiceBarViewTests {
    private func dialog(_ width: Int, _ height: Int) -> ShopState {
        var state = BarFixture.state(width, height)
        let question = StockQuestion(
            juice: LocalizedText(everywhere: "딸바쥬스"), missing: ["strawberry": 2, "banana": 1],
            appearance: JuiceAppearance(names: BarFixture.fruits.names))
        state.layers[Dialog<StockQuestion>.self] = Dialog(question)
        return state
    }

    private func editor(_ width: Int, _ height: Int) -> ShopState {
        var state = BarFixture.state(width, height)
        state.press(.character("e"), .down, .character("5"), .character("0"))
        return state
    }

    @Test func aFailureSaysWhatTheRowsOfItsSectionAre() {
        var state = BarFixture.state(100, 24)
        for id in [SectionID.juices, .fruits] {
            let section = Section(id: id, failure: .body(.missing(item: 2, key: "price")))
            _ = reduce(&state, .sectionChanged(section, at: Fixture.noon))
        }
        let korean = Fixture.frame(state)
        #expect(korean.contains("3번째 주스에 price가 빠졌습니다"))
        #expect(korean.contains("3번째 과일에 price가 빠졌습니다"))
        let english = Fixture.frame(state, .english)
        #expect(english.contains("juice 3: price is missing"))
        #expect(english.contains("fruit 3: price is missing"))
    }

    @Test func theShownCounterIsInReverseAndTheOthersAreDim() throws {
        for (counter, shown) in [(Key.character("1"), "1 반찬"), (.character("2"), "2 주스")] {
            let frame = Fixture.frame(BarFixture.state(80, 24, at: counter))
            let top = try #require(frame.panels.first { $0.region == Region("frame-top") })
            for span in top.lines[0].spans where span.text.contains("반찬") || span.text.contains("주스") {
                #expect(span.style.weight.contains(.reverse) == span.text.contains(shown))
            }
        }
    }

    @Test func aJuiceThatCannotBeMadeIsDimAndSaysSo() throws {
        var state = BarFixture.state(80, 24)
        state.press(.down)
        let section = try #require(Fixture.frame(state).panels.first { $0.region == Region("juice/menu") })
        let spans = section.lines[2].spans
        #expect(spans.contains { $0.text == " 재료 부족 " })
        #expect(spans.contains { $0.text == "딸기쥬스" && $0.style == .dim })
    }

    @Test(arguments: 30...60) func ofTheIngredientsStandsEnoughOrNothing(_ width: Int) {
        let juice = BarFixture.juice(
            "strawberry", "딸기쥬스", english: "Strawberry juice", 5_500, ["banana": 16], isAvailable: false)
        let layout = ListLayout(screen: Size(width: width, height: 14), shape: ListShape(rows: .compact))
        let context = RowContext(layout: layout, words: .english, picture: .waiting, mark: nil)
        let appearance = JuiceAppearance(names: BarFixture.fruits.names)
        let row = JuiceRow(context: context, appearance: appearance).lines(of: juice)[0]
        #expect(!row.text.contains("no fruit"))
        let needs = row.spans.map(\.text).first { $0.hasPrefix("B") }
        #expect(needs.map { $0.columns >= 8 } ?? true, "\(row.text)")
    }

    @Test(arguments: [(0, 0), (1, 1), (2, 1), (3, 2), (50, 25), (99, 50), (100, 50), (-5, 0), (9_999, 50)])
    func aBarShowsEveryPieceAndIsNeverLongerThanItsRoom(_ count: Int, _ filled: Int) {
        #expect(Bar(count: count, columns: 25).filled == filled)
    }

    @Test(arguments: [(0, "⣀⣀⣀⣀⣀"), (1, "⣇⣀⣀⣀⣀"), (4, "⣿⣿⣀⣀⣀"), (5, "⣿⣿⣇⣀⣀"), (10, "⣿⣿⣿⣿⣿")])
    func aBarIsDrawnWithTheDotsOfAPieByHalfColumns(_ count: Int, _ text: String) {
        var line = LineBuilder(width: 5, margin: 0)
        Bar(count: count, maximum: 10, columns: 5).add(to: &line)
        #expect(line.line.spans.map(\.text).joined() == text)
        #expect(Bar.left(outOf: line.line).spans.isEmpty)
    }

    @Test func whoeverHearsAPieHearsItsNumbersOnly() {
        let shares = [("딸기", 10), ("바나나", 1)].map {
            ShareChart.Share(name: $0.0, pattern: .stripes, ink: .accent, count: $0.1)
        }
        let labels = ShareChart.Labels(count: { "\($0)개" }, total: "합계", nothing: "")
        let lines = ShareChart(labels: labels, size: Size(width: 60, height: 12), margin: 2).lines(of: shares)
        let text = lines.map(PlainView.text).joined(separator: "\n")
        #expect(lines.map(\.text).joined().contains("⠭"))
        #expect(!text.unicodeScalars.contains { Dots.all.contains($0) }, "\(text)")
        #expect(text.contains("91%"))
        // A pie of one share is a disc that says nothing.
        let whole = ShareChart(labels: labels, size: Size(width: 60, height: 12), margin: 2).lines(of: [shares[0]])
        #expect(whole.count == 1 && whole[0].text.contains("100%"))
    }

    // MARK: - Wide screens

    private func pane(_ state: ShopState, _ words: Words = .korean) -> String {
        Fixture.frame(state, words).panels.filter { $0.region == Region("pane") }
            .flatMap(\.lines).map(\.text).joined(separator: "\n")
    }

    @Test func besideTheListStandsTheMixOfAJuiceAsAPieWithItsStock() {
        var state = BarFixture.state(120, 40)
        state.press(.down, .down)
        let korean = pane(state)
        for text in ["딸바쥬스", "⣿⣿ 딸기 10개 91%", "바나나 1개 9%", "합계 11개", "10개 필요, 10개 있음", "한 잔을 만들 수 있습니다."] {
            #expect(korean.contains(text), "\(text)\n\(korean)")
        }
        #expect(korean.contains("Enter 만들기"))
        #expect(!korean.contains(" 0원"), "shares of a mix have no price of their own")
        #expect(pane(state, .english).contains("There is enough for one cup."))
    }

    @Test func ofAJuiceThatCannotBeMadeThePaneNamesNoKey() {
        let state = BarFixture.state(120, 40)
        #expect(pane(state).contains("16개 필요, 10개 있음"))
        #expect(pane(state).contains("재고가 모자라 한 잔도 만들 수 없습니다."))
        #expect(!pane(state).contains("Enter"))
    }

    @Test func besideAFruitStandTheJuicesThatTakeIt() {
        var state = BarFixture.state(120, 40)
        state.press(.tab)
        for text in ["딸기", "10개", "들어가는 주스", "딸기쥬스", "16개 필요", "딸바쥬스", "Enter 재고 수정"] {
            #expect(pane(state).contains(text), "\(text)\n\(pane(state))")
        }
        #expect(!pane(state).contains("바나나쥬스"))
    }

    @Test(arguments: [(80, 18, 1), (80, 24, 2), (120, 30, 3), (44, 14, 1), (200, 60, 3)])
    func rowsOfAShortListHaveMoreLinesWhereAllOfThemFit(_ width: Int, _ height: Int, _ rowHeight: Int) {
        var state = BarFixture.state(width, height)
        #expect(state.list.layout.rowHeight == rowHeight)
        for words in [Words.korean, .english] {
            let picture = Fixture.frame(state, words).picture
            #expect(picture.contains("딸바쥬스") && picture.contains("딸기 10") && picture.contains("키위"))
        }
        state.press(.character("/"), .character("ㅋ"))
        #expect(state.list.layout.rowHeight == rowHeight, "a search does not move what it finds apart")
    }

    @Test func movingBetweenFruitsDrawsTheEditorOnly() {
        var compositor = Compositor()
        var view = ShopView(words: .korean)
        var state = editor(80, 24)
        _ = compositor.plan(for: view.frame(of: state))
        state.press(.right)
        let plan = compositor.plan(for: view.frame(of: state))
        #expect(plan.changed == [Region("stock")])
        #expect(plan.rows.count == 1)
    }

    @Test func theCursorIsAtTheNumberThatIsChanged() {
        var state = editor(80, 24)
        let before = Fixture.frame(state)
        #expect(before.showsCursor)
        state.press(.down)
        #expect(Fixture.frame(state).cursor.row == before.cursor.row + 1)
        state.press(.escape)
        #expect(!Fixture.frame(state).showsCursor)
    }

    @Test func noScreenIsTooSmallForWhatMatters() {
        for width in stride(from: 20, through: 90, by: 7) {
            for height in 6...24 {
                for words in [Words.korean, .english] {
                    for state in [BarFixture.state(width, height), dialog(width, height), editor(width, height)] {
                        let frame = Fixture.frame(state, words)
                        let lines = frame.picture.split(separator: "\n", omittingEmptySubsequences: false)
                        #expect(lines.count == height)
                        #expect(lines.allSatisfy { String($0).columns <= width })
                        #expect(frame.cursor.column < width)
                        #expect((1..<(height - 1)).contains(frame.cursor.row))
                        if state.layer == .dialog { #expect(frame.contains(words.juice.no)) }
                        let banana = words.language == .korean ? "바나나" : "Banana"
                        if state.editor != nil {
                            #expect(frame.contains(banana))
                            #expect(frame.contains("50"))
                        }
                    }
                }
            }
        }
    }

    @Test func longNamesAndManyFruitsStayInside() {
        let fruits = (0..<60).map {
            FruitStock(id: FruitID("f\($0)"), name: PlainText(String(repeating: "과일", count: 20)), count: $0)
        }
        for (width, height) in [(20, 6), (44, 14), (80, 24)] {
            var state = Fixture.state(width, height, sections: [BarFixture.section(fruits)])
            state.press(.character("e"), .up)
            let frame = Fixture.frame(state)
            #expect(state.editor?.focus == "f59")
            #expect(frame.contains("59"))
            let lines = frame.picture.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count == height)
            #expect(lines.allSatisfy { String($0).columns <= width })
        }
    }
}
