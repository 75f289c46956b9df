import Canvas
import Domain
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

/// What screens show that have room for more than a list.
struct WideScreenTests {
    private static let dishes = Fixture.section(.main, [Fixture.galbi, Fixture.bulgogi])

    // MARK: - The page beside the list

    @Test func thePageOfTheSelectedDishStandsBesideTheList() throws {
        var state = Fixture.state(140, 44, sections: [WideScreenTests.dishes])
        let request = try #require(WideScreenTests.atRest(state.press(.down)))
        #expect(request.detailHash == Fixture.bulgogi.detailHash)
        #expect(!beside(state).contains("불러오는 중"))
        state.deliver(.success(Fixture.galbiPage), to: request)
        for text in ["99원", "서울 경기 새벽배송", "2,500원 (40,000원 이상"] { #expect(beside(state).contains(text)) }
        #expect(beside(state).contains("참숯에 구워"))
        #expect(beside(state).contains("자세히 보기"))
    }

    @Test func rightShowsAtOnceWhatStandsThereAndFetchesItAgain() throws {
        var state = Fixture.state(140, 44, sections: [WideScreenTests.dishes])
        let request = try #require(WideScreenTests.atRest(state.press(.down)))
        state.deliver(.success(Fixture.galbiPage), to: request)
        let effects = state.press(.right)
        let again = try #require(state.page?.request)
        #expect(effects.contains(.menu(.fetchDetail(again))))
        #expect(again != request)
        #expect(state.page?.detail == Fixture.galbiPage)
        // What is shown outlives a failure.
        state.arrive(.failure(.unreachable))
        #expect(state.page?.detail == Fixture.galbiPage)
        state.press(.escape)
        #expect(beside(state).contains("99원"))
    }

    @Test func aPageThatIsOpenIsNotReplacedByTheOneBesideTheList() throws {
        var state = Fixture.state(140, 44, sections: [WideScreenTests.dishes])
        state.press(.right)
        let request = try #require(state.page?.request)
        #expect(WideScreenTests.atRest(state.press(.down)) == nil)
        state.deliver(.success(Fixture.galbiPage), to: request)
        #expect(state.page?.detail == Fixture.galbiPage)
    }

    @Test func aPageThatIsClosedBeforeItsDetailsCameGetsThemBesideTheList() throws {
        var state = Fixture.state(140, 44, sections: [WideScreenTests.dishes])
        state.press(.down, .right)
        let closed = state.press(.escape)
        let request = try #require(WideScreenTests.atRest(closed))
        #expect(request.detailHash == Fixture.bulgogi.detailHash)
        let isCancelledBefore = closed.firstIndex(of: .menu(.cancelDetail)) ?? .max
        #expect(isCancelledBefore < closed.firstIndex(of: .menu(.fetchDetailAtRest(request))) ?? 0)
        state.deliver(.success(Fixture.galbiPage), to: request)
        #expect(beside(state).contains("99원"))
    }

    @Test func thePageOfADishThatWasLeftIsNotShownOfAnother() throws {
        var state = Fixture.state(140, 44, sections: [WideScreenTests.dishes])
        let left = try #require(WideScreenTests.atRest(state.press(.down)))
        state.press(.up)
        state.deliver(.success(Fixture.galbiPage), to: left)
        #expect(!beside(state).contains("99원"))
    }

    @Test func whyThereIsNoPageIsSaidBesideTheList() throws {
        var state = Fixture.state(140, 44, sections: [WideScreenTests.dishes])
        let request = try #require(WideScreenTests.atRest(state.press(.down)))
        state.deliver(.failure(.status(503)), to: request)
        #expect(beside(state).contains("503"))
    }

    @Test func whereThereIsNoPaneNothingIsFetched() {
        var state = Fixture.state(100, 30, sections: [WideScreenTests.dishes])
        #expect(WideScreenTests.atRest(state.press(.down)) == nil)
    }

    @Test(arguments: [(120, 40), (160, 45), (200, 60)]) func aPictureIsAsLargeAsTheSpace(_ width: Int, _ height: Int)
        throws
    {
        var state = Fixture.picturedState(width, height)
        state.press(.down)
        let pane = try #require(state.list.layout.pane)
        let picture = try #require(state.list.panePicture).size
        let isWide = picture.width >= Pane.textColumns(in: pane) - 1
        #expect(isWide || picture.height >= pane.size.height / 2)
        #expect(pane.columns.upperBound == width)
    }

    @Test func picturesInTheTextAreAskedForAsFarAsTheyAreShown() throws {
        var state = Fixture.picturedState(200, 60)
        let request = try #require(WideScreenTests.atRest(state.press(.down)))
        state.deliver(.success(Fixture.galbiPage), to: request)
        #expect(Fixture.galbiPage.pictures.count == 2)
        let asked = Set(state.pictures.demand.inView.map(\.address)).intersection(Fixture.galbiPage.pictures)
        let pane = try #require(Fixture.frame(state).panels.first { $0.region == Region("pane") })
        #expect(pane.lines.count <= state.list.layout.height)
        #expect(asked.isSubset(of: Fixture.galbiPage.pictures))
    }

    // MARK: - Two columns

    private func long(_ width: Int = 170, _ height: Int = 45) -> ShopState {
        Fixture.state(width, height, sections: [Fixture.section(.main, Fixture.manyDishes(60))])
    }

    @Test func aListThatIsLongerThanTheScreenFlowsThroughTwoColumns() {
        #expect(long().list.layout.columns == 2)
        #expect(long(159).list.layout.columns == 1)
        #expect(Fixture.state(170, 45, sections: [WideScreenTests.dishes]).list.layout.columns == 1)
        let state = long()
        let panels = Fixture.frame(state).panels.filter { $0.region.name.hasPrefix("woowa/main") }
        #expect(panels.count == 2)
        #expect(panels[0].origin.column + panels[0].width == panels[1].origin.column)
        #expect(panels[1].origin.column + panels[1].width < (state.list.layout.pane?.columns.lowerBound ?? 0))
    }

    @Test func downGoesFromTheEndOfOneColumnToTheTopOfTheNextAndScrollsAtTheEndOfThat() {
        var state = long()
        let (width, height) = (state.list.layout.width, state.list.layout.height)
        var columns = [0]
        for _ in 1..<60 {
            state.press(.down)
            let point = state.list.cursorPoint
            #expect(point.row >= 1 && point.row < 1 + height)
            #expect(isSelectedThere(state), "row \(state.list.cursor.selection.row)")
            columns.append(point.column / width)
        }
        #expect(columns == columns.sorted())
        #expect(columns.last == 1)
        #expect(state.list.cursor.top > 0)
        for _ in 1..<60 {
            state.press(.up)
            #expect(isSelectedThere(state))
        }
        #expect(state.list.cursor.top == 0)
    }

    @Test func aSearchKeepsTheColumns() {
        var state = long()
        state.press(.character("/"), .character("1"), .character("2"))
        #expect(state.list.foundCount < 10)
        #expect(state.list.layout.columns == 2)
        #expect(isSelectedThere(state))
    }

    @Test func picturesOfBothColumnsAreWanted() {
        let state = Fixture.picturedState(200, 60, sections: Fixture.picturedSections(40))
        let rows = state.list.sections.indices.reduce(0) { $0 + state.list.rowsInView(of: $1).count }
        #expect(state.list.layout.columns == 2)
        #expect(rows > state.list.layout.height / state.list.layout.rowHeight)
    }

    /// Whether the title of the selected dish is drawn where the cursor is.
    private func isSelectedThere(_ state: ShopState) -> Bool {
        guard let dish = state.list.selected(Dish.self) else { return false }
        let point = state.list.cursorPoint
        return Fixture.frame(state).panels.contains { panel in
            let row = point.row - panel.origin.row
            guard panel.region.name.hasPrefix("woowa/"), panel.origin.column == point.column,
                panel.lines.indices.contains(row)
            else { return false }
            return panel.lines[row].text.contains(dish.title.string)
        }
    }

    /// Returns the request of a page that is fetched once the selection rests.
    private static func atRest(_ effects: [Effect]) -> DetailRequest? {
        for effect in effects {
            guard case .request(let addressed) = effect, let request = addressed.value as? MenuRequest,
                case .fetchDetailAtRest(let detail) = request
            else { continue }
            return detail
        }
        return nil
    }

    /// Returns the text in the pane.
    private func beside(_ state: ShopState) -> String {
        Fixture.frame(state).panels.filter { $0.region == Region("pane") }
            .flatMap(\.lines).map(\.text).joined(separator: "\n")
    }
}

extension ShopState {
    fileprivate mutating func deliver(_ result: Result<DishDetail, FetchFailure>, to request: DetailRequest) {
        _ = reduce(&self, .event(.menu, MenuEvent.detailArrived(DetailReply(request: request, result: result))))
    }
}
