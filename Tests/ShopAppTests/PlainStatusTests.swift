import Canvas
import Domain
import Settings
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

/// The status line of plain mode, which screen readers speak: every change is announced, in order.
struct PlainStatusTests {
    private let place = LocalizedText("자리", "place")
    private func text(_ number: Int) -> LocalizedText { LocalizedText("\(number)번", "number \(number)") }
    private func news(_ number: Int) -> SpokenLine.News { SpokenLine.News(text(number)) }

    private func shop() -> ShopState {
        var settings = Settings()
        settings.plain = true
        return ShopState(
            size: Size(width: 80, height: 24), sections: Fixture.sections, counters: [MenuCounter()],
            connection: .connected, settings: settings, now: Fixture.noon)
    }

    private static let sections = [BarFixture.section(BarFixture.juices), BarFixture.section(BarFixture.fruits)]

    private func bar(_ sections: [Section]) -> ShopState {
        var settings = Settings()
        settings.plain = true
        return ShopState(
            size: Size(width: 80, height: 24), sections: Fixture.sections + sections,
            counters: [MenuCounter(), JuiceCounter()], connection: .connected, settings: settings, now: Fixture.noon)
    }

    /// Returns the successive texts of the line until none is waiting.
    private func heard(_ state: inout ShopState) -> [String] {
        var texts: [String] = []
        while texts.count < 20 {
            texts.append(state.plainStatus.text[.korean])
            let next = reduce(&state, .timerFired(.spoken, at: Fixture.noon)).first { $0.isSpoken }
            if next == nil { break }
        }
        return texts
    }

    @Test func signsForTheEyeAreLeftOut() {
        var line = LineBuilder(width: 40)
        line.left(">", .bold, gap: 1)
        line.left("오징어 -/+ 볶음", .bold)
        line.right("13,500원", .plain, gap: 2)
        line.right("+", .dim, gap: 1, target: FormTarget.step(1, 1))
        line.right("2", .plain, gap: 1, target: FormTarget.field(1))
        line.right("-", .dim, gap: 2, target: FormTarget.step(1, -1))
        let words = PlainView.text(of: line.line).split(separator: " ")
        #expect(words == ["오징어", "-/+", "볶음", "2", "13,500원"])
        #expect(line.line.text.contains("- 2 +"))
    }

    @Test func whatMakesADifferenceIsSaidBeforeTheScreenEnds() {
        let long = Dish(
            detailHash: "H9", title: "[소반가] 간장 양념 돼지갈비 600g", description: "배즙에 하룻밤 재운 갈비", originalPrice: Won(18_900),
            price: Won(15_900), badges: ["이벤트특가"], isSoldOut: true)
        var state = shop()
        _ = reduce(&state, .sectionChanged(Fixture.section(.main, [long], version: 2), at: Fixture.noon))
        let status = heard(&state).last ?? ""
        #expect(status.contains("간장 양념 돼지갈비 600g, 품절"), "\(status)")
        #expect(status.truncated(columns: 80).contains("품절"))
        #expect(status.contains("품절, 15,900원, 할인 전 18,900원, "), "\(status)")
    }

    @Test func whatAReducedDishCostsNowIsSaidFirst() {
        var state = shop()
        state.press(.down, .up)
        let said = heard(&state).last ?? ""
        #expect(said.hasPrefix("1/2 [소반가] 수제 떡갈비 한판, 10,900원, 할인 전 "), "\(said)")
    }

    @Test(arguments: OrderState.allCases) func theStateOfAnOrderIsSaidBeforeWhatIsInIt(_ orderState: OrderState) {
        let words = Words.korean
        let line = OrderLine(
            item: OrderedItem(.menu, "H1"), title: "간장 양념 돼지갈비와 오징어볶음 한 상 차림 2인분", quantity: 2, unitPrice: Won(15_900))
        let order = OrdersFixture.order(12, orderState, lines: [line, line])
        let style = OrderRowStyle(zone: OrdersFixture.zone, moving: [])
        let texts = style.spokenTexts(ofRow: 0, in: SectionRows([order]), words)
        #expect(texts.first == "#12")
        let said = texts.joined(separator: ", ").truncated(columns: 60)
        #expect(said.contains(words.orders.state(orderState)), "\(texts)")
        #expect(texts.count { $0 == words.orders.state(orderState) } == 1)
    }

    @Test func anArrivalDoesNotTakeThePlaceOfAKeysAnswer() {
        var state = shop()
        let effects = state.press(.down)
        #expect(effects.contains { $0.isSpoken })
        let answer = state.plainStatus.text[.korean]
        #expect(answer.hasPrefix("2/"))
        _ = reduce(&state, .sectionChanged(Fixture.section(.soup, [Fixture.galbi], version: 2), at: Fixture.noon))
        #expect(state.plainStatus.text[.korean] == answer)
        let texts = heard(&state)
        #expect(texts.count == 3)
        #expect(texts.first == answer)
        #expect(texts.dropFirst().first?.contains("국.찌게 1개") == true)
        #expect(texts.last == answer)
    }

    @Test func theAnswerToAKeyIsSaidAtOnceAndTheNewsThatItInterruptsAgain() {
        var state = shop()
        _ = reduce(&state, .sectionChanged(Fixture.section(.soup, [Fixture.galbi], version: 2), at: Fixture.noon))
        let update = state.plainStatus.text[.korean]
        #expect(update.contains("국.찌게 1개"))
        state.press(.down)
        let answer = state.plainStatus.text[.korean]
        #expect(answer.hasPrefix("2/"))
        #expect(heard(&state) == [answer, update, answer])
    }

