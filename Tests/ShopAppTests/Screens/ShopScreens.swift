import Canvas
import Contacts
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText

@testable import ShopApp

extension ScreenFile {
    static let all: [ScreenFile] =
        menu + dish + order + juice + drinks + keeper + contacts + contactCard + contactForm + orders + shell + settings
        + plain
}

/// Returns the shop with all its counters, from which most screens are recorded, after `keys` and the keys of `text`.
func recordedShop(
    _ size: Size, _ colors: PictureColors, _ sections: [Section] = Fixture.sections,
    connection: Connection = .connected, at counter: Key = .character("1"), pressing keys: Key...,
    typing text: String = ""
) -> ShopState {
    var state = ShopState(
        size: size,
        sections: sections + [BarFixture.section(BarFixture.juices), BarFixture.section(BarFixture.fruits)]
            + DrinkKind.allCases.map { MachineFixture.section($0) },
        connection: connection, pictureColors: colors, hasPhoneBook: true, shopName: "shop.local:8080",
        zone: OrdersFixture.zone, now: Fixture.noon)
    state.press(counter)
    state.press(keys)
    state.type(text)
    return state
}

/// Returns the shop after ordering a dish, which had `outcome`.
private func ordered(
    _ size: Size, _ colors: PictureColors, connection: Connection = .connected, _ outcome: OrderOutcome
) -> ShopState {
    var state = recordedShop(size, colors, connection: connection)
    state.guest.name = "홍길동"
    state.press(.character("o"), .tab)
    if let draft = state.sent(.enter) { state.report(draft, outcome) }
    return state
}

/// Returns the juice bar after its keeper changed the stock, which had `outcome`.
private func restocked(_ size: Size, _ colors: PictureColors, _ outcome: StockOutcome) -> ShopState {
    var state = recordedShop(size, colors, at: .character("2"))
    let effects = state.press(.character("e"), .right, .enter)
    if let draft = ShopState.stock(in: effects) { state.report(draft, outcome) }
    return state
}

extension ScreenFile {
    private static let menu = [
        ScreenFile("menu") { recordedShop($0, $1) },
        ScreenFile("menu-scrolled") { size, colors in
            var state = recordedShop(
                size, colors, [Fixture.section(.main, Fixture.manyDishes(40)), Fixture.sections[1]])
            state.press(.pageDown, .pageDown, .down)
            return state
        },
        ScreenFile("menu-folded") { recordedShop($0, $1, pressing: .character("z"), .down, .down, .character("z")) },
        ScreenFile("menu-pictures") { size, colors in
            var state = recordedShop(size, colors, Fixture.picturedSections(3))
            state.showPictures()
            return state
        },
        ScreenFile("menu-empty") { recordedShop($0, $1, SectionID.menu.map { Fixture.section($0, []) }) },
        ScreenFile("menu-left-out") { recordedShop($0, $1, [Fixture.section(leftOut: 1), Fixture.sections[1]]) },
        ScreenFile("menu-not-kept") { size, colors in
            var state = recordedShop(size, colors)
            _ = reduce(&state, .started([.unsaved(UnsavedData.allCases)]))
            return state
        },
        ScreenFile("menu-failed") { size, colors in
            let failed = Section(id: .main, failure: .body(.missing(item: 2, key: "title")))
            return recordedShop(size, colors, [failed, Section(id: .soup, failure: .status(503)), Fixture.sections[1]])
        },
        ScreenFile("menu-stale") { size, colors in
            var section = Fixture.section(.main, [Fixture.galbi, Fixture.bulgogi])
            (section.isFresh, section.isFetching) = (false, true)
            var failed = Fixture.section(.soup, [Fixture.stew])
            (failed.isFresh, failed.failure) = (false, .timedOut)
            var state = recordedShop(size, colors, [section, failed])
            state.now = Fixture.noon.addingTimeInterval(7_300)
            return state
        },
        ScreenFile("menu-offline") { size, colors in
            var state = recordedShop(size, colors)
            _ = reduce(&state, .connectionChanged(.disconnected, nextTry: Fixture.noon + 8))
            return state
        },
        ScreenFile("menu-never-connected") { size, colors in
            var state = recordedShop(
                size, colors, SectionID.menu.map { Section(id: $0, failure: .unreachable) }, connection: .connecting)
            _ = reduce(&state, .connectionChanged(.disconnected, nextTry: Fixture.noon + 30))
            return state
        },
        ScreenFile("menu-of-own-sections") { size, colors in
            let sections = [ArrangedShopTests.late, MenuSection.standard[1], ArrangedShopTests.bread]
            let profile = ShopProfile(
                head: ShopHead(name: "소반가", englishName: "Sobanga"), timeZone: "UTC",
                counters: [.menu, .drinks, .orders], sections: sections)
            var state = recordedShop(size, colors)
            _ = state.tell(.shopKnown(PresentShop(profile)))
            let late = Fixture.section(ArrangedShopTests.late.section, [Fixture.bulgogi])
            _ = reduce(&state, .sectionChanged(late, at: Fixture.noon))
            return state
        },
        ScreenFile("menu-connecting") { size, colors in
            recordedShop(
                size, colors, SectionID.menu.map { Section(id: $0, isFetching: true) }, connection: .connecting)
        },
    ]

