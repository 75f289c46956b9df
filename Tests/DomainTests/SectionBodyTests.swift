import Domain
import Foundation
import TerminalText
import Testing

/// Returns one dish as a server sends it. `changes` replaces values, and removes those that are `nil`.
private func item(_ changes: [String: String?] = [:]) -> String {
    var fields: [String: String?] = [
        "detail_hash": #""HBDEF""#, "image": #""http://images.example/1.jpg""#, "alt": #""갈비""#,
        "delivery_type": #"["새벽배송", "전국택배"]"#, "title": #""[집밥] 갈비""#, "description": #""맛있는 갈비""#,
        "n_price": #""16,000""#, "s_price": #""12,900원""#, "badge": #"["론칭특가"]"#,
    ]
    fields.merge(changes) { $1 }
    let lines = fields.compactMap { key, value in value.map { "\"\(key)\": \($0)" } }
    return "{" + lines.joined(separator: ", ") + "}"
}

private func decode(_ text: String) throws(SectionBodyError) -> [Dish] { try SectionBody.decode(Data(text.utf8)) }

private func decodeOne(_ changes: [String: String?] = [:]) throws(SectionBodyError) -> Dish {
    try decode("[\(item(changes))]")[0]
}

@Suite struct SectionBodyShapeTests {
    @Test func aBareArrayIsRead() throws {
        let dish = try decodeOne()
        #expect(dish.title == "[집밥] 갈비")
        #expect(dish.alt == "갈비")
        #expect(dish.deliveryTypes == ["새벽배송", "전국택배"])
        #expect(dish.price == Won(12_900))
        #expect(dish.originalPrice == Won(16_000))
        #expect(dish.badges == ["론칭특가"])
        #expect(dish.image == "http://images.example/1.jpg")
        #expect(dish.detailHash == "HBDEF")
    }

    @Test func aWrappedArrayIsTheSame() throws {
        #expect(try decode(#"{"statusCode": 200, "body": [\#(item())]}"#) == decode("[\(item())]"))
    }

    @Test func aWrapperWithoutAStatusIsRead() throws {
        #expect(try decode(#"{"body": []}"#).isEmpty)
    }

    @Test func anEmptyArrayIsAnEmptySection() throws {
        #expect(try decode("[]").isEmpty)
        #expect(try decode(" \n[ ]\n").isEmpty)
    }

    @Test func unknownKeysAreIgnored() throws {
        #expect(try decodeOne(["extra": "[1, {}]"]).title == "[집밥] 갈비")
    }

    @Test func aRefusalInTheWrapperIsNoBody() {
        #expect(throws: SectionBodyError.refused(403)) { try decode(#"{"statusCode": 403, "body": []}"#) }
        #expect(throws: SectionBodyError.refused(500)) { try decode(#"{"statusCode": 500, "body": "try later"}"#) }
        #expect(throws: SectionBodyError.refused(404)) { try decode(#"{"statusCode": 404}"#) }
    }

    @Test func aWrapperWithoutABodySaysSo() {
        #expect(throws: SectionBodyError.missing(item: nil, key: "body")) { try decode("{}") }
        #expect(throws: SectionBodyError.missing(item: nil, key: "body")) { try decode(#"{"statusCode": 200}"#) }
        #expect(throws: SectionBodyError.foreign(item: nil, expected: .list, found: .text)) {
            try decode(#"{"body": "soon"}"#)
        }
        #expect(throws: SectionBodyError.unreadable(item: nil, key: "statusCode")) {
            try decode(#"{"statusCode": "fine", "body": []}"#)
        }
    }

    @Test(arguments: ["", " ", "\n\r\t "]) func anEmptyFileIsEmpty(text: String) {
        #expect(throws: SectionBodyError.empty) { try decode(text) }
    }

    @Test(arguments: [
        "[", "[{]", "{", "[{\"a\": }]", "\u{0}\u{1}", "]", #"[{detail_hash: "H1", title: "unquoted keys"}]"#,
        String(repeating: "[", count: 100_000),
    ])
    func whatIsNoMenuIsNotJSON(text: String) {
        #expect(throws: SectionBodyError.notJSON) { try decode(text) }
    }

