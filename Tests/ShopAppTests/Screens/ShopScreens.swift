import Canvas
import Contacts
import Domain
import Foundation
import ShopClient
import ShopHTTP
import Terminal
import TerminalText

@testable import ShopApp

extension ScreenFile {
    static let all: [ScreenFile] =
        menu + dish + order + juice + drinks + keeper + contacts + contactCard + contactForm + orders + shell + settings
        + plain
}

/// The shop with all its counters, as screens are recorded from it.
private func shop(
    _ size: Size, _ colors: PictureColors, _ sections: [Section] = Fixture.sections,
    connection: Connection = .connected, at counter: Key = .character("1")
) -> ShopState {
    var state = ShopState(
        size: size,
        sections: sections + [BarFixture.section(BarFixture.juices), BarFixture.section(BarFixture.fruits)]
            + DrinkKind.allCases.map { MachineFixture.section($0) },
        connection: connection, pictureColors: colors, hasPhoneBook: true, place: "shop.local:8080",
        zone: OrdersFixture.zone, now: Fixture.noon)
    state.press(counter)
    return state
}

extension ScreenFile {
    private static let menu = [
        ScreenFile("menu") { shop($0, $1) },
        ScreenFile("menu-scrolled") { size, colors in
            var state = shop(size, colors, [Fixture.section(.main, Fixture.manyDishes(40)), Fixture.sections[1]])
            state.press(.pageDown, .pageDown, .down)
            return state
        },
        ScreenFile("menu-folded") { size, colors in
            var state = shop(size, colors)
            state.press(.character("z"), .down, .down, .character("z"))
            return state
        },
        ScreenFile("menu-pictures") { size, colors in
            var state = shop(size, colors, Fixture.picturedSections(3))
            state.showPictures()
            return state
        },
        ScreenFile("menu-empty") { shop($0, $1, SectionID.menu.map { Fixture.section($0, []) }) },
        ScreenFile("menu-left-out") { shop($0, $1, [Fixture.section(leftOut: 1), Fixture.sections[1]]) },
        ScreenFile("menu-not-kept") { size, colors in
            var state = shop(size, colors)
            _ = reduce(&state, .unkept(UnkeptData.allCases))
            return state
        },
        ScreenFile("menu-failed") { size, colors in
            let failed = Section(id: .main, failure: .body(.missing(item: 2, key: "title")))
            return shop(size, colors, [failed, Section(id: .soup, failure: .status(503)), Fixture.sections[1]])
        },
        ScreenFile("menu-stale") { size, colors in
            var section = Fixture.section(.main, [Fixture.galbi, Fixture.bulgogi])
            (section.isFresh, section.isFetching) = (false, true)
            var failed = Fixture.section(.soup, [Fixture.stew])
            (failed.isFresh, failed.failure) = (false, .timedOut)
            var state = shop(size, colors, [section, failed])
            state.now = Fixture.noon.addingTimeInterval(7_300)
            return state
        },
        ScreenFile("menu-offline") { size, colors in
            var state = shop(size, colors)
            _ = reduce(&state, .connectionChanged(.disconnected, nextTry: Fixture.noon + 8))
            return state
        },
        ScreenFile("menu-never-connected") { size, colors in
            var state = shop(
                size, colors, SectionID.menu.map { Section(id: $0, failure: .unreachable) }, connection: .connecting)
            _ = reduce(&state, .connectionChanged(.disconnected, nextTry: Fixture.noon + 30))
            return state
        },
        ScreenFile("menu-connecting") { size, colors in
            shop(size, colors, SectionID.menu.map { Section(id: $0, isFetching: true) }, connection: .connecting)
        },
    ]

    private static let dish = [
        ScreenFile("dish-loading") { size, colors in
            var state = shop(size, colors)
            state.press(.right)
            return state
        },
        ScreenFile("dish") { size, colors in
            var state = shop(size, colors)
            state.press(.right)
            state.arrive()
            return state
        },
        ScreenFile("dish-pictures") { size, colors in
            var state = shop(size, colors)
            state.press(.right)
            state.arrive()
            state.press(.right, .pageDown)
            state.showPictures()
            return state
        },
        ScreenFile("dish-failed") { size, colors in
            var state = shop(size, colors)
            state.press(.right)
            state.arrive(.failure(.unreachable))
            return state
        },
    ]

