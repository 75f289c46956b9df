import Domain
import Foundation
import TerminalText
import Testing

/// Returns the body of a dish page as a server sends it. `changes` replaces values, and removes those that are `nil`.
private func body(_ changes: [String: String?] = [:]) -> String {
    var fields: [String: String?] = [
        "top_image": #""/pictures/1.jpg""#, "thumb_images": #"["/pictures/1.jpg", "/pictures/2.jpg"]"#,
        "product_description": #""하룻밤 재운 갈비""#, "point": #""129원""#, "delivery_info": #""새벽 배송""#,
        "delivery_fee": #""3,000원""#, "prices": #"["16,000원", "12,900원"]"#,
        "detail_section": #"["/pictures/a.png", "/pictures/b.jpg"]"#,
    ]
    fields.merge(changes) { $1 }
    let lines = fields.compactMap { key, value in value.map { "\"\(key)\": \($0)" } }
    return #"{"hash": "HBDEF", "data": {\#(lines.joined(separator: ", "))}}"#
}

private func decode(_ text: String) throws(SectionBodyError) -> DishDetail {
    try DishDetailBody.decode(Data(text.utf8)).data
}

private func page(_ changes: [String: String?] = [:]) throws(SectionBodyError) -> DishDetail {
    try decode(body(changes))
}

@Suite struct DishDetailShapeTests {
    @Test func aWholePageIsRead() throws {
        let expected = DishDetail(
            thumbnails: ["/pictures/1.jpg", "/pictures/2.jpg"], description: "하룻밤 재운 갈비", point: "129원",
            deliveryInfo: "새벽 배송", deliveryFee: "3,000원", prices: [Won(16_000), Won(12_900)],
            pictures: ["/pictures/a.png", "/pictures/b.jpg"])
        #expect(try page() == expected)
    }

