import Domain
import Foundation
import Testing

@testable import ShopServer

struct MenuFilesTests {
    /// Its detail may state a delivery fee, so that a dish sold without it might be sold at a wrong price.
    @Test func theFeeOfADishWhoseDetailCannotBeReadIsNotKnown() async throws {
        try await SmallShop.with(["details/B2.json": Data("{".utf8)]) { shop in
            let files = try MenuFiles(resources: shop)
            #expect(files.offer("B2")?.isFeeKnown == false)
            #expect(files.offer("A1")?.isFeeKnown == true)
        }
    }

    /// Runs `body` with a shop that lists a dish in two sections, of which one says more of it.
    private func listedTwice(adding text: String, to file: String, _ body: (URL) async throws -> Void) async throws {
        let content = try #require(SmallShop.files[file])
        let changed = content.replacing(#""s_price": "1,000원""#, with: #""s_price": "1,000원", \#(text)"#)
        try await SmallShop.with([file: Data(changed.utf8)], body)
    }

    @Test(arguments: [
        #""count": 1"#, #""sold_out": true"#,
        #""options": [{"id": "size", "title": "크기", "choose": [0, 1], "choices": [{"id": "big", "title": "대", "price": 500}]}]"#,
    ])
    func everySectionShowsWhatTheFirstOneSaysOfADish(_ text: String) async throws {
        let day = try #require(Day(dashed: "2026-11-29"))
        for file in ["menu/main.json", "menu/soup.json"] {
            try await listedTwice(adding: text, to: file) { shop in
                let files = try MenuFiles(resources: shop)
                let sold = try #require(files.offer("A1"))
                for section in [SectionID.main, .soup] {
                    let content = try #require(files.sections[section]?.content(with: [:], on: day))
                    let dishes: [Dish] = try SectionBody.decode(content.text)
                    let dish = try #require(dishes.first { $0.detailHash == "A1" })
                    #expect(Offer(dish).changed(by: nil, on: day).look == sold.changed(by: nil, on: day).look)
                    #expect(Offer(dish).options == sold.options)
                }
                let found = ShopServer.check(shop).findings
                #expect(found.map(\.severity) == [.note])
                #expect(
                    found.map(\.text.english)
                        == ["A1 has another count or other options in menu/main.json, which comes first."])
            }
        }
    }
}