    @Test func whereOneIsStaysTrueWhenItChangesAndNothingElseIsSaidOfIt() {
        var state = shop()
        state.press(.down, .up)
        let before = state.plainStatus.text[.korean]
        var dishes = Fixture.manyDishes(3, prefix: "new")
        dishes.insert(Fixture.galbi, at: 1)
        _ = reduce(&state, .sectionChanged(Fixture.section(.main, dishes, version: 9), at: Fixture.noon))
        let texts = heard(&state)
        #expect(texts.count == 1)
        #expect(texts.first != before)
        #expect(texts.first?.contains("/4 ") == true)
    }

    @Test func loadingIsSaidAsLoadingUntilTheRowsAreThere() {
        var state = bar([Section(id: .juices), PlainStatusTests.sections[1]])
        state.press(.character("2"))
        #expect(state.plainStatus.text == LocalizedText("주스 불러오는 중", "Juices loading"))
        _ = reduce(&state, .sectionChanged(PlainStatusTests.sections[0], at: Fixture.noon))
        #expect(heard(&state) == ["주스 3개, 1/3 딸기쥬스, 재료 부족, 딸기 16, 5,500원"])
    }

    /// What was fetched for a list that is not shown any more is no news to whoever has left it.
    @Test func newsOfACounterAreForgottenWithIt() {
        var state = bar(PlainStatusTests.sections)
        for version in 2...4 {
            _ = reduce(
                &state,
                .sectionChanged(Fixture.section(.soup, [Fixture.galbi], version: version), at: Fixture.noon))
        }
        state.press(.character("2"))
        #expect(heard(&state) == ["주스 3개, 1/3 딸기쥬스, 재료 부족, 딸기 16, 5,500원"])
    }

    /// A whole visit, as a screen reader says it.
    @Test func aVisitIsHeardFromLineToLine() {
        var state = bar(PlainStatusTests.sections)
        var lines: [String] = []
        func hear(_ keys: Key...) {
            keys.forEach { state.press($0) }
            lines += heard(&state)
        }
        hear(.down)
        hear(.enter)
        hear(.character("2"))
        hear(.down)
        hear(.enter)
        hear(.escape)
        hear(.tab)
        #expect(
            lines.joined(separator: "\n") == """
                2/2 바싹 불고기, 품절, 9,800원, 불향 가득, 전국택배, 베스트
                바싹 불고기 9,800원
                2/2 바싹 불고기, 품절, 9,800원, 불향 가득, 전국택배, 베스트
                주스 3개, 1/3 딸기쥬스, 재료 부족, 딸기 16, 5,500원
                2/3 바나나쥬스, 4,000원, 바나나 2
                바나나쥬스: 이름
                주스 3개, 2/3 바나나쥬스, 4,000원, 바나나 2
                과일 4개, 1/4 딸기, 10
                """)
    }

    @Test func barsAreLeftOut() {
        var state = bar(PlainStatusTests.sections)
        state.press(.character("2"))
        var view = ShopView(words: .korean)
        let picture = view.frame(of: state).picture
        #expect(picture.contains("바나나") && !picture.contains("⣿") && !picture.contains("⣀"))
    }

    @Test func bothOfTwoChangesAtOnceAreSaid() {
        var state = shop()
        _ = reduce(&state, .connectionChanged(.disconnected, nextTry: nil))
        let texts = heard(&state)
        #expect(texts.count == 3)
        #expect(texts.first == Words.korean.connectionLost)
        #expect(texts.dropFirst().first?.contains("연결 끊김") == true)
    }

    @Test func newsAreSaidInTheirOrderEachForAWhile() throws {
        var line = SpokenLine(place)
        #expect(line.say([news(1)], at: place, answersKey: false).count == 1)
        #expect(line.say([news(2)], at: place, answersKey: false).isEmpty)
        #expect(line.say([news(3), news(4)], at: place, answersKey: false).isEmpty)
        var said = [line.text]
        while !line.goOn().isEmpty { said.append(line.text) }
        #expect(said == (1...4).map(text) + [place])
        #expect(line.goOn().isEmpty)
        #expect(line.say([news(5)], at: place, answersKey: false).count == 1)
        #expect(line.text == text(5))
    }

    @Test func aKeyInterruptsTheAnswerToTheOneBeforeAndNothingElseIsLost() {
        var line = SpokenLine(place)
        _ = line.say([news(1)], at: place, answersKey: true)
        _ = line.say([news(2)], at: place, answersKey: false)
        _ = line.say([news(3)], at: place, answersKey: true)
        #expect(line.text == text(3))
        _ = line.goOn()
        #expect(line.text == text(2))
        _ = line.say([news(4)], at: place, answersKey: true)
        #expect(line.text == text(4))
        _ = line.goOn()
        #expect(line.text == text(2))
    }

    @Test func soManyWaitAndTheOldestOfMoreAreForgotten() {
        var line = SpokenLine(place)
        for number in 0...20 { _ = line.say([news(number)], at: place, answersKey: false) }
        var said = 0
        while !line.goOn().isEmpty { said += 1 }
        // And where one is.
        #expect(said == SpokenLine.maxWaiting + 1)
        #expect(line.text == place)
    }

    @Test func aLongTextStandsLongerUpToALimit() {
        func duration(_ characters: Int) -> Duration? {
            var line = SpokenLine(place)
            let text = String(repeating: "가", count: characters)
            guard
                case .startTimer(_, let duration) = line.say(
                    [SpokenLine.News(LocalizedText(text, ""))], at: place, answersKey: true
                ).first
            else {
                return nil
            }
            return duration
        }
        #expect(duration(10) == .milliseconds(1_400))
        #expect(duration(1_000) == .seconds(4))
    }
}

extension Effect {
    fileprivate var isSpoken: Bool { if case .startTimer(.spoken, _) = self { true } else { false } }
}
