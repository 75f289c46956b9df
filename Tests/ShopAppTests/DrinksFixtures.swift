import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText

@testable import ShopApp

extension DrinkID: ExpressibleByStringLiteral {
    public init(stringLiteral name: String) { self.init(name) }
}

/// The drinks machine of `Fixture`'s shop.
enum MachineFixture {
    static let strawberry = milk(5)
    static let banana = drink(
        "banana", 0, expired: 3,
        BananaMilk(label("바나나우유", 1_500), manufacturedOn: made, shelfLife: 9, bananaShare: 1))
    static let cola = drink("cola", 1, Cola(label("콜라", 1_500), manufacturedOn: made, sugar: 27, caffeine: 25))
    static let cider = drink("cider", 0, Cider(label("사이다", 1_400), manufacturedOn: made, sugar: 24, citrusShare: 1))
    static let top = drink(
        "top", 12,
        Top(label("티오피 아메리카노", 2_500), manufacturedOn: made, temperature: 65, caffeine: 90, beans: "에티오피아"))
    static let cantata = drink(
        "cantata", 100, expired: 2,
        Cantata(label("칸타타 라떼", 2_300), manufacturedOn: made, temperature: 4, caffeine: 80, milkShare: 12))

    static let drinks = [strawberry, banana, cola, cider, top, cantata]

    static func day(_ text: String) -> Day { Day(text: text)! }
    static let made = day("20261101")

    static func label(_ name: PlainText, _ price: Int) -> Label {
        Label(brand: "반찬가게", name: name, volume: 250, price: Won(price))
    }

    static func drink(
        _ id: DrinkID, _ count: Int, expired: Int = 0, image: String = "", _ beverage: any Sellable
    ) -> Drink {
        Drink(id: id, beverage, count: count, expired: expired, image: image)
    }

    /// Returns the strawberry milk with that many left.
    static func milk(_ count: Int) -> Drink {
        let milk = StrawberryMilk(label("딸기우유", 1_200), manufacturedOn: made, shelfLife: 27, strawberryShare: 4)
        return drink("strawberry", count, milk)
    }

    /// Returns the same drink with a picture.
    static func pictured(_ drink: Drink) -> Drink {
        let text = String(decoding: try! JSONEncoder().encode(drink), as: UTF8.self)
        let pictured = text.replacing(#""image":"""#, with: #""image":"/pictures/\#(drink.id).png""#)
        return try! JSONDecoder().decode(Drink.self, from: Data(pictured.utf8))
    }

    static func section(_ kind: DrinkKind, _ drinks: [Drink] = drinks, version: Int = 1) -> Section {
        Section(
            id: kind.section, rows: SectionRows(drinks.filter { $0.kind == kind }), contentVersion: version,
            confirmedAt: Fixture.noon, isFresh: true)
    }

    static func bought(_ id: Int, _ drink: Drink) -> DrinkPurchase {
        DrinkPurchase(
            id: id, drink: drink.id, name: drink.name, kind: drink.kind, image: drink.image, price: drink.price,
            boughtAt: Fixture.noon.addingTimeInterval(Double(id) * 60))
    }

    static let machine = DrinksMachine(
        balance: Won(2_000), affordable: ["strawberry", "cola"], purchases: [bought(1, cola), bought(2, top)])

    static let history = DrinksHistory(
        totals: [
            DrinkKindTotal(kind: .milk, count: 5, amount: Won(6_000)),
            DrinkKindTotal(kind: .soda, count: 3, amount: Won(4_500)),
            DrinkKindTotal(kind: .coffee, count: 4, amount: Won(10_000)),
        ],
        purchases: [bought(12, top), bought(11, strawberry), bought(10, cola)])
    static let noHistory = DrinksHistory(totals: [], purchases: [])

    static let keeping = DrinksOverview(drinks: drinks, history: history)

    /// Returns the shop at the drinks machine, after `machine` was received; not received yet if `nil`.
    static func state(_ width: Int, _ height: Int, machine: DrinksMachine? = machine) -> ShopState {
        var state = Fixture.state(
            width, height, sections: Fixture.sections.prefix(2) + DrinkKind.allCases.map { section($0) })
        state.press(.character("2"))
        if let machine { state.tell(.machine(.success(machine))) }
        return state
    }

    /// Returns the keeper's screen, after `keeping` was received; not received yet if `nil`.
    static func keeper(_ width: Int, _ height: Int, _ keeping: DrinksOverview? = keeping) -> ShopState {
        var state = state(width, height)
        state.press(.character("a"))
        if let keeping { state.tell(.admin(.success(keeping), zone: .gmt)) }
        return state
    }
}

extension ShopState {
    var drinks: DrinksCounter { self[DrinksCounter.self]! }

    @discardableResult
    mutating func tell(_ event: DrinksEvent) -> [Effect] { reduce(&self, .event(.drinks, event)) }

    /// Delivers the outcome of the first pending operation.
    @discardableResult
    mutating func answer(_ outcome: DrinkOutcome) -> [Effect] {
        guard let draft = drinks.pending.first else { return [] }
        return tell(.reported(DrinkReport(draft: draft, outcome: outcome)))
    }

    /// Returns the operation that `effects` send.
    static func action(in effects: [Effect]) -> DrinkDraft? {
        effects.lazy.compactMap { if case .send(let draft)? = $0.request(DrinksRequest.self) { draft } else { nil } }
            .first
    }
}
