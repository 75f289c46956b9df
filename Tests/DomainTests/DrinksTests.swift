import Domain
import Foundation
import TerminalText
import Testing

@Suite struct DrinksTests {
    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func decode<Value: Decodable>(_ text: String, as: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }

    private func drink(_ beverage: any Sellable) -> Drink {
        Drink(id: DrinkID("made"), beverage, count: 3, image: "/pictures/a.jpg")
    }

    private static let made = Drinks.day("20261115")
    private static let milk = Drinks.label("음료", price: 1_000)

    @Test func aDrinkIsWrittenAsTheWireHasIt() throws {
        let milk = ChocolateMilk(DrinksTests.milk, manufacturedOn: DrinksTests.made, shelfLife: 13, cocoaShare: 2)
        let text = try json(drink(milk))
        #expect(
            text == #"{"brand":"한들목장","class":"chocolate-milk","cocoa_share":2,"count":3,"expired":0,"#
                + #""expires_on":"20261128","id":"made","image":"/pictures/a.jpg","kind":"milk","#
                + #""manufactured_on":"20261115","name":"음료","price":1000,"volume":200}"#)
    }

    @Test func everyClassKeepsWhatOnlyItHas() throws {
        for beverage in Drinks.ofEveryClass() {
            let drink = drink(beverage)
            #expect(try decode(json(drink)) == drink)
            #expect(drink.properties == beverage.properties)
            #expect(drink.expiresOn == beverage.expiresOn)
            #expect(drink.isHot == beverage.isHot)
            #expect(drink.kind == beverage.kind)
        }
    }

