import Domain
import Foundation
import TerminalText
import Testing

@Suite struct OrderWireTests {
    private static let time = Date(timeIntervalSince1970: 1_800_000_000)

    private static func order(_ lines: [OrderLine], fee: Int = 0) -> Order {
        Order(
            id: 7, number: 3, day: .ofTests, who: "지훈", lines: lines, deliveryFee: Won(fee),
            steps: [OrderStep(.received, at: time, by: .guest)],
            placedAt: time)
    }

    private static let ribs = OrderLine(
        item: OrderedItem(.menu, "HBDEF"), section: "main", title: "갈비", quantity: 2, unitPrice: Won(15_900))
    private static let juice = OrderLine(
        item: OrderedItem(.juice, "kiwi"), title: "키위쥬스", quantity: 1, unitPrice: Won(4_000))

    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func decode<Value: Decodable>(_ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }

    @Test func anOrderIsWrittenAsTheWireHasIt() throws {
        #expect(
            try json(OrderWireTests.order([OrderWireTests.ribs])) == """
                {"counter":"menu","day":"2027-01-15","delivery_fee":0,"id":7,"lines":[{"counter":"menu","item":"HBDEF",\
                "quantity":2,"section":"main","title":"갈비","unit_price":15900}],"number":3,"placed_at":"2027-01-15T08:00:00Z",\
                "quantity":2,"receive":"pickup","state":"received",\
                "steps":[{"at":"2027-01-15T08:00:00Z","by":"guest","state":"received"}],"title":"갈비","total":31800,\
                "unit_price":15900,"who":"지훈"}
                """)
    }

    /// The fields that older clients decode, which know only orders of one line.
    private struct OrderOfOneLine: Decodable {
        let title: String
        let quantity: Int
        let unit_price: Won
        let total: Won
    }

    @Test func readersOfOrdersOfOneLineReadAllOfThem() throws {
        let whole = OrderWireTests.order([OrderWireTests.ribs, OrderWireTests.juice], fee: 2_500)
        let read: OrderOfOneLine = try decode(json(whole))
        #expect(read.title == "갈비 × 2, 키위쥬스")
        #expect((read.quantity, read.unit_price, read.total) == (1, Won(38_300), Won(38_300)))
        let delivered: OrderOfOneLine = try decode(json(OrderWireTests.order([OrderWireTests.ribs], fee: 2_500)))
        #expect((delivered.quantity, delivered.unit_price, delivered.title) == (1, Won(34_300), "갈비 × 2"))
    }

    @Test(arguments: [0, 2_500]) func whatIsWrittenIsReadBack(_ fee: Int) throws {
        var order = OrderWireTests.order([OrderWireTests.ribs, OrderWireTests.juice], fee: fee)
        try order.move(to: .preparing, by: .keeper, at: OrderWireTests.time + 60)
        try order.move(to: .cancelled, by: .keeper, at: OrderWireTests.time + 90, reason: "다 팔렸어요")
        #expect(try decode(json(order)) == order)
    }

    @Test(arguments: [
        ("\"quantity\":2,\"section\"", "\"quantity\":100,\"section\""),
        ("\"unit_price\":15900}]", "\"unit_price\":-1}]"),
        ("\"lines\":[{", "\"lines\":[],\"x\":[{"), ("\"state\":\"received\",", "\"state\":\"ready\","),
        ("\"state\":\"received\"", "\"state\":\"lost\""),
    ])
    func anOrderThatCannotBeIsRefused(_ part: String, _ other: String) throws {
        let text = try json(OrderWireTests.order([OrderWireTests.ribs])).replacing(part, with: other)
        #expect(throws: DecodingError.self) { try decode(text) as Order }
    }

    /// Each is one character as it is written, and several as it is displayed: a filler that is left out splits a
    /// syllable, and marks of unknown width become question marks.
    private static let growing = ["\u{1100}\u{1160}\u{11A8}", "a\u{1ACF}\u{1AD0}\u{1ADD}"]

    @Test(arguments: growing) func aTextThatIsTooLongAsItIsDisplayedIsRefused(_ character: String) throws {
        let request = OrderRequest(
            who: "지훈", lines: [.init(item: OrderedItem(.menu, "H1"), title: "갈비", quantity: 1, unitPrice: Won(5))])
        let long = String(repeating: character, count: Handover.maxNoteLength - 20)
        let text = try json(request)
        for (part, other) in [("\"quantity\":", "\"note\":\"\(long)\",\"quantity\":"), ("{", "{\"note\":\"\(long)\",")]
        {
            let index = try #require(text.range(of: part))
            #expect(throws: GuestTextFailure.tooLong(key: "note", limit: Handover.maxNoteLength)) {
                try decode(text.replacingCharacters(in: index, with: other)) as OrderRequest
            }
        }
    }

    @Test(arguments: growing) func anOrderIsReadWhateverItsTextsAre(_ character: String) throws {
        var line = OrderWireTests.ribs
        line = OrderLine(
            item: line.item, title: line.title, quantity: 2, unitPrice: Won(1_100_000_000),
            note: PlainText(String(repeating: character, count: 199)))
        let order = Order(
            id: 7, number: 3, day: .ofTests, who: "지훈",
            handover: Handover(.delivery, phone: "전화 없음", address: line.note, note: line.note), lines: [line],
            deliveryFee: Won(0), steps: [OrderStep(.received, at: OrderWireTests.time, by: .guest)],
            placedAt: OrderWireTests.time)
        let read: Order = try decode(json(order))
        #expect(read.lines[0].note?.string == line.note.map { String($0.string.prefix(Handover.maxNoteLength)) })
        #expect(read.handover.note == read.lines[0].note && read.handover.address == read.handover.note)
        #expect((read.handover.phone, read.total) == ("전화 없음", Won(2_200_000_000)))
    }

    @Test func aRequestNamesEachItemWithWhatWasShownOfIt() throws {
        let request = OrderRequest(
            who: "지훈",
            lines: [
                OrderRequest.Line(item: OrderedItem(.menu, "H1"), title: "갈비", quantity: 2, unitPrice: Won(5)),
                OrderRequest.Line(item: OrderedItem(.juice, "kiwi"), title: "키위쥬스", quantity: 1, unitPrice: Won(7)),
            ], deliveryFee: Won(3))
        #expect(request.total == Won(20))
        #expect(
            try json(request) == """
                {"delivery_fee":3,"lines":[\
                {"counter":"menu","item":"H1","quantity":2,"title":"갈비","unit_price":5},\
                {"counter":"juice","item":"kiwi","quantity":1,"title":"키위쥬스","unit_price":7}],\
                "receive":"pickup","total":20,"who":"지훈"}
                """)
        #expect(try decode(json(request)) == request)
        let line = #"{"counter":"menu","item":"H1","quantity":2,"title":"갈비","unit_price":5}"#
        for part in [#""counter":"menu","#, #""item":"H1","#, #""quantity":2,"#, #""title":"갈비","#] {
            let without = line.replacing(part, with: "")
            #expect(throws: DecodingError.self) { try decode(without) as OrderRequest.Line }
        }
    }

    @Test func choicesNotesAndHandoverAreWrittenAndReadBack() throws {
        let size = ItemOption(
            id: "size", title: "크기", choose: 1...1,
            choices: [.init(id: "large", title: ShopText("곱빼기", english: "Large"), price: Won(2_000))])
        let chosen = try #require(size.chosen("large"))
        let handover = Handover(
            .delivery, phone: "010-1234-5678", address: "서울시 반찬로 1", wantedAt: OrderWireTests.time, note: "문 앞에")
        let request = OrderRequest(
            who: "지훈", handover: handover,
            lines: [
                .init(
                    item: OrderedItem(.menu, "H1"), title: "갈비", options: [chosen], quantity: 2, unitPrice: Won(5),
                    note: "덜 맵게")
            ])
        #expect(
            try json(request) == """
                {"address":"서울시 반찬로 1","delivery_fee":0,"lines":[{"counter":"menu","item":"H1","note":"덜 맵게",\
                "options":[{"choice":"large","option":"size","option_title":"크기","price":2000,"title":"곱빼기",\
                "title_en":"Large"}],"quantity":2,"title":"갈비","unit_price":5}],"note":"문 앞에",\
                "phone":"010-1234-5678","receive":"delivery","total":10,"wanted_at":"2027-01-15T08:00:00Z","who":"지훈"}
                """)
        #expect(try decode(json(request)) == request)
        let line = OrderLine(
            item: OrderedItem(.menu, "H1"), title: "갈비", options: [chosen], quantity: 2, unitPrice: Won(5), note: "덜 맵게"
        )
        let order = Order(
            id: 7, number: 3, day: .ofTests, who: "지훈", handover: handover, lines: [line],
            steps: [OrderStep(.received, at: OrderWireTests.time, by: .guest)], placedAt: OrderWireTests.time)
        #expect(try decode(json(order)) == order)
        #expect(order.hasPersonalData && !order.withoutPersonalData.hasPersonalData)
        #expect(order.withoutPersonalData.handover == Handover(.delivery, wantedAt: OrderWireTests.time))
        #expect(order.withoutPersonalData.withPersonalData(of: order) == order)
    }

    private static let longest = String(repeating: "가", count: 200)

    @Test(arguments: [
        (#""note":"\#(longest)가""#, GuestTextFailure.tooLong(key: "note", limit: 200)),
        (#""note":"a\u0007b""#, .undisplayable(key: "note")),
        (#""address":"a\u202eb""#, .undisplayable(key: "address")),
        (#""phone":"010\u200e1234""#, .undisplayable(key: "phone")), (#""phone":"전화 없음""#, .notAPhoneNumber),
        (#""phone":"1+2 34""#, .notAPhoneNumber), (#""phone":"12""#, .notAPhoneNumber),
        (#""phone":"\#(String(repeating: "1", count: 33))""#, .tooLong(key: "phone", limit: 32)),
    ])
    func whatAGuestWroteIsRefusedWhereItCannotBeShown(_ part: String, _ failure: GuestTextFailure) {
        #expect(throws: failure) { try decode(#"{"receive":"pickup",\#(part)}"#) as Handover }
    }

    @Test func whatAGuestWroteIsOneLineOfText() throws {
        let text = #"{"receive":"here","note":"둘은\n따로  👨‍👩‍👧‍👦","phone":" +82 (10) 1234-5678 ","address":null}"#
        let handover: Handover = try decode(text)
        #expect(handover == Handover(.here, phone: "+82 (10) 1234-5678", note: "둘은 따로 👨‍👩‍👧‍👦"))
        let longest: Handover = try decode(#"{"receive":"here","note":"\#(OrderWireTests.longest)"}"#)
        #expect(longest.note?.string == OrderWireTests.longest)
    }

    @Test func aConflictSaysOfEachLineWhatItCostsNow() throws {
        let conflict = OrderConflict(
            error: "x",
            lines: [
                OrderLineConflict(line: 1, title: "갈비", unitPrice: Won(5), isSoldOut: true),
                OrderLineConflict(line: 2, title: "", unitPrice: nil),
                OrderLineConflict(line: 3, title: "키위쥬스", unitPrice: Won(9), missing: [FruitID("kiwi"): 2]),
            ], terms: OrderTermsConflict(total: Won(100)))
        #expect(
            try json(conflict) == """
                {"error":"x","lines":[{"line":1,"sold_out":true,"title":"갈비","unit_price":5},\
                {"line":2,"sold_out":false,"title":"","unit_price":null},\
                {"line":3,"missing":{"kiwi":2},"sold_out":false,"title":"키위쥬스","unit_price":9}],\
                "total":100}
                """)
        #expect(try decode(json(conflict)) == conflict)
    }
}
