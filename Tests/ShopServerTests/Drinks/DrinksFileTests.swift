import Domain
import Foundation
import ShopServer
import TerminalText
import Testing

@Suite struct DrinksFileTests {
    @Test func aMissingFileIsNamed() async throws {
        try await withShop(replacing: [:]) { shop in
            try write(drinks: DrinksMenu.text(), below: shop)
            try open(shop)
            let file = shop.appending(components: "drinks", "drinks.json")
            try FileManager.default.removeItem(at: file)
            #expect(throws: ShopServerError.missingResource(path: file.path())) { try open(shop) }
        }
    }

    @Test(
        arguments: [
            ("", "", SectionBodyError.empty), ("", "<html>", .notJSON), ("", "[{}]", .missing(item: 0, key: "id")),
            (#""class": "cola", "#, "", .missing(item: 2, key: "class")),
            (#""class": "cola""#, #""class": "water""#, .unreadable(item: 2, key: "class")),
            (#""caffeine": 34, "#, "", .missing(item: 2, key: "caffeine")),
            (#""price": 2000"#, #""price": "2000""#, .unreadable(item: 2, key: "price")),
            (#""price": 2000"#, #""price": -1"#, .unreadable(item: 2, key: "price")),
            (#""shelf_life": 10"#, #""shelf_life": 100000"#, .unreadable(item: 0, key: "shelf_life")),
            (#""count": 3"#, #""count": 101"#, .unreadable(item: 2, key: "count")),
            (#""id": "cola""#, #""id": "milk""#, .unreadable(item: 2, key: "id")),
            (#""class": "chocolate-milk""#, #""class": "chocolate-milk", "x": 1"#, nil),
        ] as [(String, String, SectionBodyError?)])
    func unusableDrinksAreNamedWithTheReason(_ part: String, _ other: String, _ reason: SectionBodyError?) async throws
    {
        try await withShop(replacing: [:]) { shop in
            let text =
                part.isEmpty
                ? other : DrinksMenu.text().replacing("\n", with: " ").squeezed.replacing(part, with: other)
            try write(drinks: text, below: shop)
            let path = shop.appending(components: "drinks", "drinks.json").path()
            guard let reason else { return try open(shop) }
            #expect(throws: ShopServerError.unreadableResource(path: path, why: reason)) { try open(shop) }
        }
    }

    @Test func theSameDrinkTwiceUnderTwoNamesIsRefused() async throws {
        try await withShop(replacing: [:]) { shop in
            let twin = #"{"id": "twin", "class": "georgia", "brand": "다락", "name": "다크", "volume": 240, "price": 1200,"#
            let rest = #" "temperature": 4, "caffeine": 1, "roast": "light", "opening": []}]"#
            try write(drinks: DrinksMenu.text().dropLast() + "," + twin + rest, below: shop)
            let path = shop.appending(components: "drinks", "drinks.json").path()
            let error = ShopServerError.unreadableResource(path: path, why: .unreadable(item: 5, key: "name"))
            #expect(throws: error) { try open(shop) }
        }
    }

    private func open(_ resources: URL) throws {
        _ = try ShopServer(ShopServer.Configuration(resources: resources))
    }
}

/// The shop's own drinks, as stored in their file.
@Suite struct DrinksDataTests {
    private func offers() throws -> [DrinkOffer] {
        try DrinkOffer.offers(in: Data(contentsOf: shopFile("drinks/drinks.json")))
    }

    @Test func thereAreSeveralOfEachKindAndOneOfEachClass() throws {
        let classes = try offers().map(\.product.drinkClass)
        #expect(Set(classes) == Set(DrinkClass.allCases))
        let kinds = Dictionary(grouping: classes, by: \.kind).mapValues(\.count)
        #expect(DrinkKind.allCases.allSatisfy { kinds[$0, default: 0] >= 3 })
    }

    @Test func everyOneCanBePaidForAndFitsARow() throws {
        for offer in try offers() {
            let label = offer.product.label
            #expect((500...5_000).contains(label.price.amount))
            #expect(label.price.amount.isMultiple(of: 100))
            #expect((100...500).contains(label.volume))
            #expect(label.brand.columns + label.name.columns < 40)
            #expect(offer.image.hasPrefix("/pictures/"))
        }
    }

    @Test func aNewMachineHasSomethingToShowItsKeeper() throws {
        let assortment = try Assortment(offers())
        let today = try #require(Day(text: "20261121"))
        let machine = try assortment.machine(assortment.opening(assortment.offers, on: today))
        let drinks = assortment.drinks(in: machine, on: today)
        #expect(drinks.contains { $0.expired > 0 && $0.count > 0 })
        #expect(drinks.contains { $0.hasOnlyExpired })
        #expect(drinks.contains { $0.count == 0 && $0.expired == 0 })
        let hot = assortment.drinks(.hot, in: machine, on: today)
        #expect(hot.count >= 2)
        #expect(hot.allSatisfy { $0.kind == .coffee })
        // At least one coffee is cold.
        #expect(hot.count < drinks.filter { $0.kind == .coffee }.count)
    }
}

extension String {
    /// The text with each run of spaces collapsed to one.
    fileprivate var squeezed: String { split(separator: " ").joined(separator: " ") }
}
