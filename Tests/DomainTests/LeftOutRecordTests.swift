import Domain
import Foundation
import TerminalText
import Testing

/// Returns a valid record as JSON. `changes` replaces values, and removes those that are `nil`.
private func record(_ values: [String: String], _ changes: [String: String?]) -> String {
    let fields = values.mapValues(Optional.some).merging(changes) { $1 }
    return "{" + fields.compactMap { key, value in value.map { "\"\(key)\": \($0)" } }.joined(separator: ", ") + "}"
}

private func dish(_ changes: [String: String?] = [:]) -> String {
    record(
        [
            "detail_hash": #""HBDEF""#, "image": #""/1.jpg""#, "alt": #""갈비""#, "delivery_type": #"["새벽배송"]"#,
            "title": #""갈비""#, "description": #""맛있는 갈비""#, "n_price": #""16,000""#, "s_price": #""12,900원""#,
            "badge": #"["론칭특가"]"#,
        ], changes)
}

private func read<Row: SectionRow & Decodable>(
    _ text: String, as kind: Row.Type = Dish.self
) throws(SectionBodyError) -> SectionRows {
    try SectionBody.read(Data(text.utf8), as: kind)
}

@Suite struct LeftOutRecordTests {
    @Test func oneBadRecordIsLeftOutAndTheOthersAreThere() throws {
        for body in ["[\(dish()), null, \(dish())]", #"{"statusCode": 200, "body": [\#(dish()), null, \#(dish())]}"#] {
            let rows = try read(body)
            #expect(rows.array(of: Dish.self).map(\.title) == ["갈비", "갈비"])
            #expect(rows.leftOut.count == 1)
            #expect(rows.leftOut.reasons == [.foreign(item: 1, expected: .object, found: .null)])
        }
    }

