import Canvas
import Contacts
import Domain
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

struct PaneTests {
    @Test func aWideScreenShowsWhatTheSelectedRowIsAboutBesideTheList() {
        var state = Fixture.state(120, 30)
        #expect(beside(state).contains(Fixture.galbi.description.string))
        state.press(.down)
        #expect(beside(state).contains(Fixture.bulgogi.description.string))
        #expect(!beside(state).contains(Fixture.galbi.description.string))
    }

    @Test func aNarrowerScreenIsAllList() {
        let state = Fixture.state(115, 30)
        #expect(!state.list.layout.hasPane)
        #expect(Fixture.frame(state).panels.allSatisfy { $0.region != Region("pane") })
    }

    @Test(arguments: Array(stride(from: 20, through: 300, by: 7))) func aTextAndItsPriceAreNeverFarApart(_ width: Int) {
        let layout = Fixture.state(width, 30).list.layout
        #expect(layout.width <= 110)
        #expect(layout.width <= width)
        if let pane = layout.pane {
            #expect(pane.columns.lowerBound > layout.width)
            #expect(pane.columns.upperBound <= width)
            #expect(Pane.textColumns(in: pane) >= 40)
        }
    }

    @Test func onlyThePaneAndTwoRowsAreDrawnAnewWhenTheSelectionMoves() {
        var (view, compositor) = (ShopView(words: .korean), Compositor())
        var state = Fixture.state(120, 30)
        _ = compositor.plan(for: view.frame(of: state))
        state.press(.down)
        let plan = compositor.plan(for: view.frame(of: state))
        #expect(plan.changed == [Region("woowa/main"), Region("pane")])
    }

    @Test func aContactIsShownBesideTheBook() {
        var state = BookFixture.state(120, 30)
        #expect(state.list.layout.hasPane)
        let first = beside(state)
        state.press(.down)
        #expect(beside(state) != first)
        #expect(state.selectedContact.map { beside(state).contains($0.name.string) } == true)
    }

    @Test func aPaneAsksForOnePictureAtItsOwnSize() throws {
        var state = Fixture.picturedState(120, 40)
        state.press(.down)
        let pane = try #require(state.list.layout.pane)
        let request = try #require(state.list.panePicture)
        #expect(request.size == state.list.layout.panePicture(in: pane))
        #expect(state.pictures.demand.inView.filter { $0.size == request.size } == [request])
    }

    @Test func whereASectionIsNotInViewAsAWholeItTellsWhereOneIs() {
        var state = Fixture.state(80, 24, sections: [Fixture.section(.main, Fixture.manyDishes(1_000))])
        state.press(.down, .down)
        #expect(Fixture.frame(state).contains("3/1,000개"))
        state.press(.end)
        #expect(Fixture.frame(state).contains("1,000/1,000개"))
        #expect(!Fixture.frame(Fixture.state(80, 24)).contains("1/2개"), "all of it is in view")
    }

    /// Returns the text in the pane.
    private func beside(_ state: ShopState) -> String {
        Fixture.frame(state).panels.filter { $0.region == Region("pane") }
            .flatMap(\.lines).flatMap(\.spans).map(\.text).joined(separator: "\n")
    }
}
