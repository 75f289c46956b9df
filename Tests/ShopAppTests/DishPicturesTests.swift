import Canvas
import Domain
import ShopClient
import Terminal
import Testing

@testable import ShopApp

struct DishPicturesTests {
    private func open(_ width: Int, _ height: Int, colors: PictureColors = .indexed) -> ShopState {
        let dish = Fixture.picturedDish("떡갈비")
        var state = Fixture.state(
            width, height, sections: [Fixture.section(.main, [dish])], pictureColors: colors)
        state.press(.right)
        return state
    }

    private func addresses(_ state: ShopState) -> [String] { state.pictures.demand.inView.map(\.address) }

    @Test func thePageShowsTheListsPictureUntilItKnowsItsOwn() {
        var state = open(80, 24)
        #expect(addresses(state) == ["pictures/떡갈비.png"])
        state.arrive()
        #expect(addresses(state).first == "/pictures/1.jpg")
    }

    @Test func turningWantsTheNextOneAndThoseBesideIt() {
        var state = open(80, 24)
        state.arrive()
        #expect(addresses(state).last == "/pictures/2.jpg")
        state.press(.right)
        #expect(addresses(state).first == "/pictures/2.jpg")
        #expect(addresses(state).suffix(2) == ["/pictures/3.jpg", "/pictures/1.jpg"])
    }

    @Test func picturesBelowTheTextAreWantedWhenTheyComeIntoView() throws {
        var state = open(44, 30)
        state.arrive()
        let below = try #require(Fixture.galbiPage.pictures.last)
        #expect(!addresses(state).contains(below))
        state.press(.end)
        #expect(addresses(state).contains(below))
        let request = try #require(state.pictures.demand.inView.first { $0.address == below })
        #expect(request.size.width <= 44)
        #expect(request.size.height >= 3)
    }

    @Test func whatIsThereStandsInItsPlaceInTheMiddle() throws {
        var state = open(80, 24)
        state.arrive()
        let request = try #require(state.pictures.demand.inView.first)
        #expect(request.size == Size(width: 30, height: 15))
        let small = Fixture.cells(Size(width: 28, height: 13))
        _ = reduce(&state, .picturesChanged([request: .ready(small)]))
        let lines = Fixture.frame(state).picture.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[4].hasPrefix("                    "))
        #expect(lines[5].hasPrefix("   ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄    "))
        #expect(lines[17].hasPrefix("   ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄    "))
        #expect(lines[18].hasPrefix("                    "))
    }

    @Test func aPictureOnThePageRedrawsItsOwnRegionOnly() throws {
        var state = open(80, 24)
        state.arrive()
        var view = ShopView(words: .korean)
        var compositor = Compositor()
        _ = compositor.plan(for: view.frame(of: state))
        let request = try #require(state.pictures.demand.inView.first)
        _ = reduce(&state, .picturesChanged([request: .ready(Fixture.cells(request.size))]))
        #expect(compositor.plan(for: view.frame(of: state)).changed == [DishPageView.picture])
    }

    @Test func withoutColoursNoKeyPromisesAnotherPicture() {
        #expect(Fixture.frame(open(80, 24)).contains("Left/Right"))
        #expect(!Fixture.frame(open(80, 24, colors: .none)).contains("Left/Right"))
    }

    @Test func withoutColoursTheTextHasTheWholeWidth() {
        var state = open(80, 24, colors: .none)
        state.arrive()
        #expect(state.pictures.demand == PictureDemand())
        let picture = Fixture.frame(state).picture
        #expect(!picture.contains("┌"))
        #expect(!picture.contains("1 / 3"))
        #expect(picture.contains("\n  참숯에 구워 먹던 맛 그대로, 다진 갈비살을 하룻밤 재워"))
    }

    @Test func leavingThePageWantsTheListsPicturesAgain() {
        var state = open(80, 24)
        state.arrive()
        state.press(.escape)
        #expect(addresses(state) == ["pictures/떡갈비.png"])
        #expect(state.pictures.demand.inView.first?.size == Size(width: 6, height: 3))
    }
}