    @Test(arguments: [
        (dish(["detail_hash": nil]), SectionBodyError.missing(item: 1, key: "detail_hash")),
        (dish(["detail_hash": #""""#]), .unreadable(item: 1, key: "detail_hash")),
        (dish(["detail_hash": #""\u200b\u0000""#]), .unreadable(item: 1, key: "detail_hash")),
        (dish(["title": #""""#]), .unreadable(item: 1, key: "title")),
        (dish(["title": "NaN"]), .unreadable(item: 1, key: "title")),
        (dish(["s_price": "NaN"]), .unreadable(item: 1, key: "s_price")),
        (dish(["title": nil]), .missing(item: 1, key: "title")),
        (dish(["title": "7"]), .unreadable(item: 1, key: "title")),
        (dish(["s_price": nil]), .missing(item: 1, key: "s_price")),
        (dish(["s_price": "\"soon\""]), .unreadable(item: 1, key: "s_price")),
        (dish(["s_price": "-1"]), .unreadable(item: 1, key: "s_price")),
        (dish(["s_price": "\"12,9\""]), .unreadable(item: 1, key: "s_price")),
        (dish(["s_price": "\"1,2900원\""]), .unreadable(item: 1, key: "s_price")),
        (dish(["s_price": "12.9"]), .unreadable(item: 1, key: "s_price")),
        ("[]", .foreign(item: 1, expected: .object, found: .list)),
        ("\"갈비\"", .foreign(item: 1, expected: .object, found: .text)),
        ("7", .foreign(item: 1, expected: .object, found: .number)),
        ("{}", .missing(item: 1, key: "detail_hash")),
    ])
    func aRecordWithoutWhatIsEssentialIsLeftOut(_ bad: String, _ reason: SectionBodyError) throws {
        let rows = try read("[\(dish()), \(bad)]")
        #expect(rows.count == 1)
        #expect(rows.leftOut.reasons == [reason])
    }

    @Test(arguments: ["NaN", "Infinity", "-Infinity", "[1, NaN]", #"{"a": -Infinity}"#])
    func whatIsNoNumberLosesOnlyItself(value: String) throws {
        let rows = try read("[\(dish(["rating": value])), \(dish(["count": value]))]").array(of: Dish.self)
        #expect(rows.map(\.title) == ["갈비", "갈비"])
        #expect(rows.map(\.count) == [nil, nil])
        #expect(
            try read("[\(dish(["description": #""NaN, -Infinity""#]))]").array(of: Dish.self).map(\.description) == [
                "NaN, -Infinity"
            ])
    }

    @Test func theLastOfARepeatedNameCounts() throws {
        let twice = dish().replacing("{", with: #"{"title": "옛 갈비", "s_\u0070rice": "1원", "badge": ["a", "b"], "#)
        let row = try read("[\(twice)]").array(of: Dish.self).first
        #expect(row?.title == "갈비")
        #expect(row?.price == Won(12_900))
        #expect(row?.badges == ["론칭특가"])
    }

    @Test(arguments: ["image", "alt", "delivery_type", "description", "n_price", "badge", "sold_out", "title_en"])
    func whatIsNotEssentialMayBeAbsentOrWrong(key: String) throws {
        for value in [nil, "null", "7", "{}", "[7]", "\"\\u0000\"", "\"12,90원\""] {
            let rows = try read("[\(dish([key: value]))]")
            #expect(rows.leftOut.count == 0, "\(key) \(value ?? "absent")")
            #expect(rows.row(0, as: Dish.self)?.price == Won(12_900))
        }
    }

    @Test func aPriceMayBeANumberAndOfALabelThatIsNoneTheOthersStay() throws {
        let row: Dish? = try read("[\(dish(["s_price": "9900", "badge": #"["베스트", 7, null, "특가"]"#]))]").row(0)
        #expect(row?.price == Won(9_900))
        #expect(row?.badges == ["베스트", "특가"])
    }

    @Test func whereNoRecordCanBeReadTheSectionSaysWhy() {
        #expect(throws: SectionBodyError.foreign(item: 0, expected: .object, found: .null)) { try read("[null, 7]") }
        #expect(throws: SectionBodyError.foreign(item: nil, expected: .list, found: .page)) { try read("<html>") }
        #expect(throws: SectionBodyError.notJSON) { try read("[\(dish()), {]") }
    }

    @Test func aListWithoutRecordsLeavesNothingOut() throws {
        #expect(try read("[]").leftOut.count == 0)
    }

    @Test func manyBadRecordsAreCountedAndTheFirstOfThemExplained() throws {
        let nulls = Array(repeating: "null", count: 5_000).joined(separator: ",")
        let leftOut = try read("[\(nulls), \(dish())]").leftOut
        #expect(leftOut.count == 5_000)
        #expect(leftOut.reasons.count == 100)
        #expect(leftOut.reasons.last == .foreign(item: 99, expected: .object, found: .null))
    }

    @Test func rowsAreOthersWhereSomethingElseWasLeftOut() throws {
        let all = try read("[\(dish())]")
        let some = try read("[\(dish()), null]")
        #expect(all != some)
        #expect(some == (try read("[\(dish()), null]")))
        #expect(some.picking([0]).leftOut == some.leftOut)
    }

    @Test func aShopsOwnFileHasToBeRight() {
        #expect(throws: SectionBodyError.foreign(item: 1, expected: .object, found: .null)) {
            try SectionBody.decode(Data("[\(dish()), null]".utf8), as: Dish.self)
        }
        #expect(throws: SectionBodyError.missing(item: 0, key: "image")) {
            try SectionBody.decode(Data("[\(dish(["image": nil]))]".utf8), as: Dish.self)
        }
    }
}

@Suite struct LeftOutRowKindTests {
    private static let juice = [
        "id": "\"kiwi\"", "name": "\"키위쥬스\"", "price": "3000", "needs": "{\"kiwi\": 3}", "available": "true",
    ]
    private static let fruit = ["id": "\"kiwi\"", "name": "\"키위\"", "count": "7"]
    private static let drink = [
        "id": "\"o\"", "kind": "\"soda\"", "class": "\"fanta\"", "brand": "\"톡톡\"", "name": "\"오렌지\"", "volume": "250",
        "price": "1300", "count": "1", "manufactured_on": "\"20261101\"", "sugar": "9", "fruit": "\"오렌지\"",
    ]
    private static let order = [
        "id": "7", "number": "3", "day": "\"2026-11-22\"", "receive": "\"pickup\"", "who": "\"홍길동\"",
        "delivery_fee": "0", "state": "\"received\"",
        "placed_at": "\"2026-11-22T01:02:03Z\"",
        "lines": #"[{"counter": "menu", "item": "H", "title": "갈비", "quantity": 1, "unit_price": 9000}]"#,
        "steps": #"[{"state": "received", "at": "2026-11-22T01:02:03Z", "by": "guest"}]"#,
    ]

    /// Decodes a list of four records: `values` unchanged, with a wrong price or count, null, and without the fields in
    /// `extra`.
    private func expect<Row: SectionRow & Decodable>(
        _ kind: Row.Type, _ values: [String: String], wrong key: String, without extra: [String] = []
    ) throws {
        let changes = Dictionary(uniqueKeysWithValues: extra.map { ($0, String?.none) })
        let body = "[\(record(values, [:])), \(record(values, [key: "\"?\""])), null, \(record(values, changes))]"
        let rows = try read(body, as: kind)
        #expect(rows.count == 2)
        #expect(
            rows.leftOut.reasons == [
                .unreadable(item: 1, key: key), .foreign(item: 2, expected: .object, found: .null),
            ])
    }

    @Test func rowsOfEveryKindAreReadOneByOne() throws {
        try expect(Juice.self, LeftOutRowKindTests.juice, wrong: "price", without: ["needs", "available"])
        try expect(FruitStock.self, LeftOutRowKindTests.fruit, wrong: "count")
        try expect(Drink.self, LeftOutRowKindTests.drink, wrong: "price", without: ["brand", "image"])
    }

    /// Terminals multiply and add these up.
    @Test(arguments: [
        ("price", "9223372036854775807"), ("price", "1000000001"), ("price", "-1"), ("needs", #"{"kiwi": -1}"#),
        ("needs", #"{"kiwi": 9223372036854775807, "mango": 1}"#),
    ])
    func aJuiceWithANumberOutOfBoundsIsLeftOut(_ key: String, _ value: String) throws {
        let changes: [[String: String?]] = [[:], [key: value]]
        let juices = changes.map { record(LeftOutRowKindTests.juice, $0) }
        let rows = try read("[\(juices.joined(separator: ", "))]", as: Juice.self)
        #expect(rows.count == 1)
        #expect(rows.leftOut.reasons == [.unreadable(item: 1, key: key)])
    }

    @Test(arguments: ["-1", "1000001", "9223372036854775807"])
    func aFruitWithACountOutOfBoundsIsLeftOut(_ count: String) throws {
        let changes: [[String: String?]] = [[:], ["count": count]]
        let fruits = changes.map { record(LeftOutRowKindTests.fruit, $0) }
        let rows = try read("[\(fruits.joined(separator: ", "))]", as: FruitStock.self)
        #expect(rows.count == 1)
        #expect(rows.leftOut.reasons == [.unreadable(item: 1, key: "count")])
    }

    @Test func anOrderIsReadWhoeverItIsOf() throws {
        let text = record(LeftOutRowKindTests.order, ["who": nil, "reason": "7"])
        #expect(try JSONDecoder.lenient.decode(Order.self, from: Data(text.utf8)).id == 7)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Order.self, from: Data(text.utf8)) }
    }

    @Test func aNumberThatIsNotWholeLosesOnlyItsRecord() throws {
        let body = "[\(record(LeftOutRowKindTests.fruit, [:])), \(record(LeftOutRowKindTests.fruit, ["count": "1.5"]))]"
        let rows = try read(body, as: FruitStock.self)
        #expect(rows.count == 1)
        #expect(rows.leftOut.count == 1)
    }
}

@Suite struct LenientDetailTests {
    private func page(_ changes: [String: String?]) throws -> DishDetail {
        let data = record(
            ["product_description": "\"맛\"", "prices": #"["9,000원"]"#, "thumb_images": #"["/1.png"]"#], changes)
        return try DishDetail.read(Data(#"{"hash": "H", "data": \#(data)}"#.utf8), of: "H")
    }

    @Test(arguments: [
        "top_image", "thumb_images", "product_description", "point", "delivery_info", "delivery_fee", "prices",
        "detail_section",
    ])
    func aPageIsShownWhateverIsMissingInIt(key: String) throws {
        for value in [nil, "null", "7", "{}", "[7]"] {
            let detail = try page([key: value])
            if key != "prices" { #expect(detail.price == Won(9_000)) }
            if key != "product_description" { #expect(detail.description == "맛") }
        }
    }

    @Test func ofPicturesThoseStayThatCanBeRead() throws {
        let detail = try page(["detail_section": #"["/a.png", null, "/b.png"]"#])
        #expect(detail.pictures == ["/a.png", "/b.png"])
    }

    @Test func whatIsNoPageSaysWhatItIs() {
        #expect(throws: SectionBodyError.foreign(item: nil, expected: .object, found: .list)) {
            try DishDetail.read(Data("[]".utf8), of: "H")
        }
        #expect(throws: SectionBodyError.foreign(item: nil, expected: .object, found: .page)) {
            try DishDetail.read(Data("<!DOCTYPE html>".utf8), of: "H")
        }
    }
}
