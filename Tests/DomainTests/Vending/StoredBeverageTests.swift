import Domain
import Foundation
import TerminalText
import Testing

@Suite struct StoredBeverageTests {
    /// The properties of each class, as they are encoded.
    private static let properties: [DrinkClass: [String: String]] = [
        .strawberryMilk: ["shelf_life": "10", "strawberry_share": "8"],
        .chocolateMilk: ["shelf_life": "12", "cocoa_share": "3"],
        .bananaMilk: ["shelf_life": "14", "banana_share": "4"],
        .cola: ["sugar": "38", "caffeine": "34"], .cider: ["sugar": "30", "citrus_share": "2"],
        .fanta: ["sugar": "41", "fruit": "\"오렌지\""],
        .top: ["temperature": "62", "caffeine": "96", "beans": "\"콜롬비아\""],
        .cantata: ["temperature": "4", "caffeine": "88", "milk_share": "15"],
        .georgia: ["temperature": "65", "caffeine": "120", "roast": "\"dark\""],
    ]

    @Test func everyClassIsReadAsItWasWritten() throws {
        for drink in Drinks.ofEveryClass() {
            let text = try StoredBeverage.text(of: drink)
            let read = try StoredBeverage.beverage(in: text)
            #expect(type(of: read) == type(of: drink))
            #expect(read.description == drink.description)
            #expect(read.properties == drink.properties)
            #expect(try StoredBeverage.text(of: read) == text)
        }
    }

    @Test func everythingThatAClassHasStandsInTheText() throws {
        for drink in Drinks.ofEveryClass() {
            let text = try StoredBeverage.text(of: drink)
            let expected = try #require(StoredBeverageTests.properties[drink.product.drinkClass])
            for (key, value) in expected { #expect(text.contains("\"\(key)\":\(value)"), "\(text)") }
            // The remaining keys are the class, the label's four values and the manufacturing day.
            let keys = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]).keys
            #expect(keys.count == expected.count + 6)
        }
    }

    @Test func nothingIsLostWhereItIsWrittenAsWhatItInheritsFrom() throws {
        let milk: Beverage = Drinks.strawberry()
        let text = String(decoding: try JSONEncoder().encode(milk), as: UTF8.self)
        let read = try #require(StoredBeverage.beverage(in: text) as? StrawberryMilk)
        #expect(read.strawberryShare == 8)
        #expect(read.shelfLife == 10)
    }

    @Test(arguments: [
        "", "{}", "[]", #"{"class":"lemonade"}"#, #"{"class":"cola"}"#, #"{"sugar":1,"caffeine":1}"#,
        text(#""volume":0"#), text(#""volume":-1"#), text(#""price":-1"#), text(#""price":1.5"#), text(#""name":"""#),
        text(#""brand":"\u200B""#), text(#""manufactured_on":"20260230""#), text(#""sugar":-1"#),
        text(#""caffeine":99999999999999999999"#), text(#""class":"cider""#),
    ])
    func whatIsNoBeverageIsRefused(_ text: String) {
        #expect(throws: DecodingError.self) { try StoredBeverage.beverage(in: text) }
    }

    @Test func theTextThatTheRefusedOnesAreMadeOfIsOne() throws {
        #expect(try StoredBeverage.beverage(in: StoredBeverageTests.text(#""sugar":38"#)) is Cola)
    }

    /// Returns an encoded cola with one property replaced.
    private static func text(_ property: String) -> String {
        let key = property.prefix { $0 != ":" }
        let all = [
            #""class":"cola""#, #""brand":"한들""#, #""name":"콜라""#, #""volume":350"#, #""price":2000"#,
            #""manufactured_on":"20261121""#, #""sugar":38"#, #""caffeine":34"#,
        ]
        return "{" + all.map { $0.hasPrefix("\(key):") ? property : $0 }.joined(separator: ",") + "}"
    }
}
