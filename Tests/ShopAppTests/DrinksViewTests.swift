import Canvas
import Foundation
import ShopClient
import ShopHTTP
import ShopModels
import Terminal
import TerminalText
import Testing

@testable import ShopApp

/// The machine as guests see it.
@Suite struct DrinksViewTests {
    private func picture(_ width: Int, _ height: Int, _ words: Words = .korean) -> String {
        Fixture.frame(MachineFixture.state(width, height), words).picture
    }

    @Test func onAnUsualScreen() {
        #expect(
            picture(80, 24) == """
                ─ 1 반찬 ─ 2 음료 ───────────────────────────────────────────────────── 연결됨 ─
                  우유  유통기한을 지키는 시원한 우유                                      2개

                  딸기우유                                                  구매 가능  1,200원
                  반찬가게  250 mL  유통기한 2026-11-28  딸기 4%                      5개 남음

                  바나나우유                                               기한 지남   1,500원
                  반찬가게  250 mL  유통기한 2026-11-10  바나나 1%

                  탄산음료  톡 쏘는 시원한 한 병                                           2개

                  콜라                                                      구매 가능  1,500원
                  반찬가게  250 mL  당 27g  카페인 25mg                               1개 남음

                  사이다                                                        품절   1,400원
                  반찬가게  250 mL  당 24g  레몬라임 1%

                  커피  따뜻하게, 또는 차갑게                                              2개

                  티오피 아메리카노                                      500원 모자람  2,500원
                  반찬가게  250 mL  뜨거움 65도  카페인 90mg  에티오피아 원두        12개 남음
                ── 잔액 2,000원 ─────────────────────────────────────────────────── 산 음료 2 ──
                  티오피 아메리카노, 콜라
                ─ Enter 사기 ─ t 천원 ─ f 5천원 ─ c 거스름돈 ─ a 관리 ─ ? 도움말 ─ q 나가기 ────
                """)
    }

    @Test func inEnglish() {
        #expect(
            picture(80, 24, .english) == """
                ─ 1 Banchan ─ 2 Drinks ───────────────────────────────────────────── connected ─
                  우유  유통기한을 지키는 시원한 우유                                        2

                  딸기우유                                                    can buy  1,200원
                  반찬가게  250 mL  best by 2026-11-28  strawberry 4%                   5 left

                  바나나우유                                                 expired   1,500원
                  반찬가게  250 mL  best by 2026-11-10  banana 1%

                  탄산음료  톡 쏘는 시원한 한 병                                             2

                  콜라                                                        can buy  1,500원
                  반찬가게  250 mL  sugar 27 g  caffeine 25 mg                          1 left

                  사이다                                                    sold out   1,400원
                  반찬가게  250 mL  sugar 24 g  citrus 1%

                  커피  따뜻하게, 또는 차갑게                                                2

                  티오피 아메리카노                                       500원 short  2,500원
                  반찬가게  250 mL  hot 65 C  caffeine 90 mg  beans: 에티오피아        12 left
                ── Balance 2,000원 ───────────────────────────────────────────────── bought 2 ──
                  티오피 아메리카노, 콜라
                ─ Enter buy ─ t 1,000원 ─ f 5,000원 ─ c change ─ a keeper ─ ? help ─ q quit ────
                """)
    }

    @Test func onALargeScreen() {
        #expect(
            picture(120, 40) == """
                ─ 1 반찬 ─ 2 음료 ───────────────────────────────────────────────────────────────────────────────────────────── 연결됨 ─
                  우유  유통기한을 지키는 시원한 우유                                                                              2개

                  딸기우유                                                                                          구매 가능  1,200원
                  반찬가게  250 mL  유통기한 2026-11-28  딸기 4%                                                              5개 남음

                  바나나우유                                                                                       기한 지남   1,500원
                  반찬가게  250 mL  유통기한 2026-11-10  바나나 1%

                  탄산음료  톡 쏘는 시원한 한 병                                                                                   2개

                  콜라                                                                                              구매 가능  1,500원
                  반찬가게  250 mL  당 27g  카페인 25mg                                                                       1개 남음

                  사이다                                                                                                품절   1,400원
                  반찬가게  250 mL  당 24g  레몬라임 1%

                  커피  따뜻하게, 또는 차갑게                                                                                      2개

                  티오피 아메리카노                                                                              500원 모자람  2,500원
                  반찬가게  250 mL  뜨거움 65도  카페인 90mg  에티오피아 원두                                                12개 남음

                  칸타타 라떼                                                                                    300원 모자람  2,300원
                  반찬가게  250 mL  차가움 4도  카페인 80mg  우유 12%                                                       100개 남음













                ── 잔액 2,000원 ─────────────────────────────────────────────────────────────────────────────────────────── 산 음료 2 ──
                  티오피 아메리카노, 콜라
                ─ Enter 사기 ─ t 천원 ─ f 5천원 ─ c 거스름돈 ─ a 관리 ─ r 다시 받기 ─ R 모두 ─ ? 도움말 ─ q 나가기 ─────────────────────
                """)
    }

    @Test func onASmallScreen() {
        #expect(
            picture(44, 14) == """
                ─ 1 반찬 ─ 2 음료 ───────────────── 연결됨 ─
                  우유  유통기한을 지키는 시원한 우유  2개
                  딸기우유              구매 가능  1,200원
                  250 mL  유통기한 2026-11-28     5개 남음
                  바나나우유           기한 지남   1,500원
                  250 mL  유통기한 2026-11-10  바나나 1%
                  탄산음료  톡 쏘는 시원한 한 병       2개
                  콜라                  구매 가능  1,500원
                  250 mL  당 27g  카페인 25mg     1개 남음
                  사이다                    품절   1,400원
                  250 mL  당 24g  레몬라임 1%
                ── 잔액 2,000원 ──── t f 넣기 ─ 산 음료 2 ──
                  티오피 아메리카노, 콜라
                ─ Enter 사기 ─ ? 도움말 ─ q 나가기 ─────────
                """)
    }

    @Test func onTheSmallestScreen() {
        #expect(
            picture(20, 6) == """
                ─ 2 음료 ── 연결됨 ─
                 우유           2개
                 딸기우유 O 1,200원
                 바나..  기한 지남
                ─ 잔액 2,000원 ─────
                ─ Enter 사기 ───────
                """)
    }

    @Test func tooLittleMoneyIsADialogAndTheBalanceStaysInSight() {
        func dialog(_ width: Int, _ height: Int) -> String {
            var state = MachineFixture.state(width, height)
            state.press(.enter)
            state.answer(.tooDear(missing: Won(500)))
            return Fixture.frame(state).picture
        }
        #expect(
            dialog(80, 24) == """
                ─ 1 반찬 ─ 2 음료 ───────────────────────────────────────────────────── 연결됨 ─
                  우유  유통기한을 지키는 시원한 우유                                      2개

                  딸기우유                                                  구매 가능  1,200원
                  반찬가게  250 mL  유통기한 2026-11-28  딸기 4%                      5개 남음

                  바나나우유                                               기한 지남   1,500원
                  반찬가게 ┌─ 딸기우유 ─────────────────────────────────────────────┐
                           │                                                        │
                  탄산음료 │  500원이 모자랍니다.                                   │      2개
                           │  t는 1,000원, f는 5,000원을 넣습니다.                  │
                  콜라     │                                                        │  1,500원
                  반찬가게 │  [ 확인 ]                                              │ 1개 남음
                           │                                                        │
                  사이다   └────────────────────────────────────────────────────────┘  1,400원
                  반찬가게  250 mL  당 24g  레몬라임 1%

                  커피  따뜻하게, 또는 차갑게                                              2개

                  티오피 아메리카노                                      500원 모자람  2,500원
                  반찬가게  250 mL  뜨거움 65도  카페인 90mg  에티오피아 원두        12개 남음
                ── 잔액 2,000원 ─────────────────────────────────────────────────── 산 음료 2 ──
                  티오피 아메리카노, 콜라
                ─ Enter 누르기 ─ Esc 닫기 ─ F1 도움말 ─ t 천원 ─ f 5천원 ───────────────────────
                """)
        #expect(
            dialog(44, 14) == """
                ─ 1 반찬 ─ 2 음료 ───────────────── 연결됨 ─
                  딸기우유
                  500원이 모자랍니다.
                  t는 1,000원, f는 5,000원을 넣습니다.

                  [ 확인 ]





                ── 잔액 2,000원 ──── t f 넣기 ─ 산 음료 2 ──
                  티오피 아메리카노, 콜라
                ─ Enter 누르기 ─ Esc 닫기 ─ F1 도움말 ──────
                """)
        #expect(
            dialog(20, 6) == """
                ─ 2 음료 ── 연결됨 ─
                 500원이
                 모자랍니다.
                 [확인]
                ─ 잔액 2,000원 ─────
                ─ Enter 누르기 ─────
                """)
    }

    @Test(arguments: [(80, 24), (120, 40), (44, 14), (20, 6)]) func theBalanceIsAlwaysInSight(width: Int, height: Int) {
        var state = MachineFixture.state(width, height)
        func isSeen() -> Bool { Fixture.frame(state).contains("2,000원") }
        #expect(isSeen())
        state.press(.end)
        #expect(isSeen())
        state.press(.enter)
        state.answer(.unavailable(.soldOut))
        #expect(isSeen())
        state.press(.enter, .character("c"))
        state.answer(.refused(status: 500))
        #expect(isSeen(), "beside a toast")
    }

    @Test func whatCanBeBoughtIsToldByWordsAndNotByColourAlone() {
        let look = MachineFixture.state(80, 24).drinks.look
        for width in [44, 80] {
            let row = DrinkRow(layout: MenuLayout(screen: Size(width: width, height: 24)), words: .korean, look: look)
            func title(_ drink: Drink) -> String {
                row.lines(of: drink)[0].spans.map(\.text).joined(separator: " ")
            }
            #expect(title(MachineFixture.cola).contains("구매 가능"))
            #expect(title(MachineFixture.cider).contains("품절"))
            #expect(title(MachineFixture.banana).contains("기한 지남"))
            #expect(title(MachineFixture.top).contains("모자람"))
        }
    }

    @Test func aDrinkIsHotFromSixtyDegrees() {
        func words(_ celsius: Int) -> String {
            let traits = DrinkTraits.coffee(temperature: celsius, caffeine: 1, .georgia(roast: .dark))
            return Words.korean.drinks.traits(MachineFixture.drink("a", "a", 1, 1, traits))[0]
        }
        #expect(words(60) == "뜨거움 60도" && words(59) == "차가움 59도")
    }

    @Test func aPurchaseDrawsTheFootAndTheRowsItConcernsOnly() throws {
        var view = ShopView(words: .korean)
        var compositor = Compositor()
        var state = MachineFixture.state(80, 24)
        state.press(.down, .down, .enter)
        _ = compositor.plan(for: view.frame(of: state))
        let sold = SoldDrink(drink: MachineFixture.bought(9, MachineFixture.cola), balance: Won(500))
        state.answer(.bought(sold))
        let plan = compositor.plan(for: view.frame(of: state))
        #expect(plan.changed == ["drinks/soda", "drinks/coffee", "drinks-foot", "toast"].asRegions)
        state.tell(.machine(.success(state.drinks.machine ?? MachineFixture.machine)))
        #expect(compositor.plan(for: view.frame(of: state)).changed.isEmpty, "the same news draw nothing")
    }
}