    @Test func unknownKeysAndAMissingHashAreNoMatter() throws {
        #expect(try page(["extra": "[{}]"]) == page())
        let bare = body().replacing(#""hash": "HBDEF", "#, with: "")
        #expect(try decode(bare) == page())
    }

    @Test func aPageOfAnotherDishIsNotThisOnes() throws {
        let text = Data(body().utf8)
        #expect(try DishDetail.read(text, of: "HBDEF") == page())
        #expect(throws: SectionBodyError.otherRecord) { try DishDetail.read(text, of: "HB") }
        for unknown in ["null", "\"\"", "7"] {
            let nameless = body().replacing(#""HBDEF""#, with: unknown)
            #expect(try DishDetail.read(Data(nameless.utf8), of: "HB") == page())
        }
    }

    @Test(arguments: ["point", "delivery_info", "delivery_fee"])
    func aTextThatMayBeAbsentIsEmptyThen(key: String) throws {
        for value in [nil, "null", "\"\""] {
            let page = try page([key: value])
            #expect([page.point, page.deliveryInfo, page.deliveryFee].count(where: \.isEmpty) == 1)
        }
    }

    @Test func englishIsReadWhereTheShopHasIt() throws {
        let english = try page([
            "product_description_en": "\"Ribs, marinated overnight\"", "delivery_info_en": "\"Dawn delivery\"",
            "delivery_fee_en": "\"3,000원\"",
        ]).english
        #expect(english.description == "Ribs, marinated overnight")
        #expect(english.deliveryInfo == "Dawn delivery")
        #expect(english.deliveryFee == "3,000원")
    }

    @Test(arguments: ["null", "\"\"", "7", "{}", "[]"]) func whatIsNoEnglishIsNoneAndThePageStays(text: String) throws {
        let changes = ["product_description_en": text, "delivery_info_en": text, "delivery_fee_en": text]
        #expect(try page(changes) == page())
    }

    @Test(arguments: [nil, "null", "[]"]) func aPageWithoutPicturesBelowIsOne(sections: String?) throws {
        #expect(try page(["detail_section": sections]).pictures == [])
    }

    @Test(arguments: ["product_description", "prices"]) func aRequiredKeyThatIsAbsentIsNamed(key: String) {
        #expect(throws: SectionBodyError.missing(item: nil, key: key)) { try page([key: nil]) }
    }

    @Test func aBodyWithoutDataSaysSo() {
        #expect(throws: SectionBodyError.missing(item: nil, key: "data")) { try decode(#"{"hash": "H"}"#) }
        #expect(throws: SectionBodyError.unreadable(item: nil, key: "data")) { try decode(#"{"data": "soon"}"#) }
        #expect(throws: SectionBodyError.unreadable(item: nil, key: "data")) { try decode(#"{"data": null}"#) }
    }

    @Test(arguments: [
        "top_image", "thumb_images", "product_description", "point", "delivery_info", "delivery_fee", "prices",
        "detail_section",
    ])
    func aValueOfAnotherTypeIsReportedUnderItsKey(key: String) {
        #expect(throws: SectionBodyError.unreadable(item: nil, key: key)) { try page([key: "7"]) }
        #expect(throws: SectionBodyError.unreadable(item: nil, key: key)) { try page([key: "{}"]) }
    }

    @Test(arguments: ["thumb_images", "detail_section", "prices"])
    func aWrongTypeInsideAListIsReportedUnderTheListsKey(key: String) {
        #expect { try page([key: #"["1,000원", 2]"#]) } throws: { error in
            guard case .unreadable(_, key) = error as? SectionBodyError else { return false }
            return true
        }
    }

    @Test func noBytesAreEmpty() {
        #expect(throws: SectionBodyError.empty) { try decode("") }
    }

    @Test(arguments: [
        "{", "]", "not found", #"{hash: "H", data: {}}"#, "\u{0}", "{\"data\": {\"a\":",
    ])
    func whatIsNoPageIsNotJSON(text: String) {
        #expect(throws: SectionBodyError.notJSON) { try decode(text) }
    }

    @Test func endlessNestingIsRefused() {
        #expect(throws: SectionBodyError.self) { try decode(String(repeating: "[", count: 100_000)) }
        #expect(throws: SectionBodyError.self) { try decode(String(repeating: #"{"data":"#, count: 10_000)) }
    }

    @Test(arguments: ["null", "12", "[]", "\"text\"", "[{}]"]) func jsonOfAnotherShapeIsNoPage(text: String) {
        #expect(throws: SectionBodyError.self) { try decode(text) }
    }
}

@Suite struct DishDetailPictureTests {
    @Test(arguments: [nil, "null", "[]", #"["", ""]"#]) func theTopPictureStandsInForNoThumbnails(thumbnails: String?)
        throws
    {
        #expect(try page(["thumb_images": thumbnails]).thumbnails == ["/pictures/1.jpg"])
    }

    @Test func thumbnailsWinOverATopPictureThatIsNotAmongThem() throws {
        #expect(try page(["top_image": #""/pictures/9.jpg""#]) == page())
        #expect(try page(["top_image": nil]) == page())
    }

    @Test func aPageWithNeitherHasNoThumbnails() throws {
        for top in [nil, "null", "\"\""] {
            #expect(try page(["top_image": top, "thumb_images": nil]).thumbnails == [])
        }
    }

    @Test func emptyAddressesAreLeftOut() throws {
        #expect(try page(["detail_section": #"["", "/a.png", ""]"#]).pictures == ["/a.png"])
    }

    @Test func aPictureThatIsNamedTwiceStaysTwice() throws {
        #expect(try page(["detail_section": #"["/a.png", "/a.png"]"#]).pictures == ["/a.png", "/a.png"])
    }
}

@Suite struct DishDetailPriceTests {
    @Test func theLastPriceIsCharged() throws {
        #expect(try page().price == Won(12_900))
        #expect(try page().reducedFrom == Won(16_000))
    }

    @Test func onePriceIsNoReduction() throws {
        let page = try page(["prices": #"["9,900원"]"#])
        #expect(page.price == Won(9_900))
        #expect(page.reducedFrom == nil)
    }

    @Test(arguments: [#"["8,900원", "9,500원"]"#, #"["9,500원", "9,500원"]"#])
    func anOriginalPriceThatIsNotAboveIsNoReduction(prices: String) throws {
        let page = try page(["prices": prices])
        #expect(page.price == Won(9_500))
        #expect(page.reducedFrom == nil)
    }

    @Test func aPageWithoutPricesLeavesTheListsPrice() throws {
        let page = try page(["prices": "[]"])
        #expect(page.price == nil)
        #expect(page.reducedFrom == nil)
    }

    @Test(arguments: [#"["16,000원", "12,90원"]"#, #"["1,6000원", "12,900원"]"#, #"["16,000원", -7]"#])
    func anotherServersPageWithAPriceThatIsNoneLeavesTheListsPrice(prices: String) throws {
        let page = try DishDetail.read(Data(body(["prices": prices]).utf8), of: "HBDEF")
        #expect(page.prices == [])
        #expect(page.thumbnails.count == 2)
    }

    @Test(arguments: ["[16000, 12900]", #"["16,000원", 12900]"#, "[16000.0, 12900.0]"])
    func anotherServersPricesMayBeNumbers(prices: String) throws {
        #expect(
            try DishDetail.read(Data(body(["prices": prices]).utf8), of: "HBDEF").prices == [Won(16_000), Won(12_900)])
    }

    @Test(arguments: [
        #"["free"]"#, #"["12,9"]"#, #"["1,000원", ""]"#, #"["-5원"]"#, #"["99,999,999,999원"]"#, "null", "\"1,000원\"",
    ])
    func aPriceThatIsNoneIsReported(prices: String) {
        #expect(throws: SectionBodyError.self) { try page(["prices": prices]) }
    }
}

@Suite struct DishDetailHostilityTests {
    @Test(arguments: ["product_description", "point", "delivery_info", "delivery_fee"])
    func controlCharactersAndOverridesNeverArrive(key: String) throws {
        let page = try page([key: #""갈\u001b[31m비\n\u202e x\u0000\u009b2J""#])
        for text in [page.description, page.point, page.deliveryInfo, page.deliveryFee] {
            #expect(PlainText(text.string) == text)
            #expect(text.string.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
            #expect(!text.string.unicodeScalars.contains("\u{202E}"))
        }
    }

    @Test(arguments: ["top_image", "thumb_images", "detail_section"])
    func addressesAreHarmlessToo(key: String) throws {
        let address = #""/pictures/\u001b]0;x\u0007\n1.jpg""#
        var changes: [String: String?] = ["thumb_images": nil]
        changes.updateValue(key == "top_image" ? address : "[\(address)]", forKey: key)
        let page = try page(changes)
        #expect(page.thumbnails.count + page.pictures.count == (key == "detail_section" ? 2 : 3))
        for address in page.thumbnails + page.pictures {
            #expect(address.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
        }
    }

    @Test func floodsAreBounded() throws {
        let many = "[" + Array(repeating: "\"/1.jpg\"", count: 10_000).joined(separator: ",") + "]"
        let prices = "[" + Array(repeating: "\"1원\"", count: 10_000).joined(separator: ",") + "]"
        let long = "\"a" + String(repeating: "\u{301}", count: 100_000) + "\""
        let page = try page([
            "thumb_images": many, "detail_section": many, "prices": prices, "product_description": long, "point": long,
        ])
        #expect(page.thumbnails.count <= 16)
        #expect(page.pictures.count <= 64)
        #expect(page.prices.count <= 4)
        #expect(page.description.string.unicodeScalars.count <= 512)
        #expect(page.point.string.unicodeScalars.count <= 512)
    }

    @Test func anEndlessAddressIsCut() throws {
        let long = "\"/" + String(repeating: "a", count: 1_000_000) + "\""
        let page = try page(["top_image": long, "thumb_images": nil, "detail_section": "[\(long)]"])
        #expect((page.thumbnails + page.pictures).allSatisfy { $0.utf8.count <= 2_048 })
    }

    @Test func brokenBytesInATextDoNotLoseThePage() throws {
        var bytes = Data("\u{FEFF}\(body(["product_description": "\"@@\""]))".utf8)
        let range = try #require(bytes.range(of: Data("@@".utf8)))
        bytes.replaceSubrange(range, with: [0xEA, 0xB0])
        #expect(try DishDetail.read(bytes, of: "HBDEF").prices.count == 2)
        #expect(
            try DishDetail.read(Data(body(["product_description": #""\ud83c""#]).utf8), of: "HBDEF").prices.count == 2)
    }
}
