import Canvas
import Domain
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

extension ShopState {
    /// Delivers the result of the fetch that the open page waits for.
    @discardableResult
    mutating func arrive(_ result: Result<DishDetail, FetchFailure> = .success(Fixture.galbiPage)) -> [Effect] {
        guard let request = page?.request else { return [] }
        return reduce(&self, .event(.menu, MenuEvent.detailArrived(DetailReply(request: request, result: result))))
    }
}

struct DishPageReducerTests {
    private let still = [Fixture.section(.main, [Fixture.galbi, Fixture.bulgogi])]

    @Test(arguments: [Key.right, .character("l"), .character("ㅣ")])
    func rightOpensThePageAtOnceWithWhatTheListKnows(_ key: Key) throws {
        var state = Fixture.state(80, 24, sections: still)
        let effects = state.press(key)
        let page = try #require(state.page)
        let request = try #require(page.request)
        #expect(effects.contains(.menu(.fetchDetail(request))))
        #expect(request.detailHash == "H1")
        #expect(page.isLoading)
        #expect(page.price == Won(10_900))
        let picture = Fixture.frame(state).picture
        #expect(picture.contains("수제 떡갈비 한판"))
        #expect(picture.contains("달콤짭짤한"))
        #expect(picture.contains("불러오는 중"))
    }

    @Test func nothingOpensWhereThereIsNoDish() {
        var state = Fixture.state(80, 24, sections: [Fixture.section(.main, [])])
        let effects = state.press(.right, .character("o"))
        #expect(effects == .unknownKey)
        #expect(state.page == nil)
        #expect(state.order == nil)
    }

    @Test func theSpinnerTurnsUntilThePageIsThere() {
        var state = Fixture.state(80, 24, sections: still)
        let opened = state.press(.right)
        #expect(opened.contains(.startTimer(.spinner, .milliseconds(120))))
        state.arrive()
        let last = reduce(&state, .timerFired(.spinner, at: Fixture.noon))
        #expect(last == [])
    }

    @Test(arguments: [Key.escape, .backspace, .character("q"), .character("h"), .character("ㅂ")])
    func leavingCancelsTheFetchAndFindsTheListAsItWas(_ key: Key) {
        var state = Fixture.state(80, 12, sections: [Fixture.section(.main, Fixture.manyDishes(30))])
        state.press(.pageDown, .pageDown)
        let cursor = state.list.cursor
        let before = Fixture.frame(state)
        let effects = state.press(.right, .down, .end, key)
        #expect(effects.contains(.menu(.cancelDetail)))
        #expect(!effects.contains(.quit))
        #expect(state.page == nil)
        #expect(state.list.cursor == cursor)
        #expect(Fixture.frame(state) == before)
    }

    @Test func aStaleAnswerChangesNothing() throws {
        var state = Fixture.state(80, 24, sections: still)
        state.press(.right)
        let first = try #require(state.page?.request)
        let stale = ShopAction.event(
            .menu, MenuEvent.detailArrived(DetailReply(request: first, result: .success(Fixture.galbiPage))))
        // The page was closed.
        state.press(.escape)
        _ = reduce(&state, stale)
        #expect(state.page == nil)
        // Another dish was opened, and then the same one again.
        for keys in [[Key.down, .right], [.escape, .up, .right]] {
            for key in keys { state.press(key) }
            _ = reduce(&state, stale)
            #expect(state.page?.isLoading == true)
        }
        // The page was requested again.
        let failed = try #require(state.page?.request)
        state.arrive(.failure(.timedOut))
        state.press(.character("r"))
        _ = reduce(
            &state, .event(.menu, MenuEvent.detailArrived(DetailReply(request: failed, result: .failure(.unreachable))))
        )
        #expect(state.page?.isLoading == true)
        state.arrive()
        #expect(state.page?.detail == Fixture.galbiPage)
    }

    @Test func aFailedPageSaysWhyAndRTriesAgain() throws {
        var state = Fixture.state(80, 24, sections: still)
        state.press(.right)
        state.arrive(.failure(.status(503)))
        let picture = Fixture.frame(state).picture
        #expect(picture.contains("서버가 503으로 응답했습니다"))
        #expect(picture.contains("r 다시 시도"))
        #expect(picture.contains("10,900원"))
        let effects = state.press(.character("r"))
        #expect(effects.contains(.menu(.fetchDetail(try #require(state.page?.request)))))
        state.arrive()
        #expect(state.page?.detail == Fixture.galbiPage)
    }

    @Test func aLoadedPageIsFetchedAgainAndShownUntilTheAnswerComes() throws {
        var state = Fixture.state(80, 24, sections: still, pictureColors: .indexed)
        state.press(.right)
        state.arrive()
        state.press(.character(">"), .character(">"))
        let effects = state.press(.character("r"))
        let request = try #require(state.page?.request)
        #expect(effects.contains(.menu(.fetchDetail(request))))
        #expect(state.page?.detail == Fixture.galbiPage)
        #expect(state.page?.picture == 2)
        state.press(.character("r"))
        #expect(state.page?.request == request, "one fetch at a time")
        state.arrive(.failure(.timedOut))
        #expect(state.page?.detail == Fixture.galbiPage)
        #expect(Fixture.frame(state).contains(Words.korean.failure(.timedOut)), "the failure is told")
        state.press(.character("r"))
        let changed = DishDetail(
            thumbnails: Array(Fixture.galbiPage.thumbnails.prefix(1)), description: "", point: "", deliveryInfo: "",
            deliveryFee: "", prices: [Won(8_000)], pictures: [])
        state.arrive(.success(changed))
        #expect(state.page?.detail == changed)
        #expect(state.page?.price == Won(8_000))
        #expect(state.page?.picture == 0, "the picture that was shown is gone")
    }