extension [String] {
    var asRegions: Set<Region> { Set(map { Region($0) }) }
}

/// What was bought, in pictures.
@Suite struct DrinksStripTests {
    private static let pictured = MachineFixture.drinks.map { drink in
        Drink(
            id: drink.id, brand: drink.brand, name: drink.name, volume: drink.volume, price: drink.price,
            count: drink.count, expired: drink.expired, manufacturedOn: drink.manufacturedOn,
            image: "/pictures/\(drink.id).png", traits: drink.traits)
    }

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
            state.pictures.wish.inView.suffix(2) == [
                PictureRequest("/pictures/cola.png", fitting: size),
                PictureRequest("/pictures/strawberry.png", fitting: size),
            ])
    }

    @Test func aPictureTakesThePlaceOfTheName() {
        let bought = [DrinksStripTests.pictured[0], DrinksStripTests.pictured[2]]
        var state = state(80, 24, machine: machine(bought))
        #expect(Fixture.frame(state).picture.split(separator: "\n").suffix(3).first == "  콜라 딸기")
        let size = Size(width: 4, height: 2)
        let known: [PictureRequest: PictureState] = [
            PictureRequest("/pictures/cola.png", fitting: size): .ready(Fixture.cells(size))
        ]
        _ = reduce(&state, .picturesChanged(known))
        let lines = Fixture.frame(state).picture.split(separator: "\n").suffix(3).prefix(2)
        #expect(lines == ["  ▄▄▄▄ 딸기", "  ▄▄▄▄ 우유"])
    }

    @Test func asManyAreShownAsThereIsRoomFor() {
        let many = machine(Array(repeating: DrinksStripTests.pictured[0], count: 40))
        let state = state(80, 24, machine: many)
        #expect(DrinksFoot.requests(state).count == 15)
        #expect(Fixture.frame(state).contains("산 음료 40"))
    }

    @Test func onAnotherCounterNoneIsWanted() {
        var state = state(80, 24, machine: machine([DrinksStripTests.pictured[0]]))
        state.press(.character("1"))
        #expect(DrinksFoot.requests(state).isEmpty)
    }

    @Test func whereNothingWasBoughtItIsSaidHowTo() {
        let state = MachineFixture.state(
            80, 24, machine: DrinksMachine(balance: Won(0), affordable: [], purchases: []))
        #expect(Fixture.frame(state).contains("아직 산 음료가 없습니다. t와 f로 돈을 넣고 Enter로 삽니다."))
    }
}

