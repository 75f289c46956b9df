import Domain
import Foundation
import TerminalText
import Testing

/// The pages of the shop's own dishes, as stored in their files.
@Suite struct DetailDataTests {
    private static let sectionsPerPage = 0...13

    @Test func everyDishHasAPageAndEveryPageADish() throws {
        let files = try fileNames(in: "details")
        #expect(Set(files) == Set(try allDishes().map { "\($0.detailHash).json" }))
    }

    @Test func everyPageHasTheKeysOfTheWireAndNoOther() throws {
        for hash in try hashes() {
            let page = try rawPage(hash)
            #expect(Set(page.keys) == ["hash", "data"])
            #expect(page["hash"] as? String == hash)
            let keys = Set(try data(of: page).keys)
            let texts: Set = ["product_description", "point", "delivery_info", "delivery_fee"]
            let english = texts.subtracting(["point"]).map { "\($0)_en" }
            #expect(keys == texts.union(english).union(["top_image", "thumb_images", "prices", "detail_section"]))
        }
    }

    @Test func theTopPictureIsTheFirstThumbnail() throws {
        for hash in try hashes() {
            let data = try data(of: rawPage(hash))
            let thumbnails = try #require(data["thumb_images"] as? [String])
            #expect(data["top_image"] as? String == thumbnails.first)
            #expect((1...5).contains(thumbnails.count))
            #expect(Set(thumbnails).count == thumbnails.count)
        }
    }

    @Test func theListsPictureIsNeverAThumbnail() throws {
        for dish in try allDishes() { #expect(!(try page(dish.detailHash).thumbnails.contains(dish.image))) }
    }

    @Test func pagesHaveNoPicturesOrFewOrThirteen() throws {
        let counts = try hashes().map { try page($0).pictures.count }
        #expect(counts.allSatisfy(DetailDataTests.sectionsPerPage.contains))
        #expect(counts.contains(0))
        #expect(counts.contains(13))
        #expect(Set(counts).count > 5)
    }

    @Test func dishesShareBanners() throws {
        var uses: [String: Int] = [:]
        for hash in try hashes() { for picture in try page(hash).pictures { uses[picture, default: 0] += 1 } }
        #expect(uses.values.count { $0 > 5 } >= 3)
        #expect(uses.keys.contains { $0.hasSuffix(".png") })
        #expect(uses.keys.contains { $0.hasSuffix(".jpg") })
    }

    @Test func nothingIsLostInReading() throws {
        for hash in try hashes() {
            let page = try page(hash)
            let data = try data(of: rawPage(hash))
            #expect(page.thumbnails == data["thumb_images"] as? [String])
            #expect(page.pictures == data["detail_section"] as? [String])
            #expect(page.prices.map(\.text) == data["prices"] as? [String])
            #expect(page.description.string == data["product_description"] as? String)
        }
    }

    @Test func textsAreHarmlessAsTheyStandAndSaySomething() throws {
        for hash in try hashes() {
            let page = try data(of: rawPage(hash))
            for case let text as String in page.values {
                #expect(!text.isEmpty)
                #expect(PlainText(text).string == text, "\(hash): \(text)")
            }
        }
    }

    private func hashes() throws -> [String] { Set(try allDishes().map(\.detailHash)).sorted() }

    private func page(_ hash: String) throws -> DishDetail {
        try DishDetailBody.decode(Data(contentsOf: shopFile("details/\(hash).json"))).data
    }

    private func rawPage(_ hash: String) throws -> [String: Any] {
        let content = try Data(contentsOf: shopFile("details/\(hash).json"))
        return try #require(JSONSerialization.jsonObject(with: content) as? [String: Any])
    }

    private func data(of page: [String: Any]) throws -> [String: Any] {
        try #require(page["data"] as? [String: Any])
    }
}

/// The prices and delivery information on a page, compared with the list.
@Suite struct DetailAndListTests {
    @Test func aPageNamesOnePriceOrTheOriginalOneToo() throws {
        let counts = Set(try pages().map(\.page.prices.count))
        #expect(counts == [1, 2])
    }

    @Test func everyPageAgreesWithTheListAboutThePrice() throws {
        for (dish, page) in try pages() { #expect(page.price == dish.price, "\(dish.detailHash)") }
    }

    @Test func someOriginalPriceIsNoReduction() throws {
        #expect(try pages().contains { $0.page.prices.count == 2 && $0.page.reducedFrom == nil })
        #expect(try pages().contains { $0.page.reducedFrom != nil })
    }

    @Test func pointsAreAHundredthOfThePrice() throws {
        for (dish, page) in try pages() {
            let points = try #require(Won(menuText: page.point.string))
            let price = try #require(page.price)
            #expect(abs(points.amount * 100 - price.amount) <= 50, "\(dish.detailHash)")
        }
    }

    @Test func descriptionsAreOfTheirOwn() throws {
        let pages = try pages()
        #expect(pages.allSatisfy { $0.page.description != $0.dish.description })
        let descriptions = Dictionary(grouping: pages, by: \.page.description)
        #expect(descriptions.values.allSatisfy { Set($0.map(\.dish.detailHash)).count == 1 })
    }

    @Test func deliveryIsWhatTheListPromises() throws {
        for (dish, page) in try pages() {
            let info = page.deliveryInfo.string
            #expect(info.contains("새벽") == dish.deliveryTypes.contains("새벽배송"), "\(dish.detailHash): \(info)")
            #expect(info.contains("택배") == dish.deliveryTypes.contains("전국택배"), "\(dish.detailHash): \(info)")
            #expect(page.deliveryFee.string.contains("원"))
        }
    }

    private func pages() throws -> [(dish: Dish, page: DishDetail)] {
        try allDishes().map { dish in
            (dish, try DishDetailBody.decode(Data(contentsOf: shopFile("details/\(dish.detailHash).json"))).data)
        }
    }
}