    private static let order = [
        ScreenFile("order") { size, colors in
            var state = shop(size, colors)
            state.press(.character("o"))
            state.type("홍길동")
            return state
        },
        ScreenFile("order-problems") { size, colors in
            var state = shop(size, colors)
            state.press(.character("o"), .tab, .backspace, .tab, .enter)
            return state
        },
        ScreenFile("order-suggestions") { size, colors in
            var state = shop(size, colors)
            state.press(.character("o"), .character("김"))
            state.suggest(["김영희", "김철수"], for: "김")
            state.press(.down)
            return state
        },
        ScreenFile("order-sending") { size, colors in
            var state = shop(size, colors)
            state.guest.name = "홍길동"
            state.press(.right)
            state.arrive()
            state.press(.character("o"), .character("3"), .tab, .enter)
            return state
        },
        ScreenFile("order-another-price") { size, colors in
            var state = shop(size, colors)
            state.guest.name = "홍길동"
            state.press(.character("o"), .tab)
            if let draft = state.sent(.enter) {
                let refusal = OrderRefusal(status: 409, problems: [0: .price(Won(11_900))])
                state.report(draft, .refused(refusal))
            }
            return state
        },
        ScreenFile("order-placed") { size, colors in
            var state = shop(size, colors)
            state.guest.name = "홍길동"
            state.press(.character("o"), .tab)
            if let draft = state.sent(.enter) { state.report(draft, .stored(nil)) }
            return state
        },
        ScreenFile("order-kept") { size, colors in
            var state = shop(size, colors, connection: .disconnected)
            state.guest.name = "홍길동"
            state.press(.character("o"), .tab)
            if let draft = state.sent(.enter) { state.report(draft, .kept(.unreachable)) }
            state.ordersWait(2)
            return state
        },
    ]

    private static let juice = [
        ScreenFile("juice") { shop($0, $1, at: .character("2")) },
        ScreenFile("juice-making") { size, colors in
            var state = shop(size, colors, at: .character("2"))
            state.press(.down, .enter, .down)
            return state
        },
        ScreenFile("juice-made") { size, colors in
            var state = shop(size, colors, at: .character("2"))
            state.press(.down)
            if let draft = ShopState.juice(in: state.press(.enter)) { state.report(draft, .made(nil)) }
            return state
        },
        ScreenFile("juice-question") { size, colors in
            var state = shop(size, colors, at: .character("2"))
            if let draft = ShopState.juice(in: state.press(.enter)) {
                state.report(draft, .short(["strawberry": 6, "banana": 1]))
            }
            state.press(.right)
            return state
        },
        ScreenFile("stock") { size, colors in
            var state = shop(size, colors, at: .character("2"))
            state.press(.character("e"), .down, .character("5"), .character("0"))
            return state
        },
        ScreenFile("stock-sending") { size, colors in
            var state = shop(size, colors, at: .character("2"))
            state.press(.character("e"), .down, .right, .enter)
            return state
        },
        ScreenFile("stock-refused") { size, colors in
            var state = shop(size, colors, at: .character("2"))
            if let draft = ShopState.stock(in: state.press(.character("e"), .right, .enter)) {
                state.report(draft, .refused(status: 401))
            }
            return state
        },
        ScreenFile("stock-stored") { size, colors in
            var state = shop(size, colors, at: .character("2"))
            if let draft = ShopState.stock(in: state.press(.character("e"), .right, .enter)) {
                state.report(draft, .stored)
            }
            return state
        },
    ]
}

/// The shop at the drinks machine, of which that is known.
private func drinksMachine(
    _ size: Size, _ colors: PictureColors, _ machine: DrinksMachine? = MachineFixture.machine,
    _ keys: Key...
) -> ShopState {
    var state = shop(size, colors, at: .character("3"))
    if let machine { state.tell(.machine(.success(machine))) }
    for key in keys { state.press(key) }
    return state
}

/// The screen of the machine's keeper, where that is known.
private func adminScreen(
    _ size: Size, _ colors: PictureColors, _ keeping: DrinksOverview? = MachineFixture.keeping, _ keys: Key...
) -> ShopState {
    var state = drinksMachine(size, colors, MachineFixture.machine, .character("a"))
    if let keeping { state.tell(.admin(.success(keeping), zone: .gmt)) }
    for key in keys { state.press(key) }
    return state
}

