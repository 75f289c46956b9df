import Canvas
import Domain
import Terminal
import TerminalText
import TestPeers
import Testing

@testable import ShopApp

struct DishPageViewTests {
    private func state(_ width: Int, _ height: Int) -> ShopState {
        var state = Fixture.state(width, height, pictureColors: .indexed)
        state.press(.right)
        state.arrive()
        return state
    }

    @Test func aNarrowHighScreenHasThePictureAboveTheText() throws {
        let layout = DishLayout(screen: Size(width: 44, height: 40))
        let picture = try #require(layout.picture)
        #expect(picture.rows.upperBound < layout.body.origin.row)
        #expect(layout.body.rows.upperBound == 39)
    }

    @Test(arguments: Array(20...130) + [160, 200]) func noTwoPartsOverlapAndNoneLeavesTheScreen(_ width: Int) {
        for height in 6...60 {
            let layout = DishLayout(screen: Size(width: width, height: height))
            let places = [layout.header, layout.body, layout.scrollBar, layout.picture, layout.pictureNumber]
                .compactMap(\.self)
            for (index, place) in places.enumerated() {
                #expect(place.columns.lowerBound >= 0)
                #expect(place.columns.upperBound <= width)
                #expect(place.rows.lowerBound >= 1)
                #expect(place.rows.upperBound <= height - 1)
                #expect(place.size.width > 0)
                #expect(place.size.height > 0)
                for other in places[..<index] {
                    #expect(!(place.rows.overlaps(other.rows) && place.columns.overlaps(other.columns)))
                }
            }
        }
    }

    @Test func turningThePictureDrawsNothingElse() {
        var compositor = Compositor()
        var state = state(80, 24)
        _ = compositor.plan(for: Fixture.frame(state))
        state.press(.character(">"))
        let turned = compositor.plan(for: Fixture.frame(state)).changed
        #expect(turned == [DishPageView.pictureNumber])
        state.press(.end)
        let scrolled = compositor.plan(for: Fixture.frame(state)).changed
        #expect(scrolled == [DishPageView.body, DishPageView.scrollBar])
    }

    @Test(arguments: HostileTitles.all) func hostileTextStaysInItsPlace(_ text: String) {
        let hostile = PlainText(text)
        let dish = Dish(
            detailHash: "X", deliveryTypes: [hostile], title: hostile, description: hostile, price: Won(1),
            badges: [hostile])
        let detail = DishDetail(
            thumbnails: ["a"], description: hostile, point: hostile, deliveryInfo: hostile, deliveryFee: hostile,
            prices: [Won(1)], pictures: [])
        for (width, height) in [(20, 6), (44, 14), (80, 24), (120, 40)] {
            var state = Fixture.state(width, height, sections: [Fixture.section(.main, [dish])])
            state.press(.right)
            state.arrive(.success(detail))
            for _ in 0..<3 {
                let lines = Fixture.frame(state).picture.split(separator: "\n", omittingEmptySubsequences: false)
                #expect(lines.count == height)
                #expect(lines.allSatisfy { String($0).columns <= width })
                state.press(.pageDown)
            }
        }
    }

    @Test func theScrollBarGoesFromTheTopToTheBottom() throws {
        var state = state(44, 14)
        func thumb() throws -> [Int] {
            let bar = try #require(Fixture.frame(state).panels.first { $0.region == DishPageView.scrollBar })
            return bar.lines.indices.filter { bar.lines[$0].fill.weight.contains(.reverse) }
        }
        #expect(try thumb().first == 0)
        state.press(.end)
        #expect(try thumb().last == 9)
    }
}
