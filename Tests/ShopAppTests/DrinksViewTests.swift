import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

/// The drinks machine as it is displayed to guests.
@Suite struct DrinksViewTests {
    @Test(arguments: [(80, 24), (120, 40), (44, 14), (20, 6)]) func theBalanceIsAlwaysInSight(width: Int, height: Int) {
        var state = MachineFixture.state(width, height)
        func isSeen() -> Bool { Fixture.frame(state).contains("2,000원") }
        #expect(isSeen())
        state.press(.end)
        #expect(isSeen())
        state.press(.enter)
        #expect(isSeen(), "below a dialog")
        state.press(.enter, .character("c"))
        state.answer(.refused(status: 500))
        #expect(isSeen(), "beside a toast")
    }

    @Test func whatCanBeBoughtIsToldByWordsAndNotByColourAlone() {
        let appearance = MachineFixture.state(80, 24).drinks.appearance
        for width in [44, 80] {
            let context = RowContext(
                layout: ListLayout(screen: Size(width: width, height: 24)), words: .korean, picture: .waiting, mark: nil
            )
            let row = DrinkRow(context: context, appearance: appearance)
            func title(_ drink: Drink) -> String {
                row.lines(of: drink)[0].spans.map(\.text).joined(separator: " ")
            }
            #expect(title(MachineFixture.cola).contains("구매 가능"))
            #expect(title(MachineFixture.cider).contains("품절"))
            #expect(title(MachineFixture.banana).contains("기한 지남"))
            #expect(title(MachineFixture.top).contains("모자람"))
        }
    }

    @Test func aCoffeeTellsItsTemperature() {
        func words(_ celsius: Int) -> String {
            let coffee = Georgia(
                MachineFixture.label("a", 1), manufacturedOn: MachineFixture.made, temperature: celsius, caffeine: 1,
                roast: .dark)
            return Words.korean.drinks.traits(MachineFixture.drink("a", 1, coffee))[0]
        }
        #expect(words(60) == "온도 60도")
    }

    @Test func aPurchaseDrawsTheFootAndTheRowsItConcernsOnly() throws {
        var view = ShopView(words: .korean)
        var compositor = Compositor()
        var state = MachineFixture.state(80, 24)
        state.press(.down, .down, .enter, .enter)
        _ = compositor.plan(for: view.frame(of: state))
        let sold = SoldDrink(drink: MachineFixture.bought(9, MachineFixture.cola), balance: Won(500))
        state.answer(.bought(sold))
        let plan = compositor.plan(for: view.frame(of: state))
        #expect(plan.changed == ["drinks/soda", "drinks/coffee", "drinks-balance", "toast"].asRegions)
        state.tell(.machine(.success(state.drinks.machine ?? MachineFixture.machine)))
        #expect(compositor.plan(for: view.frame(of: state)).changed.isEmpty, "the same news draw nothing")
    }
}

extension [String] {
    var asRegions: Set<Region> { Set(map { Region($0) }) }
}

/// The purchased drinks as a strip of pictures.
@Suite struct DrinksStripTests {
    private static let pictured = MachineFixture.drinks.map(MachineFixture.pictured)

    private func state(_ width: Int, _ height: Int, machine: DrinksMachine) -> ShopState {
        let sections = DrinkKind.allCases.map { MachineFixture.section($0, DrinksStripTests.pictured) }
        var state = Fixture.picturedState(width, height, sections: Fixture.sections.prefix(2) + sections)
        state.press(.character("2"))
        state.tell(.machine(.success(machine)))
        return state
    }

    private func machine(_ drinks: [Drink]) -> DrinksMachine {
        DrinksMachine(
            balance: Won(0), affordable: [],
            purchases: drinks.enumerated().map { MachineFixture.bought($0 + 1, $1) })
    }