    @Test func thePaneBesideTheListHasWhatThePageFetchedAgain() {
        var state = Fixture.state(120, 30, sections: still)
        // The pane has a page from the first move on.
        state.press(.down, .right)
        state.arrive()
        state.press(.character("r"))
        let changed = DishDetail(
            thumbnails: [], description: "새로 쓴 설명", point: "", deliveryInfo: "", deliveryFee: "", prices: [Won(8_000)],
            pictures: [])
        state.arrive(.success(changed))
        state.press(.escape)
        // A page opens with what the pane knows.
        state.press(.right)
        #expect(state.page?.detail == changed)
    }

    @Test func helpOnThePageSaysThatThePageIsRefetched() {
        var state = Fixture.state(80, 24, sections: still)
        state.press(.right, .character("?"))
        #expect(Fixture.frame(state).contains("이 메뉴 새로고침"))
        #expect(Fixture.frame(state, .english).contains("refetch this page"))
        #expect(Fixture.frame(state).contains("고른 것만 바로 주문하기"))
        #expect(!Fixture.frame(state).contains("이 구역 새로고침"))
    }

    @Test func anOrderCarriesThePriceOfTheScreenItIsPlacedFrom() {
        var state = Fixture.state(80, 24, sections: still)
        state.press(.right)
        state.arrive()
        #expect(state.page?.price == Won(9_900))
        #expect(state.page?.reducedFrom == Won(12_900))
        state.press(.character("o"))
        #expect(state.order?.items.map(\.price) == [Won(9_900)])
        state.press(.escape, .escape, .character("o"))
        #expect(state.order?.items.map(\.price) == [Won(10_900)])
    }

    @Test(arguments: [
        ([], 10_900, 12_900), ([8_000], 8_000, nil), ([9_000, 8_000], 8_000, 9_000), ([7_000, 8_000], 8_000, nil),
    ])
    func aReductionIsToldOnlyWhereThereIsOne(_ prices: [Int], _ price: Int, _ original: Int?) {
        var state = Fixture.state(80, 24, sections: still)
        state.press(.right)
        state.arrive(
            .success(
                DishDetail(
                    thumbnails: [], description: "", point: "", deliveryInfo: "", deliveryFee: "",
                    prices: prices.map { Won($0) }, pictures: [])))
        #expect(state.page?.price == Won(price))
        #expect(state.page?.reducedFrom == original.map { Won($0) })
        // If the page has no description, that of the list is shown.
        #expect(Fixture.frame(state).picture.contains("달콤짭짤한"))
    }

    @Test func theKeysOfPicturesTurnThemAndStopAtBothEnds() {
        var state = Fixture.state(80, 24, sections: still, pictureColors: .indexed)
        let (next, previous) = (Key.character(">"), Key.character("<"))
        state.press(.right, next)
        #expect(state.page?.picture == 0)
        state.arrive()
        state.press(next)
        #expect(Fixture.frame(state).picture.contains("2 / 3"))
        state.press(next, next, next)
        #expect(Fixture.frame(state).picture.contains("3 / 3"))
        state.press(previous, previous, previous, previous)
        #expect(state.page?.picture == 0)
        state.press(.left)
        #expect(state.page == nil, "Left comes back, as everywhere")
    }

    @Test func everyKeyThatMovesScrollsAndNoneGoesTooFar() {
        var state = Fixture.state(44, 14, sections: still, pictureColors: .indexed)
        state.press(.right)
        state.arrive()
        let steps: [(Key, (Int, Int) -> Bool)] = [
            (.down, { $1 == $0 + 1 }), (.character("j"), { $1 == $0 + 1 }), (.up, { $1 == $0 - 1 }),
            (.pageDown, { $1 > $0 + 3 }), (.pageUp, { $1 < $0 - 3 }), (.control("d"), { $1 > $0 + 1 }),
            (.control("u"), { $1 < $0 - 1 }), (.tab, { $1 > $0 }), (.backTab, { $1 < $0 }), (.end, { $1 > $0 }),
            (.character("G"), { $1 == $0 }), (.pageDown, { $1 == $0 }), (.home, { $1 == 0 && $0 > 0 }),
            (.up, { $1 == 0 && $0 == 0 }),
        ]
        for (key, isRight) in steps {
            let before = state.page?.top ?? -1
            state.press(key)
            #expect(isRight(before, state.page?.top ?? -1), "\(key) from \(before)")
        }
        state.press(.end)
        _ = reduce(&state, .resized(Size(width: 120, height: 100)))
        #expect(state.page?.top == 0)
    }

    @Test func helpLiesAboveThePageAndLeavesIt() {
        var state = Fixture.state(80, 24, sections: still)
        state.press(.right, .character("?"), .escape)
        #expect(state.help == nil)
        #expect(state.page != nil)
    }
}
