import Canvas
import Domain
import Foundation
import Settings
import ShopClient
import Terminal
import TerminalText
import TestSupport
import Testing

@testable import ShopApp

/// A shop that says which tabs and sections it has, and changes them while it is open.
struct ArrangedShopTests {
    static let late = MenuSection(
        id: "late", title: "밤참", subtitle: "열 시부터", englishTitle: "Late bites", englishSubtitle: "from ten")
    static let bread = MenuSection(id: "bread", title: "빵")
    private static let standard = MenuSection.standard

    private static func shop(
        _ name: PlainText? = nil, _ counters: [CounterName] = CounterName.allCases,
        _ sections: [MenuSection] = standard
    ) -> PresentShop {
        PresentShop(
            ShopProfile(
                head: ShopHead(name: name, englishName: name.map { _ in "Sobanga" }), timeZone: "UTC",
                counters: counters, sections: sections))
    }

    /// Returns the shop with all counters and those settings from the start.
    private func state(
        _ appearance: ShopAppearance = ShopAppearance(), width: Int = 80, height: Int = 24,
        sections: [Section] = Fixture.sections, shopName: String? = "shop.local:8080"
    ) -> ShopState {
        ShopState(
            size: Size(width: width, height: height),
            sections: sections + [BarFixture.section(BarFixture.juices), BarFixture.section(BarFixture.fruits)]
                + DrinkKind.allCases.map { MachineFixture.section($0) },
            counters: [
                MenuCounter(sections: appearance.sections), JuiceCounter(), DrinksCounter(), ContactsCounter(),
                OrdersCounter(zone: OrdersFixture.zone),
            ], connection: .connected, shopName: shopName, appearance: appearance, now: Fixture.noon)
    }

    private func picture(_ state: ShopState, _ words: Words = .korean) -> String { Fixture.frame(state, words).picture }

    // MARK: - Sections

    @Test func aShopThatSaysNothingChangesNothing() {
        var state = state()
        let before = Fixture.frame(state)
        let effects = state.tell(.shopKnown(ArrangedShopTests.shop()))
        #expect(!effects.contains(.arrange) && !effects.contains(.show(.menu)))
        #expect(Fixture.frame(state) == before)
    }

