import Canvas
import Domain
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

/// What guests see of a dish of which few are left.
struct DishCountTests {
    private func shop(_ count: Int?, isSoldOut: Bool = false, _ size: Size) -> ShopState {
        let dish = Dish(
            detailHash: "H9", title: "당면 잡채", description: "간장에 볶은 당면", price: Won(7_900), isSoldOut: isSoldOut,
            count: count)
        return ShopState(
            size: size, sections: [Fixture.section(.main, [dish])], counters: [MenuCounter()], connection: .connected,
            now: Fixture.noon)
    }

    @Test(arguments: [(80, 24), (44, 14), (120, 40)]) func fewThatAreLeftAreShown(_ width: Int, _ height: Int) {
        let size = Size(width: width, height: height)
        for count in [1, 5] {
            #expect(Fixture.frame(shop(count, size)).picture.contains("\(count)개 남음"))
            #expect(Fixture.frame(shop(count, size), .english).picture.contains("\(count) left"))
            var page = shop(count, size)
            page.press(.right)
            #expect(Fixture.frame(page).picture.contains("\(count)개 남음"))
        }
        for (count, isSoldOut) in [(nil, false), (6, false), (0, true), (3, true)] as [(Int?, Bool)] {
            #expect(!Fixture.frame(shop(count, isSoldOut: isSoldOut, size)).picture.contains("남음"))
        }
    }

    @Test func whoOrdersMoreThanAreLeftIsToldHowMany() throws {
        let texts = Words.korean.order
        #expect(texts.problem(.left(3)) == "3개만 남았습니다. 개수를 줄여 주세요.")
    }
}
