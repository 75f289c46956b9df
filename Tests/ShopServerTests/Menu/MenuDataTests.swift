import Domain
import Foundation
import TerminalText
import Testing

/// The shop's own dishes, as their files have them: with what a decoder would smooth over still to be seen.
@Suite struct MenuDataTests {
    private static let badges: Set = ["이벤트특가", "론칭특가", "베스트", "품절", "사은품증정"]
    private static let deliveries: Set = ["새벽배송", "전국택배"]

    @Test(arguments: SectionID.menu) func everySectionHasTwelveDishesOrMore(_ section: SectionID) throws {
        #expect(try dishes(of: section).count >= 12)
    }

    @Test(arguments: SectionID.menu) func everyDishHasTheKeysOfTheWireAndNoOther(_ section: SectionID) throws {
        let required: Set = [
            "detail_hash", "image", "alt", "delivery_type", "title", "title_en", "description", "description_en",
            "s_price",
        ]
        for dish in try raw(section) {
            #expect(required.isSubset(of: dish.keys))
            #expect(required.union(["n_price", "badge", "badge_en", "delivery_type_en"]).isSuperset(of: dish.keys))
        }
    }

    @Test(arguments: SectionID.menu) func everySectionHasTheVarietyOfRealOnes(_ section: SectionID) throws {
        let raw = try raw(section)
        #expect(raw.contains { $0["n_price"] == nil })
        #expect(raw.contains { $0["n_price"] != nil })
        #expect(raw.contains { $0["badge"] == nil })
        for count in 0...2 { #expect(raw.contains { ($0["badge"] as? [String])?.count == count }) }
        for count in 1...2 { #expect(raw.contains { ($0["delivery_type"] as? [String])?.count == count }) }
        #expect(try dishes(of: section).contains { $0.title.columns >= 40 })
        #expect(try dishes(of: section).contains { $0.reducedFrom != nil })
    }

    @Test func someOriginalPriceIsBelowThePrice() throws {
        #expect(try allDishes().contains { dish in dish.originalPrice.map { $0 < dish.price } ?? false })
    }

    @Test func someAlternativeTextIsNotTheTitle() throws {
        #expect(try allDishes().contains { $0.alt != $0.title })
    }

    @Test func mostTitlesBeginWithABrandAndSomeDoNot() throws {
        let dishes = try allDishes()
        let branded = dishes.count { $0.title.string.hasPrefix("[") }
        #expect(branded > dishes.count * 3 / 4)
        #expect(branded < dishes.count)
    }

    @Test func textsFitTheirColumns() throws {
        for dish in try allDishes() {
            #expect(dish.title.columns <= 46, "\(dish.title)")
            #expect(dish.description.columns <= 61, "\(dish.description)")
            let (title, description) = try (
                #require(dish.titleInEnglish), #require(dish.descriptionInEnglish)
            )
            #expect(title.columns <= 66, "\(title)")
            #expect(title.string.allSatisfy { $0.isASCII }, "\(title)")
            #expect(description.columns <= 66, "\(description)")
            #expect(description.string.allSatisfy { $0.isASCII }, "\(description)")
        }
    }

    @Test(arguments: SectionID.menu) func textsAreHarmlessAsTheyStand(_ section: SectionID) throws {
        for dish in try raw(section) {
            let texts = dish.values.flatMap { $0 as? [String] ?? [$0 as? String ?? ""] }
            for text in texts { #expect(PlainText(text).string == text) }
        }
    }

    @Test(arguments: SectionID.menu) func pricesAreWrittenAsTheWireHasThem(_ section: SectionID) throws {
        for (dish, raw) in zip(try dishes(of: section), try raw(section)) {
            #expect(dish.price.text == raw["s_price"] as? String)
            #expect(dish.originalPrice?.grouped == raw["n_price"] as? String)
        }
    }

    @Test func labelsAreThoseOfTheShop() throws {
        for dish in try allDishes() {
            #expect(MenuDataTests.badges.isSuperset(of: dish.badges.map(\.string)))
            #expect(MenuDataTests.deliveries.isSuperset(of: dish.deliveryTypes.map(\.string)))
        }
    }

    @Test func picturesAreNamedByTheServerTheyComeFrom() throws {
        for dish in try allDishes() {
            #expect(dish.image.wholeMatch(of: /\/pictures\/[0-9a-f]{32}\.jpg/) != nil, "\(dish.image)")
        }
    }

    @Test func oneHashStandsInTwoSectionsAndNoneTwiceInOne() throws {
        var sections: [String: Int] = [:]
        for section in SectionID.menu {
            let hashes = try dishes(of: section).map(\.detailHash)
            #expect(Set(hashes).count == hashes.count)
            for hash in hashes { sections[hash, default: 0] += 1 }
        }
        #expect(sections.values.contains(2))
        #expect(sections.keys.allSatisfy { $0.wholeMatch(of: /H[0-9A-F]{4}/) != nil })
    }

    private func dishes(of section: SectionID) throws -> [Dish] { try SectionBody.decode(fileContent(of: section)) }

    private func raw(_ section: SectionID) throws -> [[String: Any]] {
        try #require(JSONSerialization.jsonObject(with: fileContent(of: section)) as? [[String: Any]])
    }
}