    @Test func sectionsAreAddedRemovedAndReorderedAndTheSelectionStays() {
        var state = state()
        state.press(.tab)
        #expect(state.list.selected(Dish.self) == Fixture.stew)
        let sections = [ArrangedShopTests.late, ArrangedShopTests.standard[1], ArrangedShopTests.bread]
        let effects = state.tell(.shopKnown(ArrangedShopTests.shop(nil, CounterName.allCases, sections)))
        #expect(effects.prefix(2) == [.arrange, .show(.menu)])
        #expect(state.list.allSections.map(\.id.name) == ["late", "soup", "bread"])
        #expect(state.list.selected(Dish.self) == Fixture.stew)
        let shown = picture(state)
        for text in ["밤참", "열 시부터", "국.찌게", "빵"] { #expect(shown.contains(text), "\(text)") }
        #expect(!shown.contains("메인반찬"))
        let english = picture(state, .english)
        for text in ["Late bites", "from ten", "Soups and stews", "빵"] { #expect(english.contains(text), "\(text)") }
        // What arrives for a new one is in its place, and what still arrives for one that is gone is not.
        let rows = Fixture.section(ArrangedShopTests.bread.section, [Fixture.bulgogi])
        _ = reduce(&state, .sectionChanged(rows, at: Fixture.noon))
        _ = reduce(&state, .sectionChanged(Fixture.section(.main, [Fixture.galbi]), at: Fixture.noon))
        #expect(state.list.allSections.map(\.rows.count) == [0, 1, 1])
        state.press(.tab)
        #expect(state.list.selected(Dish.self) == Fixture.bulgogi)
        // It is for sale like any other.
        state.press(.character("o"))
        #expect(state.order?.lines.map(\.item.title) == [Fixture.bulgogi.title])
    }

    @Test func whoStandsInASectionThatGoesStandsInItsNeighbour() {
        var state = state()
        state.press(.down)
        #expect(state.list.selected(Dish.self) == Fixture.bulgogi)
        _ = state.tell(.shopKnown(ArrangedShopTests.shop(nil, CounterName.allCases, [ArrangedShopTests.standard[1]])))
        #expect(state.list.selected(Dish.self) == Fixture.stew)
        _ = state.tell(.shopKnown(ArrangedShopTests.shop()))
        #expect(state.list.selected(Dish.self) == Fixture.stew)
        #expect(state.list.allSections.map(\.id) == SectionID.menu)
    }

    @Test func aRenamedSectionChangesOnlyItsHeading() {
        var state = state()
        var view = ShopView(words: .korean)
        var compositor = Compositor()
        _ = compositor.plan(for: view.frame(of: state))
        var sections = ArrangedShopTests.standard
        sections[1] = MenuSection(id: "soup", title: "뜨끈한 국")
        _ = state.tell(.shopKnown(ArrangedShopTests.shop(nil, CounterName.allCases, sections)))
        let plan = compositor.plan(for: view.frame(of: state))
        #expect(plan.changed == [Region("woowa/soup")])
        #expect(plan.rows.map(\.row).count == 1)
        #expect(picture(state).contains("뜨끈한 국"))
    }

    @Test func aSearchLooksIntoTheNewSections() {
        var state = state()
        state.press(.character("/"))
        state.type("불고기")
        #expect(state.list.foundCount == 1)
        let sections = ArrangedShopTests.standard + [ArrangedShopTests.late]
        _ = state.tell(.shopKnown(ArrangedShopTests.shop(nil, CounterName.allCases, sections)))
        let rows = Fixture.section(ArrangedShopTests.late.section, Fixture.manyDishes(2, prefix: "불고기"))
        _ = reduce(&state, .sectionChanged(rows, at: Fixture.noon))
        #expect(state.list.foundCount == 3)
    }

    @Test func theGuestsOwnSectionsStandAfterTheShopsAndNotTwice() {
        let own = MenuCounter(
            sections: [ArrangedShopTests.late],
            ownSections: ["woowa/late", "woowa/mine"].map {
                .init(name: $0, heading: .init(title: $0, subtitle: ""), source: .path($0))
            })
        #expect(own.sections.map(\.id.path) == ["woowa/late", "woowa/mine"])
        #expect(own.heading(of: ArrangedShopTests.late.section)[.english].title == "Late bites")
        #expect(own.heading(of: SectionID(path: "woowa/mine"))[.english].title == "woowa/mine")
    }

    // MARK: - Counters

    @Test func theTabsAreThoseOfTheShopInItsOrder() {
        var state = state(ShopAppearance(counters: [.drinks, .orders, .menu]))
        #expect(state.counter == .drinks)
        var frame = picture(state)
        for text in ["1 음료", "2 주문", "3 반찬"] { #expect(frame.contains(text), "\(text)") }
        for text in ["주스", "연락처"] { #expect(!frame.contains(text), "\(text)") }
        state.press(.character("3"))
        #expect(state.counter == .menu)
        state.press(.character("4"))
        #expect(state.counter == .menu)
        #expect(!state.helpTopics.contains { $0.keys.contains { $0.command == .make } })
        // All of them again, and then another order.
        let effects = state.tell(.shopKnown(ArrangedShopTests.shop()))
        #expect(effects.contains(.show(.menu)))
        frame = picture(state)
        for text in ["1 반찬", "2 주스", "5 주문"] { #expect(frame.contains(text), "\(text)") }
        #expect(state.counter == .menu)
    }

    @Test func whoStandsAtACounterThatGoesIsShownTheFirst() {
        var state = state()
        state.press(.character("2"))
        #expect(state.counter == .juice)
        let effects = state.tell(.shopKnown(ArrangedShopTests.shop(nil, [.orders, .menu])))
        #expect(state.counter == .orders)
        #expect(effects.contains(.show(.orders)))
    }

    @Test func aShopWithoutOrdersOffersNothingToOrder() {
        var state = state(ShopAppearance(counters: [.drinks]))
        #expect(state.sellers.isEmpty)
        #expect(!picture(state).contains("장바구니"))
        _ = state.tell(.shopKnown(ArrangedShopTests.shop()))
        #expect(!state.sellers.isEmpty)
    }

    @Test func aCounterThatNoFileCanNameComesAfterTheOthers() {
        let ids = [CounterID.menu, CounterID("tea"), .orders]
        #expect(ShopAppearance().tabs(of: ids) == [0, 1, 2])
        #expect(ShopAppearance(counters: [.orders, .menu]).tabs(of: ids) == [2, 0, 1])
        #expect(ShopAppearance(counters: [.contacts]).tabs(of: [.menu]) == [0])
    }

    // MARK: - Delivery

    @Test func thePageOfADishHasTheShopsOwnTermsOfDelivery() {
        let rule = DeliveryRule(fee: Won(3_000), freeFrom: Won(30_000), minimum: Won(12_000))
        var state = state()
        state.press(.right)
        state.arrive()
        #expect(picture(state).contains("2,500원 (40,000원 이상"))
        _ = state.tell(.shopKnown(PresentShop(ShopProfile(timeZone: "UTC", delivery: rule))))
        let shown = picture(state)
        #expect(shown.contains("3,000원 (30,000원 이상 구매 시 무료), 12,000원부터 배달"), "\(shown)")
        #expect(!shown.contains("2,500원"))
        #expect(picture(state, .english).contains("3,000원 (free from 30,000원), delivery from 12,000원"))
        // A page that is opened later has them, too, until the dishes' own texts apply again.
        state.press(.escape, .right)
        state.arrive()
        #expect(picture(state).contains("3,000원 (30,000원 이상"))
        _ = state.tell(.shopKnown(ArrangedShopTests.shop()))
        #expect(picture(state).contains("2,500원 (40,000원 이상"))
    }

    @Test func theTermsOfDeliveryAreKnownFromTheStart() {
        #expect(Language.korean.terms(DeliveryRule(fee: Won(0), freeFrom: Won(1))) == "무료")
        let appearance = ShopAppearance(delivery: DeliveryRule(fee: Won(3_000)))
        var state = ShopState(
            size: Size(width: 80, height: 24), sections: Fixture.sections,
            counters: [MenuCounter(delivery: appearance.delivery)], connection: .connected, appearance: appearance,
            now: Fixture.noon)
        state.press(.right)
        state.arrive()
        #expect(picture(state).contains("3,000원") && !picture(state).contains("2,500원"))
    }

    // MARK: - Name

    @Test func itsNameIsTheTitleAndInTheEdgeAndItsWelcome() {
        var state = state()
        #expect(state.title(.korean) == "반찬 (shop.local:8080)")
        _ = state.tell(.shopKnown(ArrangedShopTests.shop("소반가")))
        #expect(state.title(.korean) == "반찬 - 소반가")
        #expect(state.title(.english) == "Banchan - Sobanga")
        #expect(picture(state).contains("연결됨  소반가"))
        _ = reduce(&state, .connectionChanged(.disconnected))
        #expect(picture(state).contains("연결 끊김  소반가"))
        #expect(!picture(state).contains("shop.local"))
        _ = reduce(&state, .firstVisit)
        #expect(picture(state).contains("어서 오세요, 소반가입니다"))
    }

    @Test func aNameWithoutRoomIsLeftOut() {
        var state = state(width: 44, height: 14)
        let name = PlainText(String(repeating: "가", count: 100))
        _ = state.tell(.shopKnown(ArrangedShopTests.shop(name)))
        #expect(picture(state).contains("연결됨"))
        #expect(!picture(state).contains("가가"))
    }
}

/// The same in the whole loop.
@TerminalActor
@Suite struct ArrangedShopLoopTests {
    private let terminal = RecordingTerminal(size: Size(width: 80, height: 40))
    private let source = ScriptedSource()

    @Test func newSectionsAreFetchedAndTheTitleChanges() async {
        let shop = Watched(PresentShop(ShopProfile()))
        let repository = SectionRepository(sections: SectionDefinition.menu, source: source)
        let loop = ShopLoop(
            device: terminal, repository: repository,
            counters: [
                .menu(), .orders(OrderQueue(client: .none), profiles: ShopProfileSource { shop.value }),
            ], words: .korean)
        async let running: Void = loop.run()
        for id in SectionID.menu { await source.answer(id, Fixture.manyDishes(2, prefix: id.name)) }
        await terminal.wait { frame in SectionID.menu.allSatisfy { frame.picture.contains("\($0.name) 1") } }
        let late = ArrangedShopTests.late
        shop.change {
            $0 = PresentShop(
                ShopProfile(
                    head: ShopHead(name: "소반가"), sections: [MenuSection.standard[1], late, ArrangedShopTests.bread]))
        }
        // As if the server had said so.
        NotificationCenter.default.post(SectionDidChange(section: .shop), subject: repository)
        await source.answer(late.section, Fixture.manyDishes(1, prefix: "야식"))
        await source.answer(ArrangedShopTests.bread.section, Fixture.manyDishes(1, prefix: "단팥빵"))
        await terminal.wait { frame in ["soup 1", "야식 0", "단팥빵 0"].allSatisfy { frame.picture.contains($0) } }
        #expect(!(terminal.frame?.picture.contains("main 1") ?? true))
        #expect(terminal.titles.last == "반찬 - 소반가")
        #expect(source.requests.all.count { $0 == .soup } == 1, "what stays is not fetched again")
        #expect(repository.sections.map(\.name).prefix(3) == ["soup", "late", "bread"])
        terminal.press(.character("q"))
        await running
    }
}