    @Test(arguments: [
        ("<!DOCTYPE html><html></html>", JSONShape.page), ("null", .null), ("12", .number), ("\"text\"", .text),
        ("true", .boolean),
    ])
    func whatIsSomethingElseSaysWhatItIs(text: String, found: JSONShape) {
        #expect(throws: SectionBodyError.foreign(item: nil, expected: .list, found: found)) { try decode(text) }
    }

    @Test(arguments: [("1", JSONShape.number), ("[]", .list), ("null", .null), ("\"\"", .text), ("false", .boolean)])
    func whatIsNoRecordSaysWhatItIs(record: String, found: JSONShape) {
        #expect(throws: SectionBodyError.foreign(item: 1, expected: .object, found: found)) {
            try decode("[\(item()), \(record)]")
        }
    }
}

@Suite struct SectionBodyPriceTests {
    @Test func theOriginalPriceMayBeAbsent() throws {
        #expect(try decodeOne(["n_price": nil]).originalPrice == nil)
        #expect(try decodeOne(["n_price": "null"]).originalPrice == nil)
        #expect(try decodeOne(["n_price": "\"\""]).originalPrice == nil)
    }

    @Test func anOriginalPriceBelowThePriceIsKeptButNoReduction() throws {
        let dish = try decodeOne(["n_price": "\"6,500\"", "s_price": "\"7,000원\""])
        #expect(dish.originalPrice == Won(6_500))
        #expect(dish.price == Won(7_000))
        #expect(dish.reducedFrom == nil)
        #expect(try decodeOne().reducedFrom == Won(16_000))
    }

    @Test(arguments: ["\"free\"", "\"-5원\"", "\"원\"", "\"1.5\"", "\"99,999,999,999원\"", "12900", "\"\"", "null"])
    func aPriceThatIsNoneIsReportedWithItsItem(price: String) {
        #expect(throws: SectionBodyError.unreadable(item: 1, key: "s_price")) {
            try decode("[\(item()), \(item(["s_price": price]))]")
        }
    }

    @Test func anOriginalPriceThatIsNoneIsReported() {
        #expect(throws: SectionBodyError.unreadable(item: 0, key: "n_price")) { try decodeOne(["n_price": "\"soon\""]) }
    }
}

@Suite struct SectionBodyItemTests {
    @Test func onlyTheMarkSaysThatADishIsSoldOutAndNoBadge() throws {
        #expect(try !decodeOne().isSoldOut)
        #expect(try !decodeOne(["sold_out": "null"]).isSoldOut)
        #expect(try !decodeOne(["badge": "[\"품절\"]"]).isSoldOut)
        let soldOut = try decodeOne(["sold_out": "true"])
        #expect(soldOut.isSoldOut)
        #expect(try decode("[\(String(decoding: JSONEncoder().encode(soldOut), as: UTF8.self))]") == [soldOut])
        #expect(throws: SectionBodyError.unreadable(item: 0, key: "sold_out")) {
            try decodeOne(["sold_out": "\"yes\""])
        }
    }

    @Test func badgesMayBeAbsentEmptyOneOrTwo() throws {
        #expect(try decodeOne(["badge": nil]).badges == [])
        #expect(try decodeOne(["badge": "null"]).badges == [])
        #expect(try decodeOne(["badge": "[]"]).badges == [])
        #expect(try decodeOne(["badge": "[\"품절\"]"]).badges == ["품절"])
        #expect(try decodeOne(["badge": "[\"품절\", \"베스트\"]"]).badges == ["품절", "베스트"])
        #expect(try decodeOne(["badge": #"["", "\u0000 "]"#]).badges == [])
    }

    @Test(arguments: ["detail_hash", "image", "alt", "delivery_type", "title", "description", "s_price"])
    func aRequiredKeyThatIsAbsentIsReportedWithItsItem(key: String) {
        #expect(throws: SectionBodyError.missing(item: 2, key: key)) {
            try decode("[\(item()), \(item()), \(item([key: nil]))]")
        }
        #expect(throws: SectionBodyError.missing(item: 0, key: key)) {
            try decode(#"{"statusCode": 200, "body": [\#(item([key: nil]))]}"#)
        }
    }

    @Test(arguments: ["title", "description", "alt", "image", "detail_hash", "delivery_type", "badge"])
    func aValueOfAnotherTypeIsReportedWithItsItem(key: String) {
        #expect(throws: SectionBodyError.unreadable(item: 1, key: key)) {
            try decode("[\(item()), \(item([key: "7"]))]")
        }
    }

    @Test func aWrongTypeInsideAListIsReportedUnderTheListsKey() {
        #expect(throws: SectionBodyError.unreadable(item: 0, key: "delivery_type")) {
            try decodeOne(["delivery_type": "[\"새벽배송\", 3]"])
        }
    }

    @Test func floodsAreBounded() throws {
        let many = "[" + Array(repeating: "\"가\"", count: 1_000).joined(separator: ",") + "]"
        let marks = "\"a" + String(repeating: "\u{301}", count: 100_000) + "\""
        let dish = try decodeOne(["badge": many, "delivery_type": many, "image": marks, "title": marks])
        #expect(dish.badges.count <= 8)
        #expect(dish.deliveryTypes.count <= 8)
        #expect(dish.image.unicodeScalars.count <= 2_048)
        #expect(dish.title.string.unicodeScalars.count <= 512)
    }
}