    @Test func theMostImportantPropertyIsTheFirst() {
        #expect(
            Drinks.ofEveryClass().map(\.properties) == [
                [.strawberryShare(8)], [.cocoaShare(3)], [.bananaShare(4)], [.sugar(38), .caffeine(34)],
                [.sugar(30), .citrusShare(2)], [.sugar(41), .fruit("오렌지")],
                [.temperature(62), .caffeine(96), .beans("콜롬비아")],
                [.temperature(4), .caffeine(88), .milkShare(15)], [.temperature(65), .caffeine(120), .roast(.dark)],
            ])
    }

    @Test(arguments: [
        (#""kind":"milk""#, #""kind":"soda""#), (#""kind":"milk""#, #""kind":"tea""#),
        (#""class":"banana-milk""#, #""class":"oat-milk""#), (#""count":3"#, #""count":-1"#),
        (#""price":1000"#, #""price":9999999999999"#), (#""volume":200"#, #""volume":"200""#),
        (#""banana_share":1"#, #""banana_share":101"#), (#""expires_on":"20261128""#, #""expires_on":"20260230""#),
        (#""expires_on":"20261128""#, #""expires_on":"20261114""#), (#""expires_on":"20261128","#, ""),
        (#""manufactured_on":"20261115""#, #""manufactured_on":"2026-11-15""#), (#""name":"음료","#, ""),
    ]) func aDrinkThatCannotBeIsRefused(good: String, bad: String) throws {
        let milk = BananaMilk(DrinksTests.milk, manufacturedOn: DrinksTests.made, shelfLife: 13, bananaShare: 1)
        let text = try json(drink(milk))
        #expect(text.contains(good))
        #expect(throws: DecodingError.self) {
            try decode(text.replacingOccurrences(of: good, with: bad), as: Drink.self)
        }
    }

    @Test func textOfADrinkIsHarmless() throws {
        let text = try json(drink(Drinks.cola()))
            .replacingOccurrences(of: "콜라", with: #"콜\u001b[2J라"#)
            .replacingOccurrences(of: "made", with: #"ma\u0007de"#)
        let drink = try decode(text, as: Drink.self)
        #expect(drink.name == "콜[2J라")
        #expect(drink.id == DrinkID("made"))
    }

    @Test func theMachineIsReadWithinBounds() throws {
        let machine = DrinksMachine(
            balance: Won(3_000), affordable: [DrinkID("b"), DrinkID("a")],
            purchases: [
                DrinkPurchase(
                    id: 7, drink: DrinkID("a"), name: "콜라", kind: .soda, image: "c.jpg", price: Won(1_500),
                    boughtAt: Date(timeIntervalSince1970: 1_800_000_000))
            ])
        let text = try json(machine)
        #expect(
            text == #"{"affordable":["a","b"],"balance":3000,"purchase_count":1,"purchases":[{"#
                + #""bought_at":"2027-01-15T08:00:00Z","drink":"a","id":7,"image":"c.jpg","kind":"soda","#
                + #""name":"콜라","price":1500}]}"#)
        #expect(try decode(text) == machine)
        #expect(throws: DecodingError.self) {
            try decode(text.replacingOccurrences(of: "3000", with: "-1"), as: DrinksMachine.self)
        }
        #expect(throws: DecodingError.self) {
            try decode(text.replacingOccurrences(of: "2027-01", with: "x"), as: DrinksMachine.self)
        }
    }

    @Test func onlyTheNewestPurchasesAreKept() throws {
        let one = #"{"bought_at":"2027-01-15T08:00:00Z","drink":"a","id":%,"kind":"soda","name":"b","price":1}"#
        let many = (0..<60).map { one.replacingOccurrences(of: "%", with: "\($0)") }.joined(separator: ",")
        let machine: DrinksMachine = try decode(#"{"balance":0,"affordable":[],"purchases":[\#(many)]}"#)
        #expect(machine.purchases.map(\.id) == Array(10..<60))
        #expect(machine.purchaseCount == 60)
    }

    @Test func theStockIsAnObjectByKind() throws {
        let stock = DrinksStock([.soda: [drink(Drinks.cola())]])
        #expect(try json(stock).hasPrefix(#"{"soda":[{"#))
        #expect(try decode(json(stock)) == stock)
    }

    @Test func aHistoryCountsAKindOnce() throws {
        let total = #"{"kind":"milk","count":2,"amount":3000}"#
        let history: DrinksHistory = try decode(#"{"totals":[\#(total),\#(total)],"purchases":[]}"#)
        #expect(history.totals == [DrinkKindTotal(kind: .milk, count: 2, amount: Won(3_000))])
        #expect(try json(history) == #"{"purchases":[],"totals":[{"amount":3000,"count":2,"kind":"milk"}]}"#)
    }

    @Test func requestsAndRefusalsAreWrittenAsTheWireHasThem() throws {
        #expect(try json(DrinkMoneyRequest(amount: Won(5_000))) == #"{"amount":5000}"#)
        #expect(try json(DrinkRequest(id: DrinkID("a"))) == #"{"id":"a"}"#)
        #expect(try json(DrinkRestock(id: DrinkID("a"), count: 5)) == #"{"count":5,"id":"a"}"#)
        #expect(try json(DrinkRestock(id: DrinkID("a"), count: 5, seen: 2)) == #"{"count":5,"id":"a","seen":2}"#)
        #expect(try json(DrinkChange(returned: Won(500))) == #"{"balance":0,"returned":500}"#)
        #expect(
            try json(DrinkUnavailable(error: "e", reason: .soldOut)) == #"{"error":"e","reason":"sold_out"}"#)
    }

    @Test func theMachinesSectionsAreItsKinds() {
        #expect(SectionID.drinksMachine.map(\.path) == ["drinks/milk", "drinks/soda", "drinks/coffee"])
    }
}

@Suite struct DayTests {
    @Test(arguments: ["20261121", "20240229", "20000229", "19000101", "99991231"])
    func aDayIsEightDigits(text: String) {
        #expect(Day(text: text)?.text == text)
    }

    @Test(arguments: [
        "", "2026112", "20261301", "20260001", "20260100", "20260431", "20230229", "21000229", "+2026112",
    ])
    func whatIsNoDayIsRefused(text: String) {
        #expect(Day(text: text) == nil)
    }

    @Test func daysAreInTheOrderOfTheCalendar() throws {
        let days = try ["20251231", "20260101", "20260131", "20260201"].map { try #require(Day(text: $0)) }
        #expect(days.shuffled().sorted() == days)
    }

    @Test func theDayDependsOnWhereOneIs() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 9 * 3_600))
        let lateInLondon = try Date("2026-11-21T16:00:00Z", strategy: .iso8601)
        #expect(Day(of: lateInLondon, in: calendar)?.text == "20261122")
    }
}