extension ScreenFile {
    private static let drinks = [
        ScreenFile("drinks") { drinksMachine($0, $1) },
        ScreenFile("drinks-unknown") { size, colors in
            var state = drinksMachine(size, colors, nil)
            state.tell(.machine(.failure(.timedOut)))
            return state
        },
        ScreenFile("drinks-nothing-bought") { size, colors in
            drinksMachine(size, colors, DrinksMachine(balance: Won(0), affordable: [], purchases: []), .character("t"))
        },
        ScreenFile("drinks-pictures") { size, colors in
            let pictured = MachineFixture.drinks.map(MachineFixture.pictured)
            var state = ShopState(
                size: size,
                sections: Fixture.sections + DrinkKind.allCases.map { MachineFixture.section($0, pictured) },
                connection: .connected, pictureColors: colors, now: Fixture.noon)
            state.press(.character("2"))
            let bought = [0, 4, 2, 0].enumerated().map { MachineFixture.bought($0 + 1, pictured[$1]) }
            state.tell(.machine(.success(DrinksMachine(balance: Won(0), affordable: [], purchases: bought))))
            state.showPictures()
            return state
        },
        ScreenFile("drinks-buy") { drinksMachine($0, $1, MachineFixture.machine, .enter) },
        ScreenFile("drinks-too-dear") { size, colors in
            var state = drinksMachine(size, colors, MachineFixture.machine, .enter, .enter)
            state.answer(.tooDear(missing: Won(500)))
            return state
        },
        ScreenFile("drinks-sold-out") { size, colors in
            var state = drinksMachine(size, colors, MachineFixture.machine, .enter, .enter)
            state.answer(.unavailable(.soldOut))
            return state
        },
        ScreenFile("drinks-bought") { size, colors in
            var state = drinksMachine(size, colors, MachineFixture.machine, .enter, .enter)
            let drink = MachineFixture.bought(9, MachineFixture.strawberry)
            state.answer(.bought(SoldDrink(drink: drink, balance: Won(800))))
            return state
        },
        ScreenFile("drinks-leave") { drinksMachine($0, $1, MachineFixture.machine, .character("q")) },
        ScreenFile("drinks-leave-balance") { size, colors in
            var state = drinksMachine(size, colors, MachineFixture.machine, .character("q"), .enter)
            state.answer(.unanswered(.unreachable))
            return state
        },
    ]

    private static let keeper = [
        ScreenFile("keeper-loading") { adminScreen($0, $1, nil) },
        ScreenFile("keeper-stock") { adminScreen($0, $1, MachineFixture.keeping, .down) },
        ScreenFile("keeper-expired") { adminScreen($0, $1, MachineFixture.keeping, .tab) },
        ScreenFile("keeper-remove-expired") { adminScreen($0, $1, MachineFixture.keeping, .tab, .character("x")) },
        ScreenFile("keeper-hot") { adminScreen($0, $1, MachineFixture.keeping, .tab, .tab) },
        ScreenFile("keeper-sales") { adminScreen($0, $1, MachineFixture.keeping, .backTab) },
        ScreenFile("keeper-nothing-sold") { size, colors in
            adminScreen(size, colors, DrinksOverview(drinks: [], history: MachineFixture.noHistory), .backTab)
        },
        ScreenFile("keeper-forbidden") { size, colors in
            var state = adminScreen(size, colors, nil)
            state.tell(.admin(.failure(.status(401)), zone: .gmt))
            return state
        },
        ScreenFile("keeper-failed") { size, colors in
            var state = adminScreen(size, colors)
            state.tell(.admin(.failure(.timedOut), zone: .gmt))
            return state
        },
        ScreenFile("keeper-stepper") { size, colors in
            adminScreen(size, colors, MachineFixture.keeping, .enter, .character("9"))
        },
        ScreenFile("keeper-stepper-refused") { size, colors in
            var state = adminScreen(size, colors, MachineFixture.keeping, .enter, .character("9"), .enter)
            state.answer(.changedMeanwhile)
            return state
        },
    ]
}

