/// Short examples of servers' answers.
enum JSONSeeds {
    static let menu = seeds(
        """
        [{"detail_hash":"HBDEF","image":"/pictures/a.jpg","alt":"갈비","delivery_type":["새벽배송"],\
        "delivery_type_en":["dawn delivery"],"title":"[소반가] 갈비","title_en":"Ribs","description":"배즙에",\
        "n_price":"18,900원","s_price":"15,900원","badge":["이벤트특가"],"sold_out":true},null,{"title":1}]
        """,
        #"{"statusCode":200,"body":[{"detail_hash":"H1","title":"\ud83c\udf5a \ud83c","s_price":3900}]}"#,
        #"{"format":2,"shop":"http://127.0.0.1","section":"woowa/main","confirmedAt":1.5,"total":1,"rows":[]}"#,
        "\u{FEFF}[]", #"{"statusCode":500,"body":"no"}"#)

    static let page = seeds(
        """
        {"hash":"H077F","data":{"top_image":"/pictures/a.jpg","thumb_images":["/pictures/a.jpg"],\
        "product_description":"두 번 튀겨","product_description_en":"fried","point":"52원","delivery_info":"서울",\
        "delivery_fee":"2,500원","prices":["6,900원","5,200원"],"detail_section":["/pictures/b.jpg"]}}
        """, "{}", #"{"data":null}"#)

    static let juice = seeds(
        #"[{"id":"kiwi","name":"키위쥬스","name_en":"Kiwi","price":4500,"needs":{"kiwi":3},"available":true}]"#,
        #"[{"id":"kiwi","name":"키위","name_en":"Kiwi","count":10}]"#,
        #"[{"id":"a","name":"b","price":9223372036854775807},{"id":"a","name":"b","count":9223372036854775807}]"#,
        #"[{"id":"a","name":"b","price":1,"needs":{"kiwi":9223372036854775807,"mango":1}}]"#,
        #"{"section":"juice/fruits","version":12}"#)

    static let drinks = seeds(
        """
        [{"id":"strawberry-milk","kind":"milk","brand":"봄들","brand_en":"Bomdeul","name":"딸기우유","volume":200,\
        "price":1500,"count":6,"expired":2,"manufactured_on":"2026-11-20","image":"/pictures/c.png"}]
        """,
        """
        {"balance":3700,"affordable":["cola"],"purchase_count":1,"purchases":[{"id":3,"drink":"cola","name":"콜라",\
        "kind":"soda","image":"","price":1300,"bought_at":"2026-11-22T10:11:12Z"}]}
        """,
        """
        {"totals":[{"kind":"soda","count":2,"amount":2600}],"purchases":[]}
        """, #"{"milk":[],"soda":[]}"#, #"{"returned":5000,"balance":0}"#, #"{"error":"x","price":1,"balance":0}"#)

    static let orders = seeds(
        """
        [{"id":12,"who":"지훈","counter":"menu","title":"갈비","quantity":2,"unit_price":15900,"lines":[{"counter":\
        "menu","item":"HBDEF","title":"갈비","quantity":2,"unit_price":15900,"total":31800}],"delivery_fee":2500,\
        "total":34300,"state":"cancelled","reason":"없어요","steps":[{"state":"received","at":"2026-11-22T10:11:12Z",\
        "by":"guest"},{"state":"cancelled","at":"2026-11-22T10:12:12Z","by":"keeper"}],\
        "placed_at":"2026-11-22T10:11:12Z"}]
        """,
        """
        {"who":"지훈","delivery_fee":0,"lines":[{"counter":"juice","item":"kiwi","title":"키위쥬스","quantity":1,\
        "unit_price":4500}]}
        """,
        #"{"error":"no","lines":[{"line":0,"title":"키위쥬스","unit_price":4500,"sold_out":false,"missing":{"kiwi":2}}]}"#,
        #"{"state":"cancelled","reason":"없어요"}"#)

    private static func seeds(_ texts: String...) -> [[UInt8]] { texts.map { Array($0.utf8) } }

    /// Whether `bytes` may be a text that Foundation accepts although the standard does not.
    static func isBeyondStandard(_ bytes: [UInt8]) -> Bool {
        guard let text = String(validating: bytes, as: UTF8.self) else { return true }
        return text.utf8.count > 100_000 || text.contains("\u{0}") || text.contains("\\")
    }
}
