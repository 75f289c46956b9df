import Canvas
import Domain
import Foundation
import ShopClient
import ShopHTTP
import Terminal
import TerminalText

@testable import ShopApp

extension DrinkID: ExpressibleByStringLiteral {
    public init(stringLiteral name: String) { self.init(name) }
}

/// The drinks machine of `Fixture`'s shop.
enum MachineFixture {
    static let strawberry = drink(
        "strawberry", "딸기우유", 1_200, 5, .milk(expiresOn: day("20261128"), .strawberry(share: 4)))
    static let banana = drink(
        "banana", "바나나우유", 1_500, 0, expired: 3, .milk(expiresOn: day("20261110"), .banana(share: 1)))
    static let cola = drink("cola", "콜라", 1_500, 1, .soda(sugar: 27, .cola(caffeine: 25)))
    static let cider = drink("cider", "사이다", 1_400, 0, .soda(sugar: 24, .cider(citrusShare: 1)))
    static let top = drink(
        "top", "티오피 아메리카노", 2_500, 12, .coffee(temperature: 65, caffeine: 90, .top(beans: "에티오피아")))
    static let cantata = drink(
        "cantata", "칸타타 라떼", 2_300, 100, expired: 2, .coffee(temperature: 4, caffeine: 80, .cantata(milkShare: 12)))

    static let drinks = [strawberry, banana, cola, cider, top, cantata]

    static func day(_ text: String) -> Day { Day(text: text)! }

    static func drink(
        _ id: DrinkID, _ name: PlainText, _ price: Int, _ count: Int, expired: Int = 0, _ traits: DrinkTraits
    ) -> Drink {
        Drink(
            id: id, brand: "반찬가게", name: name, volume: 250, price: Won(price), count: count, expired: expired,
            manufacturedOn: day("20261101"), traits: traits)
    }

    /// Returns the same drink with a picture.
    static func pictured(_ drink: Drink) -> Drink {
        Drink(
            id: drink.id, brand: drink.brand, name: drink.name, volume: drink.volume, price: drink.price,
            count: drink.count, expired: drink.expired, manufacturedOn: drink.manufacturedOn,
            image: "/pictures/\(drink.id).png", traits: drink.traits)
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