    private static let dish = [
        ScreenFile("dish-loading") { recordedShop($0, $1, pressing: .right) },
        ScreenFile("dish") { size, colors in
            var state = recordedShop(size, colors, pressing: .right)
            state.arrive()
            return state
        },
        ScreenFile("dish-pictures") { size, colors in
            var state = recordedShop(size, colors, pressing: .right)
            state.arrive()
            state.press(.right, .pageDown)
            state.showPictures()
            return state
        },
        ScreenFile("dish-failed") { size, colors in
            var state = recordedShop(size, colors, pressing: .right)
            state.arrive(.failure(.unreachable))
            return state
        },
    ]

    private static let order = [
        ScreenFile("order") { recordedShop($0, $1, pressing: .character("o"), typing: "홍길동") },
        ScreenFile("order-problems") {
            recordedShop($0, $1, pressing: .character("o"), .tab, .backspace, .tab, .enter)
        },
        ScreenFile("order-suggestions") { size, colors in
            var state = recordedShop(size, colors, pressing: .character("o"), .character("김"))
            state.suggest(["김영희", "김철수"], for: "김")
            state.press(.down)
            return state
        },
        ScreenFile("order-sending") { size, colors in
            var state = recordedShop(size, colors)
            state.guest.name = "홍길동"
            state.press(.right)
            state.arrive()
            state.press(.character("o"), .character("3"), .tab, .enter)
            return state
        },
        ScreenFile("order-another-price") { size, colors in
            ordered(size, colors, .refused(OrderRefusal(status: 409, problems: [0: .price(Won(11_900))])))
        },
        ScreenFile("order-placed") { ordered($0, $1, .stored(nil)) },
        ScreenFile("order-kept") { size, colors in
            var state = ordered(size, colors, connection: .disconnected, .kept(.unreachable))
            state.ordersWait(2)
            return state
        },
    ]

    private static let juice = [
        ScreenFile("juice") { recordedShop($0, $1, at: .character("2")) },
        ScreenFile("juice-making") { recordedShop($0, $1, at: .character("2"), pressing: .down, .enter, .down) },
        ScreenFile("juice-made") { size, colors in
            var state = recordedShop(size, colors, at: .character("2"), pressing: .down)
            if let draft = ShopState.juice(in: state.press(.enter)) { state.report(draft, .made(nil)) }
            return state
        },
        ScreenFile("juice-question") { size, colors in
            var state = recordedShop(size, colors, at: .character("2"))
            if let draft = ShopState.juice(in: state.press(.enter)) {
                state.report(draft, .short(["strawberry": 6, "banana": 1]))
            }
            state.press(.right)
            return state
        },
        ScreenFile("stock") {
            recordedShop($0, $1, at: .character("2"), pressing: .character("e"), .down, typing: "50")
        },
        ScreenFile("stock-sending") {
            recordedShop($0, $1, at: .character("2"), pressing: .character("e"), .down, .right, .enter)
        },
        ScreenFile("stock-refused") { restocked($0, $1, .refused(status: 401)) },
        ScreenFile("stock-stored") { restocked($0, $1, .stored) },
    ]

    private static let shell: [ScreenFile] = [
        ScreenFile("idle-warning") { size, colors in
            var state = recordedShop(size, colors)
            state.layers[IdleWarning.self] = IdleWarning(secondsLeft: 42)
            return state
        },
        ScreenFile("help") { recordedShop($0, $1, pressing: .character("?")) },
        ScreenFile("help-scrolled") { recordedShop($0, $1, pressing: .character("?"), .pageDown, .pageDown) },
        ScreenFile("help-whole", sizes: [Size(width: 80, height: 200)]) {
            recordedShop($0, $1, pressing: .character("?"))
        },
        ScreenFile("help-in-order") { recordedShop($0, $1, pressing: .character("o"), .function(1)) },
        ScreenFile("help-searched") { recordedShop($0, $1, pressing: .character("?"), typing: "이동") },
        ScreenFile("help-on-page") { recordedShop($0, $1, pressing: .right, .character("?")) },
        ScreenFile("commands") { recordedShop($0, $1, pressing: .character(":"), .down, .down) },
        ScreenFile("commands-found") { recordedShop($0, $1, pressing: .character(":"), typing: "ㅈㅂㄱㄴ") },
        ScreenFile("welcome") { size, colors in
            var state = recordedShop(size, colors)
            _ = reduce(&state, .firstVisit)
            return state
        },
        ScreenFile("unknown-key") { recordedShop($0, $1, pressing: .character("w")) },
        ScreenFile("help-of-keeper") { adminScreen($0, $1, MachineFixture.keeping, .character("?")) },
        ScreenFile("toast") { recordedShop($0, $1, pressing: .enter) },
        ScreenFile("toast-of-empty-section") { recordedShop($0, $1, [Fixture.section(.main, [])], pressing: .enter) },
        ScreenFile("toast-long") { size, colors in
            let title = PlainText(String(repeating: "아주 맛있는 ", count: 30))
            let dish = Dish(detailHash: "L", title: title, price: Won(1))
            var state = recordedShop(size, colors, [Fixture.section(.main, [dish])], pressing: .enter)
            return state
        },
        ScreenFile("toast-connection-back") { size, colors in
            var state = recordedShop(size, colors, connection: .disconnected)
            _ = reduce(&state, .connectionChanged(.connected))
            return state
        },
        ScreenFile("one-counter") { size, colors in
            ShopState(
                size: size, sections: Fixture.sections, connection: .connected, pictureColors: colors,
                now: Fixture.noon)
        },
        ScreenFile("too-small", sizes: [(19, 6), (20, 5), (8, 3), (1, 1)].map { Size(width: $0.0, height: $0.1) }) {
            recordedShop($0, $1)
        },
    ]
}