    @Test func picturesOfTheStripAreWantedTheNewestFirst() {
        let bought = [DrinksStripTests.pictured[0], DrinksStripTests.pictured[2]]
        let state = state(80, 24, machine: machine(bought))
        let size = Size(width: 4, height: 2)
        #expect(
            state.pictures.demand.inView.suffix(2) == [
                PictureRequest("/pictures/cola.png", fitting: size),
                PictureRequest("/pictures/strawberry.png", fitting: size),
            ])
    }

    private func strip(_ state: ShopState) -> [Substring] {
        Array(Fixture.frame(state).picture.split(separator: "\n").suffix(3).prefix(2))
    }

    @Test func theNameStandsBesideThePicture() {
        let bought = [DrinksStripTests.pictured[4], DrinksStripTests.pictured[2]]
        var state = state(80, 24, machine: machine(bought))
        #expect(strip(state) == ["  ┌──┐ 콜라   ┌──┐ 티오피", "  └──┘        └──┘ 아메리카노"])
        let size = Size(width: 4, height: 2)
        let known: [PictureRequest: PictureState] = [
            PictureRequest("/pictures/cola.png", fitting: size): .ready(Fixture.cells(size))
        ]
        _ = reduce(&state, .picturesChanged(known))
        #expect(strip(state) == ["  ▄▄▄▄ 콜라   ┌──┐ 티오피", "  ▄▄▄▄        └──┘ 아메리카노"])
    }

    @Test func whatWasBoughtTwiceStandsThereOnceAndIsCounted() {
        let twice = [2, 0, 2].map { DrinksStripTests.pictured[$0] }
        #expect(strip(state(80, 24, machine: machine(twice)))[0] == "  ┌──┐ 콜라 × 2   ┌──┐ 딸기우유")
        let inWords = MachineFixture.state(80, 24, machine: machine(twice))
        #expect(Fixture.frame(inWords).contains("콜라 × 2, 딸기우유"))
    }

    @Test func asManyAreShownAsThereIsRoomFor() {
        let state = state(80, 24, machine: machine(DrinksStripTests.pictured))
        #expect(state.shown.pictures(beside: state.list).count == 4)
        #expect(strip(state)[0] == "  ┌──┐ 칸타타 라떼   ┌──┐ 티오피       ┌──┐ 사이다   ┌──┐ 콜라")
        #expect(Fixture.frame(state).contains("구매한 음료 6"))
    }

    @Test func onAnotherCounterNoneIsWanted() {
        var state = state(80, 24, machine: machine([DrinksStripTests.pictured[0]]))
        state.press(.character("1"))
        #expect(state.shown.pictures(beside: state.list).isEmpty)
    }

    @Test func whereNothingWasBoughtItIsSaidHowTo() {
        let state = MachineFixture.state(
            80, 24, machine: DrinksMachine(balance: Won(0), affordable: [], purchases: []))
        #expect(Fixture.frame(state).contains("아직 구매한 음료가 없습니다. t, f 키로 돈을 넣고 Enter 키로 삽니다."))
    }
}

/// The drinks machine as it is displayed to its keeper.
@Suite struct KeepingViewTests {
    @Test func aSaleElsewhereDrawsTheSharesAndWhatWasSold() {
        var view = ShopView(words: .korean)
        var compositor = Compositor()
        var state = MachineFixture.keeper(120, 40)
        _ = compositor.plan(for: view.frame(of: state))
        let history = DrinksHistory(
            totals: MachineFixture.history.totals.map {
                $0.kind == .soda ? DrinkKindTotal(kind: .soda, count: 4, amount: Won(6_000)) : $0
            }, purchases: MachineFixture.history.purchases)
        state.tell(.admin(.success(DrinksOverview(drinks: MachineFixture.drinks, history: history)), zone: .gmt))
        #expect(compositor.plan(for: view.frame(of: state)).changed == [Region("admin-chart")])
        state.press(.down)
        #expect(compositor.plan(for: view.frame(of: state)).changed == [Region("admin-list")])
    }
}

/// The columns of the keeper's lists.
@Suite struct KeeperColumnsTests {
    private func lines(_ view: AdminScreen.View, width: Int, _ drinks: [Drink]) -> [Line] {
        let row = AdminDrinkRow(words: .korean, width: width, margin: 2, view: view, drinks: drinks)
        return drinks.map(row.line)
    }

    @Test(arguments: [44, 66, 80, 110]) func barsBeginAndNumbersEndInOneColumn(width: Int) {
        let lines = lines(.stock, width: width, MachineFixture.drinks)
        let bars = lines.compactMap { line in line.spans.first { span in "⣿⣇⣀".contains { span.text.contains($0) } } }
        #expect(bars.count == lines.count)
        #expect(Set(bars.map(\.column)).count == 1)
        let numbers = zip(lines, MachineFixture.drinks).compactMap { line, drink in
            line.spans.first { $0.text.hasSuffix(String(drink.count)) && !$0.text.contains("+") }
        }
        #expect(Set(numbers.map(\.end)).count == 1)
        #expect(lines.allSatisfy { line in line.spans.allSatisfy { $0.end <= width - 2 } })
    }

    @Test(arguments: [44, 66, 80, 110]) func noDateIsCut(width: Int) {
        let expired = [MachineFixture.banana, MachineFixture.cantata]
        let texts = lines(.expired, width: width, expired).map { $0.spans.map(\.text) }
        #expect(texts[0].contains { $0.hasSuffix("2026-11-10") })
        #expect(texts[0].last == "3개")
        #expect(texts[1].contains("100개 남음"), "those that can be sold have another date")
    }

    @Test(arguments: [20, 44, 80]) func whatHasExpiredDoesNotLookLikeMoreStock(width: Int) {
        for line in lines(.stock, width: width, MachineFixture.drinks) {
            #expect(!line.spans.contains { $0.text.contains("+") })
        }
        let badges = lines(.stock, width: width, [MachineFixture.banana])[0].spans.map(\.text)
        #expect(badges.contains([20: " !3 ", 44: " 지남 3 ", 80: " 기한 지남 3 "][width] ?? ""), "\(badges)")
    }

    @Test func aBarTakesTheRoomThatThereIs() {
        let widths = [44, 80, 110].map { width in
            lines(.stock, width: width, [MachineFixture.cantata])[0].spans.first { $0.text.contains("⣿") }?.columns ?? 0
        }
        #expect(widths == widths.sorted())
        #expect(widths.last == Bar.widest)
    }
}
