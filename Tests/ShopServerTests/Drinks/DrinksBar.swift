import Domain
import Foundation
import Storage
import TerminalText

@testable import ShopServer

/// Assortments for tests: a machine with three drinks, and one with a drink of every class.
enum DrinksBar {
    static let today = day("20261121")
    static func day(_ text: String) -> Day {
        guard let day = Day(text: text) else { fatalError("no day: \(text)") }
        return day
    }

    /// Returns noon of that day in the local time zone.
    static func noon(of day: Day) -> Date {
        let digits = day.text.compactMap(\.wholeNumberValue)
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        let parts = DateComponents(year: number(0..<4), month: number(4..<6), day: number(6..<8), hour: 12)
        guard let noon = Calendar.current.date(from: parts) else { fatalError("no date: \(day)") }
        return noon
    }

    private static func label(_ name: PlainText, _ price: Int) -> Label {
        Label(brand: "한들", name: name, volume: 200, price: Won(price))
    }

    static func milk(_ price: Int = 1_500) -> StrawberryMilk {
        StrawberryMilk(label("딸기우유", price), manufacturedOn: today, shelfLife: 10, strawberryShare: 8)
    }

    static func cola() -> Cola { Cola(label("콜라", 2_000), manufacturedOn: today, sugar: 38, caffeine: 34) }

    static func ofEveryClass() -> [any Sellable] {
        [
            milk(),
            ChocolateMilk(label("초코우유", 1_500), manufacturedOn: today, shelfLife: 12, cocoaShare: 3),
            BananaMilk(label("바나나우유", 1_500), manufacturedOn: today, shelfLife: 14, bananaShare: 4),
            cola(),
            Cider(label("사이다", 2_000), manufacturedOn: today, sugar: 30, citrusShare: 2),
            Fanta(label("환타", 2_000), manufacturedOn: today, sugar: 41, fruit: "오렌지"),
            Top(label("티오피", 2_500), manufacturedOn: today, temperature: 62, caffeine: 96, beans: "콜롬비아"),
            Cantata(label("칸타타", 2_500), manufacturedOn: today, temperature: 4, caffeine: 88, milkShare: 15),
            Georgia(label("조지아", 1_200), manufacturedOn: today, temperature: 65, caffeine: 120, roast: .dark),
        ]
    }

    /// Returns an offer whose id is the name of its class.
    static func offer(_ beverage: any Sellable, _ opening: [DrinkOffer.Opening]) throws -> DrinkOffer {
        let name = beverage.product.drinkClass.rawValue
        return try DrinkOffer(id: DrinkID(name), image: "/pictures/\(name).png", opening: opening, like: beverage)
    }

    /// Two fresh milks and one that has expired, three colas, and a hot coffee that is sold out.
    static func assortment(price: Int = 1_500) throws -> Assortment {
        let coffee = ofEveryClass()[8]
        return try Assortment([
            offer(milk(price), [.init(count: 2, daysAgo: 1), .init(count: 1, daysAgo: 30)]),
            offer(cola(), [.init(count: 3, daysAgo: 0)]), offer(coffee, []),
        ])
    }

    /// Nine drinks, one of every class. The count of each is its position, starting at 1.
    static func everything() throws -> Assortment {
        try Assortment(ofEveryClass().enumerated().map { try offer($1, [.init(count: $0 + 1, daysAgo: 0)]) })
    }
}

extension DrinkID {
    static let milk = DrinkID("strawberry-milk")
    static let cola = DrinkID("cola")
    static let georgia = DrinkID("georgia")
}

/// The machine with these drinks in a store, operated through the service, on any given day.
struct TestedMachine: Sendable {
    let store: any Store

    /// Performs the action under a new key, unless one is given.
    @discardableResult func operate(
        _ action: MachineOperation.Action, key: IdempotencyKey = IdempotencyKey(id: UUID(), request: "{}"),
        assortment: Assortment? = nil, day: Day = DrinksBar.today, at time: Date = .now, isAnnounced: Bool = false
    ) async throws -> KeyedAnswer<MachineAnswer> {
        let operation = MachineOperation(
            action: action, assortment: try assortment ?? DrinksBar.assortment(), day: day, time: time,
            isAnnounced: isAnnounced)
        return try await store.transaction { try operation.run(under: key, in: $0) }
    }

    func buy(
        _ drink: DrinkID, session: UUID, assortment: Assortment? = nil, at time: Date = .now, isAnnounced: Bool = false
    ) async throws -> SoldDrink? {
        let answer = try await operate(
            .buy(drink, session: session), assortment: assortment, at: time, isAnnounced: isAnnounced)
        return answer.answer.sold
    }

    func insert(_ notes: Int..., session: UUID) async throws {
        for note in notes { try await operate(.insert(Won(note), session: session)) }
    }

    func restock(_ id: DrinkID, _ count: Int, seen: Int? = nil) async throws {
        try await operate(.restock(DrinkRestock(id: id, count: count, seen: seen)))
    }

    func drinks(of assortment: Assortment? = nil, on day: Day = DrinksBar.today) async throws -> [Drink] {
        try await service(assortment, day).drinks()
    }

    /// Returns for each drink how many can be sold today and how many have expired.
    func counts() async throws -> [[Int]] { try await drinks().map { [$0.count, $0.expired] } }

    func machine(of session: UUID) async throws -> DrinksMachine {
        try await service(nil, DrinksBar.today).machine(of: session)
    }

    func history() async throws -> DrinksHistory { try await service(nil, DrinksBar.today).history() }

    func orders() async throws -> [Order] { try await store.read { try $0.orders(after: 0, limit: 99) } }

    func versions() async throws -> SectionVersions { try await store.read { try $0.sectionVersions() } }

    private func service(_ assortment: Assortment?, _ day: Day) throws -> MachineService {
        let noon = DrinksBar.noon(of: day)
        return MachineService(
            store: store, files: LiveResource(try assortment ?? DrinksBar.assortment()) { _ in nil },
            days: ShopDays(of: .ofTests) { noon })
    }
}

extension MachineAnswer {
    /// The sold drink, or `nil` for any other answer.
    var sold: SoldDrink? {
        guard case .sold(let drink) = self else { return nil }
        return drink
    }
}