/// The shop at the phone book, with those contacts.
private func phoneBook(
    _ size: Size, _ colors: PictureColors, _ contacts: [Contact]? = BookFixture.contacts, _ keys: Key...
) -> ShopState {
    var state = shop(size, colors)
    let effects = state.press(.character("4"))
    if let contacts { state.list(PhoneBookIndex(contacts).list, effects) }
    for key in keys { state.find(contacts ?? [], state.press(key)) }
    return state
}

extension ScreenFile {
    private static let contacts = [
        ScreenFile("contacts") { phoneBook($0, $1, BookFixture.contacts, .down) },
        ScreenFile("contacts-many") { size, colors in
            let many = (0..<60).map { BookFixture.contact(Int64($0), PlainText("김\($0)"), "0100000\(1_000 + $0)") }
            return phoneBook(size, colors, many, .pageDown, .pageDown, .down)
        },
        ScreenFile("contacts-opening") { phoneBook($0, $1, nil) },
        ScreenFile("contacts-empty") { phoneBook($0, $1, []) },
        ScreenFile("contacts-failed") { size, colors in
            var state = shop(size, colors)
            state.fail(.damaged, state.press(.character("4")))
            return state
        },
        ScreenFile("search") { size, colors in
            var state = shop(size, colors)
            state.press(.character("/"))
            state.type("ㄱㅂ")
            return state
        },
        ScreenFile("search-kept") { size, colors in
            var state = shop(size, colors)
            state.press(.character("/"))
            state.type("갈비")
            state.press(.enter)
            return state
        },
        ScreenFile("search-nothing") { size, colors in
            var state = shop(size, colors)
            state.press(.character("/"))
            state.type("없는 것")
            return state
        },
        ScreenFile("contacts-filter") { phoneBook($0, $1, BookFixture.contacts, .character("/"), .character("ㄱ")) },
        ScreenFile("contacts-filtered") {
            phoneBook($0, $1, BookFixture.contacts, .character("/"), .character("ㄱ"), .enter, .down)
        },
        ScreenFile("contacts-nobody-found") {
            phoneBook($0, $1, BookFixture.contacts, .character("/"), .character("x"))
        },
        ScreenFile("contacts-delete") { phoneBook($0, $1, BookFixture.contacts, .character("d")) },
        ScreenFile("contacts-deleted") { size, colors in
            var state = phoneBook(size, colors)
            let deleted = BookFixture.deleted(BookFixture.younghee)
            state.tell(.deleted(BookFixture.younghee, .success(.deleted(deleted))))
            return state
        },
    ]

    private static let contactCard = [
        ScreenFile("contact-card") { phoneBook($0, $1, BookFixture.contacts, .enter) },
        ScreenFile("contact-card-picture") { size, colors in
            var state = phoneBook(size, colors, BookFixture.contacts, .down, .enter)
            state.showAvatars()
            return state
        },
        ScreenFile("contact-card-details") { size, colors in
            BookFixture.withDetails(phoneBook(size, colors, BookFixture.contacts, .enter))
        },
        ScreenFile("contacts-details") { size, colors in
            BookFixture.withDetails(phoneBook(size, colors, BookFixture.contacts))
        },
        ScreenFile("contact-card-order") { phoneBook($0, $1, BookFixture.contacts, .enter, .character("o")) },
    ]