/// The machine as its keeper sees it.
@Suite struct KeepingViewTests {
    private func stock(_ width: Int, _ height: Int) -> String {
        Fixture.frame(MachineFixture.keeper(width, height)).picture
    }

    private func sales(_ width: Int, _ height: Int, _ keeping: DrinksKeeping = MachineFixture.keeping) -> String {
        var state = MachineFixture.keeper(width, height, keeping)
        state.press(.backTab)
        return Fixture.frame(state).picture
    }

    @Test func theStock() {
        #expect(
            stock(80, 24) == """
                ─ 1 반찬 ─ 2 음료 ───────────────────────────────────────────────────── 연결됨 ─
                   재고   기한 지남   뜨거운 음료   판매

                  딸기우유            ==-----------------------                              5
                  바나나우유          -------------------------              기한 지남 3     0
                  콜라                =------------------------                              1
                  사이다              -------------------------                              0
                  티오피 아메리카노   ===----------------------                             12
                  칸타타 라떼         =========================              기한 지남 2   100














                ─ Enter 재고 ─ x 빼기 ─ Tab 다른 보기 ─ Esc 닫기 ─ ? 도움말 ────────────────────
                """)
        #expect(
            stock(44, 14) == """
                ─ 1 반찬 ─ 2 음료 ───────────────── 연결됨 ─
                   재고   기한 지남   뜨거운 음료   판매
                  딸기우유    =---------                 5
                  바나나우유  ---------  기한 지남 3     0
                  콜라        =---------                 1
                  사이다      ----------                 0
                  티오피 아메리카노                     12
                  칸타타 라떼  ========  기한 지남 2   100





                ─ Enter 재고 ─ Esc 닫기 ─ ? 도움말 ─────────
                """)
        #expect(
            stock(20, 6) == """
                ─ 2 음료 ── 연결됨 ─
                  재고
                 딸기우유         5
                 바나나..  +3     0
                 콜라             1
                ─ Esc 닫기 ─────────
                """)
    }

    @Test func theSharesStandBesideTheStockWhereThereIsRoom() {
        #expect(
            stock(120, 40) == """
                ─ 1 반찬 ─ 2 음료 ───────────────────────────────────────────────────────────────────────────────────────────── 연결됨 ─
                   재고   기한 지남   뜨거운 음료   판매

                  딸기우유            ==-----------------------                          5             ⠠⠠⠠⠠⠡⠡⣿⣿⣷⣶⣦⣤⣀
                  바나나우유          -------------------------          기한 지남 3     0          ⠠⠠⠡⠡⠡⠡⠡⠡⠡⣿⣿⣿⣿⣿⣿⣿⣷⣦⡀
                  콜라                =------------------------                          1        ⠠⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣦⡀
                  사이다              -------------------------                          0      ⠠⠠⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣷⡄
                  티오피 아메리카노   ===----------------------                         12      ⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⡀
                  칸타타 라떼         =========================          기한 지남 2   100     ⠠⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣇
                                                                                               ⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿
                                                                                               ⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⠥⠭⠽⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿
                                                                                               ⠡⠡⠡⠡⠡⠡⠡⠡⠡⠥⠭⠭⠭⠭⠭⠽⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⡏
                                                                                                ⠡⠡⠡⠡⠥⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠽⢿⣿⣿⣿⣿⣿⣿⣿⣿⣿⠁
                                                                                                 ⠥⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⢿⣿⣿⣿⣿⣿⣿⡿⠃
                                                                                                 ⠈⠩⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⢿⣿⣿⣿⣿⠟⠁
                                                                                                   ⠈⠩⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠿⡿⠟⠁
                                                                                                      ⠉⠉⠩⠭⠭⠭⠭⠭⠭⠭⠭⠍⠉⠉

                                                                                              ⣿⣿ 우유      5병  42%
                                                                                              ⠭⠭ 탄산음료  3병  25%
                                                                                              ⠡⠡ 커피      4병  33%
                                                                                                 모두     12병 20,500원

















                ─ Enter 재고 ─ x 빼기 ─ Tab 다른 보기 ─ Esc 닫기 ─ ? 도움말 ────────────────────────────────────────────────────────────
                """)
    }

    @Test func theSales() {
        #expect(
            sales(80, 24) == """
                ─ 1 반찬 ─ 2 음료 ───────────────────────────────────────────────────── 연결됨 ─
                   재고   기한 지남   뜨거운 음료   판매

                           ⠠⠠⠠⠠⠡⠡⣿⣿⣷⣶⣦⣤⣀              티오피 아메리카노   06-15 15:18  2,500원
                        ⠠⠠⠡⠡⠡⠡⠡⠡⠡⣿⣿⣿⣿⣿⣿⣿⣷⣦⡀           딸기우유            06-15 15:17  1,200원
                      ⠠⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣦⡀         콜라                06-15 15:16  1,500원
                    ⠠⠠⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣷⡄
                    ⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⡀
                   ⠠⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣇
                   ⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿
                   ⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⠡⠥⠭⠽⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿
                   ⠡⠡⠡⠡⠡⠡⠡⠡⠡⠥⠭⠭⠭⠭⠭⠽⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⡏
                    ⠡⠡⠡⠡⠥⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠽⢿⣿⣿⣿⣿⣿⣿⣿⣿⣿⠁
                     ⠥⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⢿⣿⣿⣿⣿⣿⣿⡿⠃
                     ⠈⠩⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⢿⣿⣿⣿⣿⠟⠁
                       ⠈⠩⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠭⠿⡿⠟⠁
                          ⠉⠉⠩⠭⠭⠭⠭⠭⠭⠭⠭⠍⠉⠉

                  ⣿⣿ 우유      5병  42%
                  ⠭⠭ 탄산음료  3병  25%
                  ⠡⠡ 커피      4병  33%
                     모두     12병 20,500원

                ─ Tab 다른 보기 ─ Esc 닫기 ─ ? 도움말 ──────────────────────────────────────────
                """)
        #expect(
            sales(44, 14) == """
                ─ 1 반찬 ─ 2 음료 ───────────────── 연결됨 ─
                   재고   기한 지남   뜨거운 음료   판매
                     ⠠⠠⠡⠡⣿⣿⣶⣤⡀
                   ⠠⠡⠡⠡⠡⠡⣿⣿⣿⣿⣿⣦   ⣿⣿ 우유      5병  42%
                  ⠠⠡⠡⠡⠡⠡⠡⣿⣿⣿⣿⣿⣿⣧  ⠭⠭ 탄산음료  3병  25%
                  ⠡⠡⠡⠡⠡⠡⠡⢿⣿⣿⣿⣿⣿⣿  ⠡⠡ 커피      4병  33%
                  ⠡⠡⠡⠥⠥⠭⠭⠭⢿⣿⣿⣿⣿⡟     모두     12병
                   ⠩⠭⠭⠭⠭⠭⠭⠭⢿⣿⣿⠟
                    ⠈⠉⠭⠭⠭⠭⠭⠭⠙⠁
                  티오피 아메리카노   06-15 15:18  2,500원
                  딸기우유            06-15 15:17  1,200원
                  콜라                06-15 15:16  1,500원

                ─ Tab 다른 보기 ─ Esc 닫기 ─ ? 도움말 ──────
                """)
        #expect(
            sales(20, 6) == """
                ─ 2 음료 ── 연결됨 ─
                  판매
                 ⣿⣿ 우유      42%
                 ⠭⠭ 탄산음료  25%
                 ⠡⠡ 커피      33%
                ─ Esc 닫기 ─────────
                """)
    }

    @Test func nothingSoldYetIsAStateOfItsOwn() {
        #expect(
            sales(80, 24, DrinksKeeping(drinks: [], history: MachineFixture.noHistory)) == """
                ─ 1 반찬 ─ 2 음료 ───────────────────────────────────────────────────── 연결됨 ─
                   재고   기한 지남   뜨거운 음료   판매

                          ⣀⡤⠔⠒⠊⠉⠉⠉⠉⠑⠒⠢⢤⣀
                       ⢀⠴⠊⠁            ⠈⠑⠦⡀
                     ⢀⡔⠁                  ⠈⢢⡀
                    ⢠⠎                      ⠱⡄
                   ⢀⠏                        ⠹⡀
                   ⡸                          ⢇
                   ⡇                          ⢸
                   ⡇                          ⢸
                   ⢱                          ⡎
                   ⠈⣆                        ⣰⠁
                    ⠘⢆                      ⡰⠃
                     ⠈⠣⡀                  ⢀⠜⠁
                       ⠈⠲⢄⡀            ⢀⡠⠖⠁
                          ⠉⠓⠢⠤⢄⣀⣀⣀⣀⡠⠤⠔⠚⠉

                  ⣿⣿ 우유     0병   0%
                  ⠭⠭ 탄산음료 0병   0%
                  ⠡⠡ 커피     0병   0%
                  아직 팔린 음료가 없습니다.

                ─ Tab 다른 보기 ─ Esc 닫기 ─ ? 도움말 ──────────────────────────────────────────
                """)
    }

    @Test func theStepper() {
        func stepper(_ width: Int, _ height: Int) -> String {
            var state = MachineFixture.keeper(width, height)
            state.press(.enter, .character("9"))
            return Fixture.frame(state).picture
        }
        #expect(
            stepper(80, 24) == """
                ─ 1 반찬 ─ 2 음료 ───────────────────────────────────────────────────── 연결됨 ─
                   재고   기한 지남   뜨거운 음료   판매

                  딸기우유            ==-----------------------                              5
                  바나나우유          -------------------------              기한 지남 3     0
                  콜라                =------------------------                              1
                  사이다              -------------------------                              0
                  티오피 아메리카노   ===----------------------                             12
                  칸타타 라┌─ 딸기우유 ─────────────────────────────────────────────┐  2   100
                           │                                                        │
                           │  9     - +  ===----------------------          전에 5  │
                           │                                                        │
                           │  0개부터 100개까지                                     │
                           │                                                        │
                           └────────────────────────────────────────────────────────┘








                ─ Enter 적용 ─ 0-9 수량 ─ Esc 그만두기 ─ F1 도움말 ─────────────────────────────
                """)
        #expect(
            stepper(44, 14) == """
                ─ 1 반찬 ─ 2 음료 ───────────────── 연결됨 ─
                  딸기우유
                  9     - +  ==-------------------- 전에 5

                  0개부터 100개까지








                ─ Enter 적용 ─ Esc 그만두기 ─ F1 도움말 ────
                """)
        #expect(
            stepper(20, 6) == """
                ─ 2 음료 ── 연결됨 ─
                 딸기우유
                 9     - +   전에 5

                 0개부터 100개까지
                ─ Enter 적용 ───────
                """)
    }

    @Test func aSaleElsewhereDrawsTheSharesAndWhatWasSold() {
        var view = ShopView(words: .korean)
        var compositor = Compositor()
        var state = MachineFixture.keeper(120, 40)
        _ = compositor.plan(for: view.frame(of: state))
        let history = DrinksHistory(
            totals: MachineFixture.history.totals.map {
                $0.kind == .soda ? DrinkKindTotal(kind: .soda, count: 4, amount: Won(6_000)) : $0
            }, purchases: MachineFixture.history.purchases)
        state.tell(.keeping(.success(DrinksKeeping(drinks: MachineFixture.drinks, history: history)), zone: .gmt))
        #expect(compositor.plan(for: view.frame(of: state)).changed == [Region("keeping-chart")])
        state.press(.down)
        #expect(compositor.plan(for: view.frame(of: state)).changed == [Region("keeping-list")])
    }
}
