import Domain
import Foundation
import Storage
import TerminalProbe
import TerminalText
import TestPeers
import TestSupport
import Testing

// Spreadsheets, summaries and receipts.
extension OrdersCommandTests {
    @Test func ordersOfSomeDaysArePrintedForSpreadsheets() async throws {
        let book = try await Book(orders: [("=HYPERLINK(1)", "갈비, \"매운\"", 2, 15_900), ("-1+2", "국;탕", 1, 7_000)])
        let all = try await book.run(["--csv", "--since", "2027-01-15", "--until", "2027-01-15"])
        #expect(
            all.standardOutput.unicodeScalars.elementsEqual(
                [
                    "\u{FEFF}order,day,number,placed_at,state,moved_at,reason,who,receive,phone,address,wanted_at,note,line,counter,item,title,title_en,options,line_note,quantity,removed,unit_price,amount,delivery_fee,order_total,refunded,payment",
                    "1,2027-01-15,1,2027-01-15 08:00:00,received,2027-01-15 08:00:00,,'=HYPERLINK(1),pickup,,,,,1,menu,,\"갈비, \"\"매운\"\"\",,,,2,0,15900,31800,0,31800,0,",
                    "2,2027-01-15,2,2027-01-15 08:00:00,received,2027-01-15 08:00:00,,'-1+2,pickup,,,,,1,menu,,\"국;탕\",,,,1,0,7000,7000,0,7000,0,",
                    "",
                ].joined(separator: "\r\n").unicodeScalars))
        try await book.add([("갈비", 2, 15_900), ("국", 1, 7_000)], fee: 2_500)
        let rows = try await book.run(["--csv", "--query", "3"]).standardOutput.split(separator: "\r\n").dropFirst()
        // Each sum stands in one row only, so that the columns can be summed.
        #expect(rows.map { $0.hasSuffix(",31800,2500,41300,0,") } == [true, false])
        #expect(rows.last?.hasSuffix(",7000,7000,,,,") == true)
        for days in [["--since", "2027-01-16"], ["--until", "2027-01-14"]] {
            #expect(try await book.run(days).standardOutput.isEmpty)
        }
        let wrong = try await book.run(["--since", "15.1.2027"])
        #expect(wrong.status != 0)
    }

    @Test(arguments: [
        "=1+1", "+1", "-5", "@SUM(1)", "=\u{301}1+1", "\u{301}=1+1", "\u{200B}=1+1", "\u{FEFF}=1+1", "\u{2060}+1",
        " =1+1",
        "＝1+1", "＋1", "－1", "＠A1", "\u{2212}1", "﹢1", "\u{3164}=1+1", "\t=1+1", "\r=1+1",
    ])
    func noSpreadsheetTakesATextForAFormula(_ text: String) async throws {
        let book = try await Book(orders: [(text, text, 1, 100)])
        let csv = try await book.run(["--csv"]).standardOutput
        let cells = try #require(csv.split(separator: "\r\n").last).split(separator: ",")
        // The guest's name, and the title; empty cells are left out.
        for index in [6, 10] {
            #expect(cells[index].unicodeScalars.first == "'", "\(cells[index])")
            #expect(cells[index].unicodeScalars.contains { ("1"..."5").contains($0) })
        }
    }

    @Test func theSumsOfASummaryAreTheLedgers() async throws {
        var random = SeededGenerator(seed: 7)
        let titles = ["갈비", "무생채", "미역국"]
        let orders = try (0..<60).map { _ in
            (
                who: "지훈", title: try #require(titles.randomElement(using: &random)),
                quantity: Int.random(in: 1...9, using: &random), price: Int.random(in: 1...90, using: &random) * 100
            )
        }
        let book = try await Book(orders: orders)
        let output = try await book.run(["--summary", "--json"])
        let report = try JSONDecoder().decode(SalesReport.self, from: Data(output.standardOutput.utf8))
        let sum = orders.reduce(0) { $0 + $1.quantity * $1.price }
        #expect(report.total == SalesSum(count: 60, amount: Won(sum)))
        for title in titles {
            let those = orders.filter { $0.title == title }
            let expected = SalesSum(
                count: those.reduce(0) { $0 + $1.quantity },
                amount: Won(those.reduce(0) { $0 + $1.quantity * $1.price }))
            #expect(report.items.first { $0.title.string == title }?.sum == expected)
        }
        #expect(report.hours.map(\.hour) == [8])
        let rows = try await book.run(["--summary", "--csv"]).standardOutput.split(separator: "\r\n")
        #expect(rows.contains { $0 == "total,,,,60,\(sum)" })
        #expect(rows.contains { $0 == "hour,,,8,60,\(sum)" })
    }

    @Test func aSummaryIsATable() async throws {
        let book = try await Book(orders: [("지훈", "갈비", 2, 15_900), ("Anna", "국", 1, 7_000)])
        let output = try await book.run(["--summary"])
        #expect(
            output.standardOutput == """
                Orders                     Count             Won
                Delivery                                     0원
                Total                          2        38,800원
                Cancelled                      0             0원
                Refunded                       0             0원

                Item                       Count             Won
                갈비                           2        31,800원
                국                             1         7,000원

                Counter                    Count             Won
                menu                           3        38,800원

                Way                        Count             Won
                pick-up                        2        38,800원

                Payment                    Count             Won
                not paid                       2        38,800원

                Hour                       Count             Won
                08                             2        38,800원

                """)
    }

    @Test func aReceiptHasFortyColumns() async throws {
        let book = try await Book(orders: [])
        try await book.add(
            [
                ("[들밥상회] 오징어와 삼겹살로 볶은 오삼불고기 대용량", 2, 12_900), ("Kimchi", 1, 5_000),
            ], fee: 2_500)
        let output = try await book.run(["--receipt", "1"])
        #expect(
            output.standardOutput == """
                Order 1                 2027-01-15 08:00
                지훈                            received
                pick-up
                ----------------------------------------
                [들밥상회] 오징어와 삼겹살로 볶은
                오삼불고기 대용량
                  12,900원 × 2                  25,800원
                Kimchi
                  5,000원 × 1                    5,000원
                ----------------------------------------
                Delivery                         2,500원
                Total                           33,300원

                """)
        let korean = try await book.run(["--receipt", "1"], ["LANG": "ko_KR.UTF-8"])
        #expect(korean.standardOutput.contains("배달비                           2,500원"))
        let none = try await book.run(["--receipt", "9"])
        #expect(none.status == 3)
        #expect(none.standardError == "banchan: There is no order with the ID 9.\n")
    }

    @Test func whatGuestsChooseAndWriteIsOnReceiptsAndInSpreadsheets() async throws {
        let book = try await Book(orders: [])
        try await book.addDelivery()
        let output = try await book.run(["--receipt", "1"])
        #expect(
            output.standardOutput == """
                Order 1                 2027-01-15 08:00
                지훈                            received
                delivery         Wanted 2027-01-15 09:30
                010-1234-5678
                서울시 송파구 위례성대로 2, 장은빌딩
                18층
                =벨을 누르지 마세요
                ----------------------------------------
                간장 갈비
                  Size: large (+2,000원)
                  맵기: 안 맵게
                  @덜 맵게
                  17,900원 × 2                  35,800원
                ----------------------------------------
                Delivery                         3,000원
                Total                           38,800원

                """)
        let csv = try await book.run(["--csv"]).standardOutput
        #expect(
            csv.contains(
                ",지훈,delivery,010-1234-5678,\"서울시 송파구 위례성대로 2, 장은빌딩 18층\",2027-01-15 09:30:00,'=벨을 누르지 마세요,1,menu,H,"
                    + "간장 갈비,,\"크기: 대; 맵기: 안 맵게\",'@덜 맵게,2,0,17900,35800,3000,38800,0,\r\n"))
        for digits in ["5678", "1234-5678"] {
            #expect(try await book.run(["--query", digits]).standardOutput.contains("지훈"))
        }
        let json = try await book.run(["--json"]).standardOutput
        #expect(try JSONSchema(named: "orders").problems(in: json) == [])
    }

    @Test func paymentTakenOutPiecesAndRefundsAreOnReceiptsAndInSpreadsheets() async throws {
        let book = try await Book(orders: [])
        try await book.add([("갈비", 3, 12_900), ("Kimchi", 1, 5_000)], fee: 0)
        try await book.change(1) { order in
            try order.reduce(
                [.init(line: 0, quantity: 2), .init(line: 1, quantity: 0)], at: .now, reason: "다 팔렸어요"
            ) { _ in Won(0) }
            for state in [OrderState.preparing, .ready, .handedOver] {
                try order.move(to: state, by: .keeper, at: .now)
            }
            try order.setPayment(.card)
            try order.reduce([.init(line: 0, quantity: 1)], at: .now, reason: "식었어요") { _ in Won(0) }
        }
        let output = try await book.run(["--receipt", "1"])
        #expect(
            output.standardOutput == """
                Order 1                 2027-01-15 08:00
                지훈                         handed over
                pick-up
                ----------------------------------------
                갈비
                  12,900원 × 2                  25,800원
                  1 taken out
                Kimchi
                  1 taken out
                ----------------------------------------
                Total                           25,800원
                Refunded (식었어요)            -12,900원
                Total after refunds             12,900원
                Payment                             card

                """)
        let rows = try await book.run(["--csv"]).standardOutput.split(separator: "\r\n")
        #expect(
            rows.first?.hasSuffix(",quantity,removed,unit_price,amount,delivery_fee,order_total,refunded,payment")
                == true)
        #expect(
            rows.dropFirst().map {
                $0.split(separator: ",", omittingEmptySubsequences: false).suffix(8).joined(separator: ",")
            } == [
                "1,2,12900,12900,0,12900,12900,card", "0,1,5000,0,,,,",
            ])
        #expect(try JSONSchema(named: "orders").problems(in: try await book.run(["--json"]).standardOutput) == [])
        #expect(try await book.run([]).standardOutput.contains("갈비"))

        let summary = try await book.run(["--summary"]).standardOutput
        for line in [
            "Refunded                       1        12,900원", "Way                        Count             Won",
            "pick-up                        1        12,900원", "card                           1        12,900원",
        ] { #expect(summary.contains(line), "\(summary)") }
        let sums = try await book.run(["--summary", "--csv"]).standardOutput
        for row in ["way,,,pickup,1,12900", "payment,,,card,1,12900", "refunds,,,,1,12900"] {
            #expect(sums.contains(row), "\(sums)")
        }

        try await book.change(1) { order in
            try order.move(to: .refunded, by: .keeper, at: .now, reason: "상했어요")
        }
        let whole = try await book.run(["--receipt", "1"]).standardOutput
        #expect(whole.contains("Refunded                       -12,900원\nTotal after refunds                  0원\n"))
        #expect(try await book.run([], ["LANG": "ko_KR.UTF-8"]).standardOutput.contains("환불"))
    }

    /// A spreadsheet that sums by payment has the sums of the report.
    @Test func aCancelledOrderIsNotPaidInASpreadsheet() async throws {
        let book = try await Book(orders: [("지훈", "갈비", 1, 100), ("서연", "국", 1, 200)])
        for id in [1, 2] { try await book.change(id) { try $0.setPayment(.cash) } }
        try await book.change(1) { try $0.move(to: .cancelled, by: .keeper, at: .now, reason: "없어요") }
        let rows = try await book.run(["--csv"]).standardOutput.split(separator: "\r\n").dropFirst()
        #expect(rows.map { $0.split(separator: ",", omittingEmptySubsequences: false).last } == ["", "cash"])
        #expect(try await book.run(["--summary", "--csv"]).standardOutput.contains("payment,,,cash,1,200\r\n"))
        // The keeper still sees what has to be given back.
        #expect(try await book.run(["--receipt", "1"]).standardOutput.contains("Payment"))
    }
}