    private static let contactForm = [
        ScreenFile("contact") { phoneBook($0, $1, BookFixture.contacts, .character("e")) },
        ScreenFile("contact-new") { phoneBook($0, $1, BookFixture.contacts, .character("a")) },
        ScreenFile("contact-picture") { size, colors in
            var state = phoneBook(size, colors, BookFixture.contacts, .character("a"), .backTab)
            if let press = ShopState.press(in: state.press(.enter)) {
                state.tell(.pictureArrived(press: press, .success(BookFixture.avatar(colors))))
            }
            return state
        },
        ScreenFile("contact-fetching") { phoneBook($0, $1, BookFixture.contacts, .character("e"), .backTab, .enter) },
        ScreenFile("contact-problems") { size, colors in
            var state = phoneBook(size, colors, BookFixture.contacts, .character("a"))
            state.press(.tab, .character("1"), .tab, .enter)
            return state
        },
        ScreenFile("contact-saving") { size, colors in
            var state = phoneBook(size, colors, BookFixture.contacts, .character("e"), .character("!"))
            state.press(.tab, .tab, .enter)
            return state
        },
        ScreenFile("contact-notice") { size, colors in
            var state = phoneBook(size, colors, BookFixture.contacts, .character("e"), .character("!"))
            let effects = state.press(.tab, .tab, .enter)
            if let save = ShopState.save(in: effects) { state.tell(.saved(save, .failure(.busy))) }
            return state
        },
        ScreenFile("contact-discard") { size, colors in
            phoneBook(size, colors, BookFixture.contacts, .character("e"), .character("!"), .escape)
        },
        ScreenFile("contact-number-taken") { size, colors in
            var state = phoneBook(size, colors, BookFixture.contacts, .character("e"), .character("!"))
            if let save = ShopState.save(in: state.press(.tab, .tab, .enter)) {
                state.tell(.saved(save, .success(.numberTaken(by: [BookFixture.gildong]))))
            }
            return state
        },
        ScreenFile("contact-saved") { size, colors in
            var state = phoneBook(size, colors, BookFixture.contacts, .character("e"), .character("!"))
            if let save = ShopState.save(in: state.press(.tab, .tab, .enter)) {
                state.tell(.saved(save, .success(.saved(BookFixture.younghee))))
            }
            return state
        },
    ]

    private static let shell = [
        ScreenFile("idle-warning") { size, colors in
            var state = shop(size, colors)
            state.layers[IdleWarning.self] = IdleWarning(secondsLeft: 42)
            return state
        },
        ScreenFile("help") { size, colors in
            var state = shop(size, colors)
            state.press(.character("?"))
            return state
        },
        ScreenFile("help-scrolled") { size, colors in
            var state = shop(size, colors)
            state.press(.character("?"), .pageDown, .pageDown)
            return state
        },
        ScreenFile("help-whole", sizes: [Size(width: 80, height: 200)]) { size, colors in
            var state = shop(size, colors)
            state.press(.character("?"))
            return state
        },
        ScreenFile("help-in-order") { size, colors in
            var state = shop(size, colors)
            state.press(.character("o"), .function(1))
            return state
        },
        ScreenFile("help-searched") { size, colors in
            var state = shop(size, colors)
            state.press(.character("?"), .character("/"))
            state.type("이동")
            return state
        },
        ScreenFile("help-on-page") { size, colors in
            var state = shop(size, colors)
            state.press(.right, .character("?"))
            return state
        },
        ScreenFile("commands") { size, colors in
            var state = shop(size, colors)
            state.press(.character(":"), .down, .down)
            return state
        },
        ScreenFile("commands-found") { size, colors in
            var state = shop(size, colors)
            state.press(.character(":"))
            state.type("ㅈㅂㄱㄴ")
            return state
        },
        ScreenFile("welcome") { size, colors in
            var state = shop(size, colors)
            _ = reduce(&state, .firstVisit)
            return state
        },
        ScreenFile("unknown-key") { size, colors in
            var state = shop(size, colors)
            state.press(.character("w"))
            return state
        },
        ScreenFile("help-of-keeper") { adminScreen($0, $1, MachineFixture.keeping, .character("?")) },
        ScreenFile("toast") { size, colors in
            var state = shop(size, colors)
            state.press(.enter)
            return state
        },
        ScreenFile("toast-of-empty-section") { size, colors in
            var state = shop(size, colors, [Fixture.section(.main, [])])
            state.press(.enter)
            return state
        },
        ScreenFile("toast-long") { size, colors in
            let title = PlainText(String(repeating: "아주 맛있는 ", count: 30))
            let dish = Dish(detailHash: "L", title: title, price: Won(1))
            var state = shop(size, colors, [Fixture.section(.main, [dish])])
            state.press(.enter)
            return state
        },
        ScreenFile("toast-connection-back") { size, colors in
            var state = shop(size, colors, connection: .disconnected)
            _ = reduce(&state, .connectionChanged(.connected))
            return state
        },
        ScreenFile("one-counter") { size, colors in
            ShopState(
                size: size, sections: Fixture.sections, connection: .connected, pictureColors: colors,
                now: Fixture.noon)
        },
        ScreenFile("too-small", sizes: [(19, 6), (20, 5), (8, 3), (1, 1)].map { Size(width: $0.0, height: $0.1) }) {
            shop($0, $1)
        },
    ]
}