@Suite struct SectionBodyEnglishTests {
    @Test func englishIsReadWhereTheShopHasIt() throws {
        let dish = try decodeOne(["title_en": "\"[Jipbap] Ribs\"", "description_en": "\"Good ribs\""])
        #expect(dish.titleInEnglish == "[Jipbap] Ribs")
        #expect(dish.descriptionInEnglish == "Good ribs")
        #expect(dish.title == "[집밥] 갈비")
        #expect(try decode("[\(String(decoding: JSONEncoder().encode(dish), as: UTF8.self))]") == [dish])
    }

    @Test(arguments: [nil, "null", "\"\"", "\" \\n\"", "7", "{}", "[\"Ribs\"]", "true"])
    func whatIsNoEnglishIsNoneAndTheDishStays(text: String?) throws {
        let dish = try decodeOne(["title_en": text, "description_en": text])
        #expect(dish.titleInEnglish == nil)
        #expect(dish.descriptionInEnglish == nil)
        #expect(dish == (try decodeOne()))
    }

    @Test func englishIsAsHarmlessAndBoundedAsTheShopsOwnWords() throws {
        let flood = "\"" + String(repeating: "rib ", count: 100_000) + "\""
        let title = try #require(
            try decodeOne(["title_en": #""Ribs\u001b[31m\n\u202e, fresh""#]).titleInEnglish)
        #expect(title.string.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
        let description = try #require(try decodeOne(["description_en": flood]).descriptionInEnglish)
        #expect(description.string.unicodeScalars.count <= PlainText.defaultLimit)
    }

    @Test func badgesAndDeliveryTypesAreInEnglishWhereThereIsOneForEach() throws {
        let own = ["badge": #"["이벤트특가", "베스트"]"#, "delivery_type": #"["새벽배송"]"#]
        let english = own.merging(["badge_en": #"["offer", "best"]"#, "delivery_type_en": #"["at dawn"]"#]) { $1 }
        let dish = try decodeOne(english)
        #expect(dish.labelsInEnglish == Dish.Labels(badges: ["offer", "best"], deliveryTypes: ["at dawn"]))
        #expect(try decode("[\(String(decoding: JSONEncoder().encode(dish), as: UTF8.self))]") == [dish])
        for wrong in [#"["offer"]"#, #"["offer", ""]"#, #"["a", "b", "c"]"#, "7", "null", #"["a", 7]"#] {
            let dish = try decodeOne(own.merging(["badge_en": wrong, "delivery_type_en": "[]"]) { $1 })
            #expect(dish.labelsInEnglish == Dish.Labels())
            #expect(dish.badges == ["이벤트특가", "베스트"])
        }
    }

    @Test func aDrinkSaysInEnglishWhatTheShopHasSo() throws {
        let own =
            #""id": "o", "kind": "soda", "class": "fanta", "brand": "톡톡", "name": "오렌지", "volume": 250, "#
            + #""price": 1300, "count": 1, "manufactured_on": "20261101", "sugar": 9, "fruit": "오렌지""#
        let english = #", "name_en": "Orange", "brand_en": "Toktok", "fruit_en": "orange""#
        let drinks = try ["", english, #", "name_en": 7, "brand_en": """#].map {
            try JSONDecoder().decode(Drink.self, from: Data("{\(own)\($0)}".utf8))
        }
        #expect(drinks[1].english == Drink.English(name: "Orange", brand: "Toktok", fruit: "orange"))
        #expect(drinks[1].title == ShopText("오렌지", english: "Orange"))
        #expect(drinks[2] == drinks[0])
        #expect(try JSONDecoder().decode(Drink.self, from: JSONEncoder().encode(drinks[1])) == drinks[1])
    }

    @Test func noEnglishIsNotWritten() throws {
        let text = String(decoding: try JSONEncoder().encode(try decodeOne()), as: UTF8.self)
        #expect(!text.contains("_en"))
    }
}

@Suite struct SectionBodyTextTests {
    private func read(_ body: Data, charset: String? = nil) throws(SectionBodyError) -> [Dish] {
        try SectionBody.read(body, as: Dish.self, charset: charset).array(of: Dish.self)
    }

    @Test func aMenuInItsOwnCharsetIsRead() throws {
        // "비빔밥" in EUC-KR, which is in CP949 as well.
        var body = Data(
            "[\(item(["title": "\"@@\"", "alt": "\"\"", "description": "\"\"", "delivery_type": "[]", "badge": nil, "n_price": nil, "s_price": "\"1,000\""]))]"
                .utf8)
        body.replaceSubrange(try #require(body.range(of: Data("@@".utf8))), with: [0xBA, 0xF1, 0xBA, 0xF6, 0xB9, 0xE4])
        #expect(try read(body, charset: "euc-kr").map(\.title) == ["비빔밥"])
    }

    @Test func whatIsNoTextIsRefusedWithTheNameOfItsCharset() {
        let body = Data((0..<500).map { UInt8(truncatingIfNeeded: $0 &* 37 | 0x80) })
        #expect(throws: SectionBodyError.charset("x-unheard-of")) { try read(body, charset: "x-unheard-of") }
        #expect(throws: SectionBodyError.charset(nil)) { try read(body) }
        #expect(throws: SectionBodyError.empty) { try read(Data()) }
    }

    @Test func aByteOrderMarkIsNoText() throws {
        #expect(try read(Data("\u{FEFF}[\(item())]".utf8)) == decode("[\(item())]"))
    }

    @Test func invalidBytesInATextDoNotLoseTheMenu() throws {
        var body = Data("[\(item(["title": "\"@@\""]))]".utf8)
        let range = try #require(body.range(of: Data("@@".utf8)))
        body.replaceSubrange(range, with: [0xEA, 0xB0])
        #expect(try read(body).first?.price == Won(12_900))
    }

    @Test(arguments: [#"\ud83c"#, #"\udf5a"#, #"\udf5a\ud83c"#, #"\ud83c\u0041"#, #"a\ud83c"#, #"\\\ud800"#])
    func halfOfASurrogatePairDoesNotLoseTheMenu(escape: String) throws {
        #expect(try read(Data("[\(item(["title": "\"\(escape)\""]))]".utf8)).first?.price == Won(12_900))
    }

    @Test func escapesInOrderAreRead() throws {
        #expect(try decodeOne(["title": #""\uac08\ube44 \\ud800 \"\ud83c\udf5a\"""#]).title == "갈비 \\ud800 \"🍚\"")
    }

    @Test func controlCharactersAndLineBreaksNeverArrive() throws {
        let dish = try decodeOne(["title": #""갈\u001b[31m비\n\u202e x""#])
        #expect(dish.title.string.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
    }
}

@Suite struct DishCodingTests {
    @Test func whatIsWrittenIsReadAgain() throws {
        let dishes = [
            Dish(
                detailHash: "H1", image: "http://a/b.jpg", alt: "alt", deliveryTypes: ["새벽배송"], title: "갈비 \"\\",
                description: "맛", originalPrice: Won(16_000), price: Won(12_900), badges: ["품절", "베스트"]),
            Dish(detailHash: "H2", title: "두부", price: Won(0)),
            Dish(detailHash: "H0", title: "밥", originalPrice: Won(1), price: Won(1_000_000_000)),
        ]
        #expect(try SectionBody.decode(JSONEncoder().encode(dishes)) == dishes)
    }

    @Test func anAbsentOriginalPriceIsNotWritten() throws {
        let text = String(
            decoding: try JSONEncoder().encode(Dish(detailHash: "H", title: "두부", price: Won(1))), as: UTF8.self)
        #expect(!text.contains("n_price"))
        #expect(text.contains("1원"))
    }
}
