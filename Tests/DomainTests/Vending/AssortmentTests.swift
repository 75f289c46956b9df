import Domain
import Foundation
import TerminalText
import Testing

@Suite struct AssortmentTests {
    private let today = Drinks.today

    @Test func aNewMachineHasWhatItsOffersSay() throws {
        let assortment = try Assortment([
            .of(Drinks.strawberry(), opening: [(4, 1), (2, 30)]), .of(Drinks.cola(), opening: []),
        ])
        let machine = try assortment.machine(assortment.opening(assortment.offers, on: today))
        let drinks = assortment.drinks(in: machine, on: today)
        #expect(drinks.map(\.id.name) == ["딸기우유", "콜라"])
        #expect(drinks.map(\.count) == [4, 0])
        #expect(drinks.map(\.expired) == [2, 0])
        #expect(drinks[0].manufacturedOn == Drinks.day("20261120"))
        #expect(drinks[0].expiresOn == Drinks.day("20261130"))
        #expect(drinks[0].properties == [.strawberryShare(8)])
        #expect(drinks[0].image == "/pictures/딸기우유.png")
    }

    @Test func everyClassComesBackFromWhatIsKept() throws {
        let assortment = try Assortment(Drinks.ofEveryClass().map { try .of($0, opening: []) })
        var machine = VendingMachine()
        for (index, drink) in Drinks.ofEveryClass().enumerated() { try machine.add(drink, count: index + 1) }
        let back = try assortment.machine(assortment.kept(machine))
        let texts = Dictionary(
            uniqueKeysWithValues: try back.batches.map { (try StoredBeverage.text(of: $0.beverage), $0.count) })
        let expected = try Drinks.ofEveryClass().enumerated().map { (try StoredBeverage.text(of: $1), $0 + 1) }
        #expect(texts == Dictionary(uniqueKeysWithValues: expected))
    }

    @Test func whatIsAlikeIsKeptAsOneAndWhatIsGoneIsRemembered() throws {
        let assortment = try Assortment([.of(Drinks.cola(), opening: [])])
        var machine = VendingMachine(balance: Won(6_000))
        try machine.add(Drinks.cola(), count: 1)
        try machine.add(Drinks.cola(), count: 2)
        #expect(try assortment.kept(machine).map(\.count) == [3])
        for _ in 0..<3 { _ = try machine.buy(Drinks.cola().product, on: today) }
        let kept = try assortment.kept(machine)
        #expect(kept.map(\.count) == [0])
        let tomorrow = today.adding(days: 1)
        let drinks = assortment.drinks(in: try assortment.machine(kept), on: tomorrow)
        #expect(drinks.map(\.manufacturedOn) == [today])
    }

    @Test func whatIsSoldUnderAnotherLabelNowHasThatOne() throws {
        let before = try Assortment([.of(Drinks.cola(), opening: [(3, 0)])])
        let kept = try before.opening(before.offers, on: today)
        let dearer = try Assortment([.of(Drinks.cola(price: 2_500), opening: [])])
        let machine = try dearer.machine(kept)
        #expect(machine.count(of: Drinks.cola(price: 2_500).product, on: today) == 3)
        #expect(dearer.drinks(in: machine, on: today).map(\.price) == [Won(2_500)])
    }

    @Test func whatIsNotSoldAnyMoreIsLeftAlone() throws {
        let both = try Assortment([.of(Drinks.cola(), opening: [(3, 0)]), .of(Drinks.georgia(), opening: [(1, 0)])])
        let kept = try both.opening(both.offers, on: today)
        let one = try Assortment([.of(Drinks.georgia(), opening: [])])
        let machine = try one.machine(kept)
        #expect(machine.batches.map(\.beverage.label.name) == ["조지아 블랙"])
        #expect(try one.kept(machine).map(\.drink.name) == ["조지아 블랙"])
        // The same applies to a drink whose id now belongs to another class.
        let other = try DrinkOffer(id: DrinkID("콜라"), image: "", opening: [], like: Drinks.strawberry())
        #expect(try Assortment([other]).machine(kept).batches.isEmpty)
    }

    @Test func listsHaveWhatTheyAreNamedAfter() throws {
        let assortment = try Assortment([
            .of(Drinks.strawberry(), opening: [(2, 30)]), .of(Drinks.georgia(), opening: [(1, 0)]),
            .of(Drinks.georgia(temperature: 4, price: 1_300), id: "cold", opening: [(1, 0)]),
            .of(Drinks.georgia(price: 1_400), id: "gone", opening: []),
        ])
        let machine = try assortment.machine(assortment.opening(assortment.offers, on: today), balance: Won(1_300))
        #expect(assortment.drinks(in: machine, on: today).count == 4)
        #expect(assortment.drinks(.expired, in: machine, on: today).map(\.id.name) == ["딸기우유"])
        #expect(assortment.drinks(.hot, in: machine, on: today).map(\.id.name) == ["조지아 블랙"])
        #expect(assortment.affordable(in: machine, on: today) == [DrinkID("조지아 블랙"), DrinkID("cold")])
    }

    @Test func noTwoOffersAreTheSame() throws {
        let cola = try DrinkOffer.of(Drinks.cola(), opening: [])
        #expect(throws: AssortmentError.sameID(at: 1)) { try Assortment([cola, cola]) }
        let twin = try DrinkOffer.of(Drinks.cola(), id: "other", opening: [])
        #expect(throws: AssortmentError.sameProduct(at: 1)) { try Assortment([cola, twin]) }
    }

    @Test func offersAreReadFromTextThatDoesNotSayWhenAnythingWasMade() throws {
        let text = """
            [{"id": "cola", "class": "cola", "brand": "한들", "name": "콜라", "volume": 350, "price": 2000, "sugar": 38,
              "caffeine": 34, "image": "/pictures/a.png", "opening": [{"count": 5, "manufactured_days_ago": 3}]}]
            """
        let offers = try DrinkOffer.offers(in: Data(text.utf8))
        let cola = try #require(try offers.first?.beverage(manufacturedOn: today) as? Cola)
        #expect(cola.description == "Cola - 한들, 350mL, 2,000원, 콜라, 20261121")
        #expect(cola.caffeine == 34)
        #expect(offers.first?.opening == [.init(count: 5, daysAgo: 3)])
        for (right, wrong) in [
            (#""id": "cola""#, #""id": """#), (#""count": 5"#, #""count": 101"#), ("_ago\": 3", "_ago\": -1"),
            (#""class": "cola""#, #""class": "water""#), (#""sugar": 38"#, #""sugar": "much""#),
        ] {
            let broken = text.replacing(right, with: wrong)
            #expect(throws: DecodingError.self) { try DrinkOffer.offers(in: Data(broken.utf8)) }
        }
    }
}

extension DrinkOffer {
    /// Creates an offer with the beverage's name as its id, unless `id` is given.
    fileprivate static func of(
        _ beverage: any Sellable, id: String? = nil, opening: [(count: Int, daysAgo: Int)]
    ) throws -> DrinkOffer {
        let name = beverage.label.name.string
        return try DrinkOffer(
            id: DrinkID(id ?? name), image: "/pictures/\(name).png",
            opening: opening.map { Opening(count: $0.count, daysAgo: $0.daysAgo) }, like: beverage)
    }
}
