import Domain
import Foundation
import Storage
import TerminalProbe
import TerminalText
import TestPeers
import TestSupport
import Testing

@Suite struct OrdersCommandTests {
    @Test func ordersStandBelowEachOther() async throws {
        let book = try await Book(orders: [("지훈", "[소반가] 갈비", 1, 15_900), ("Anna", "시금치나물", 12, 3_900)])
        let output = try await book.run([])
        #expect(output.status == 0)
        #expect(
            output.standardOutput == """
                  ID   No.  Placed                   Won  State        Guest     Contents
                   1     1  2027-01-15 08:00    15,900원  received     지훈      [소반가] 갈비
                   2     2  2027-01-15 08:00    46,800원  received     Anna      시금치나물 × 12

                """)
        let korean = try await book.run([], ["LANG": "ko_KR.UTF-8"]).standardOutput
        #expect(
            korean.hasPrefix(
                """
                  ID  번호  주문 시각               금액  상태     이름      내용
                   1     1  2027-01-15 08:00    15,900원  접수     지훈      [소반가] 갈비
                """))
    }

    @Test(arguments: [(100, true, "Guest"), (60, true, "Guest"), (44, false, "Contents")])
    func aNarrowTerminalShowsFewerColumnsAndNoLineIsBroken(
        _ columns: Int, _ hasGuests: Bool, _ header: String
    ) async throws {
        let book = try await Book(orders: [("지훈", String(repeating: "갈비", count: 60), 1, 15_900)])
        for colorless in ["", "1"] {
            let environment = ["LANG": "C.UTF-8", "NO_COLOR": colorless]
            try await withShop(
                ["orders", "--database", book.path], environment: environment, columns: columns, rows: 8
            ) { program in
                try program.wait(forText: "갈비")
                #expect(try program.waitForExit() == .exited(0))
                #expect(program.screen.line(0).contains(header))
                #expect(program.screen.line(1).contains("received"))
                #expect(program.screen.line(1).contains("지훈") == hasGuests)
                #expect(program.screen.line(1).contains(".."))
                #expect(program.screen.line(2).allSatisfy { $0 == " " })
                #expect(program.screen.cells(row: 0)[2].isBold == colorless.isEmpty)
            }
        }
    }

    @Test func onlyTheOrdersThatAreAskedForArePrinted() async throws {
        let book = try await Book(orders: [("지훈", "갈비", 2, 15_900), ("Anna", "국", 1, 7_000), ("서연", "국", 1, 7_000)])
        try await book.cancel(1)
        let asked: [(options: [String], ids: [Int])] = [
            (["--query", "anna"], [2]), (["--query", "3"], [3]), (["--state", "cancelled"], [1]),
            (["--state", "received", "--query", "서"], [3]), (["--since", "2027-01-15T08:00:01Z"], []),
            (["--until", "2027-01-15T17:00:01+09:00"], [1, 2, 3]), (["--until", "2027-01-14"], []),
        ]
        let scratch = try Scratch()
        let token = try scratch.secret("hunter2-token")
        let server = try await ServingProgram.banchan(
            database: book.path, ["--keeper-token-file", token],
            environment: ["TZ": "UTC"].merging(scratch.environment) { $1 })
        let remote = ["orders", "--server", server.url.absoluteString, "--keeper-token-file", token]
        for (options, ids) in asked {
            let local = try await book.run(options + ["--json"]).standardOutput
            #expect(try OrdersCommandTests.ids(in: local) == ids, "\(options)")
            let told = try await runWithoutTerminal(remote + options + ["--json"]).standardOutput
            #expect(told == local, "\(options)")
        }
        #expect(try await server.stop().end == .fine)
        for wrong in [["--since", "yesterday"], ["--state", "eaten"], ["--receipt", "1", "--query", "a"]] {
            #expect(try await book.run(wrong).status == 64, "\(wrong)")
        }
    }

    private static func ids(in lines: String) throws -> [Int] {
        try lines.split(separator: "\n").map { try JSONDecoder().decode(Order.self, from: Data($0.utf8)).id }
    }

    /// The server that used the database last said in which zone the shop is.
    @Test func aDatabaseKnowsTheZoneOfItsShop() async throws {
        let book = try await Book(orders: [("지훈", "갈비", 1, 15_900)])
        let shop = try CopiedShop()
        let file = """
            {"time_zone": "Asia/Seoul", "name": "소반가", "name_en": "Sobanga", "business_number": "1234567891", "vat": true,
             "owner": "김소반", "phone": "02-123-4567", "address": "서울시 송파구 위례성대로 2, 장은빌딩 18층",
             "receipt_foot": "고맙습니다 😀\\n또 오세요"}
            """
        try Data(file.utf8).write(to: shop.url.appending(path: "shop.json"))
        let server = try await ServingProgram.banchan(
            database: book.path, ["--resources", shop.url.path], environment: ["TZ": "UTC"])
        #expect(try await server.stop().end == .fine)
        #expect(try await book.run([]).standardOutput.contains("2027-01-15 17:00"))

        let command = "\(Built.banchan) orders --database \(book.path) --receipt 1 --width 32 --charset cp949"
        let printed = try await shell("\(command) | iconv -f CP949 -t UTF-8", environment: ["LANG": "ko_KR.UTF-8"])
        #expect(
            printed.standardOutput == """
                             소반가
                사업자번호          123-45-67891
                대표                      김소반
                전화                 02-123-4567
                서울시 송파구 위례성대로 2,
                장은빌딩 18층
                --------------------------------
                주문 1          2027-01-15 17:00
                지훈                        접수
                포장
                --------------------------------
                갈비
                  15,900원 × 1         15,900원
                --------------------------------
                합계                    15,900원
                공급가액                14,455원
                부가세                   1,445원
                --------------------------------
                고맙습니다 ?
                또 오세요

                """)
        #expect(printed.standardError.contains("1개"))
        #expect(
            try await book.run(["--receipt", "1"]).standardOutput.hasPrefix("                Sobanga\nBusiness no."))
        for wrong in [
            ["--receipt", "1", "--width", "33"], ["--charset", "cp949"], ["--receipt", "1", "--charset", "x"],
        ] {
            #expect(try await book.run(wrong).status == 64)
        }
    }

    @Test func cancelledOrdersAreMarked() async throws {
        let book = try await Book(orders: [("지훈", "갈비", 2, 15_900), ("Anna", "국", 1, 7_000)])
        try await book.cancel(1)
        for (language, mark) in [("C.UTF-8", "cancelled"), ("ko_KR.UTF-8", "취소됨")] {
            let table = try await book.run([], ["LANG": language]).standardOutput.split(separator: "\n")
            #expect(table.map { $0.contains(mark) } == [false, true, false])
        }
        #expect(try await book.run(["--json"]).standardOutput.contains(#""state":"cancelled""#))
        #expect(try await book.run(["--csv"]).standardOutput.contains("1,2027-01-15,1,2027-01-15 08:00:00,cancelled,"))
        #expect(try await book.run(["--receipt", "1"]).standardOutput.contains("cancelled"))
    }

    @Test func jsonIsAnObjectALine() async throws {
        let book = try await Book(orders: [("지훈", "갈비", 2, 15_900), ("서연", "국/탕", 1, 7_000)])
        let output = try await book.run(["--json"])
        #expect(
            output.standardOutput == """
                {"counter":"menu","day":"2027-01-15","delivery_fee":0,"id":1,"lines":[{"counter":"menu","item":"","quantity":2,\
                "title":"갈비","unit_price":15900}],"number":1,"placed_at":"2027-01-15T08:00:00Z","quantity":2,\
                "receive":"pickup","state":"received",\
                "steps":[{"at":"2027-01-15T08:00:00Z","by":"guest","state":"received"}],"title":"갈비","total":31800,\
                "unit_price":15900,"who":"지훈"}
                {"counter":"menu","day":"2027-01-15","delivery_fee":0,"id":2,"lines":[{"counter":"menu","item":"","quantity":1,\
                "title":"국/탕","unit_price":7000}],"number":2,"placed_at":"2027-01-15T08:00:00Z","quantity":1,\
                "receive":"pickup","state":"received",\
                "steps":[{"at":"2027-01-15T08:00:00Z","by":"guest","state":"received"}],"title":"국/탕","total":7000,\
                "unit_price":7000,"who":"서연"}

                """)
    }

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
        #expect(none.status == 1)
        #expect(none.standardError == "banchan: There is no order 9.\n")
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

    @Test func failedMessagesAreListedAndSentAgain() async throws {
        let book = try await Book(orders: [("지훈", "갈비", 1, 100), ("서연", "국", 1, 100)])
        try await book.failMessages(of: [1, 2])
        #expect(try await book.run(["--undelivered"]).standardOutput.split(separator: "\n").count == 3)
        #expect(try await book.run(["--resend", "2", "7"]).standardOutput == "2\n")
        #expect(try await book.run(["--undelivered"]).standardOutput.contains("지훈"))
        #expect(try await book.run(["--resend"]).standardOutput == "1\n")
        #expect(try await book.run(["--undelivered"]).standardOutput.isEmpty)
        for wrong in [["3"], ["--resend", "--json"], ["--receipt", "1", "--undelivered"], ["--json", "--csv"]] {
            #expect(try await book.run(wrong).status != 0)
        }
    }

    @Test func theKeeperDoesAllOfThatAtAServerToo() async throws {
        let scratch = try Scratch()
        let book = try await Book(orders: [("지훈", "갈비", 1, 100)])
        try await book.failMessages(of: [1])
        let token = try scratch.secret("hunter2-token")
        let server = try await ServingProgram.banchan(
            database: book.path, ["--keeper-token-file", token], environment: scratch.environment)
        for arguments in [["--receipt", "1"], ["--undelivered"], ["--summary"], ["--csv"]] {
            let asked = ["orders", "--server", server.url.absoluteString, "--keeper-token-file", token] + arguments
            let told = try await runWithoutTerminal(asked, environment: ["TZ": "UTC"])
            #expect(told.standardOutput == (try await book.run(arguments).standardOutput))
            #expect(!told.standardOutput.isEmpty)
        }
        let asked = ["orders", "--server", server.url.absoluteString, "--keeper-token-file", token]
        #expect(try await runWithoutTerminal(asked + ["--resend"]).standardOutput == "1\n")
        #expect(try await runWithoutTerminal(asked + ["--receipt", "9"]).status == 1)
        #expect(try await server.stop().end == .fine)
    }

    @Test func textThatWouldSteerATerminalIsPrintedHarmless() async throws {
        let book = try await Book(orders: [("\u{1B}[31m\u{202E}x\u{7}", "a\r\n\u{9B}2Jb", 1, 100)])
        for arguments in [[], ["--json"]] {
            let output = try await book.run(arguments).standardOutput
            for scalar in output.unicodeScalars where scalar != "\n" {
                #expect(scalar.value >= 0x20)
                #expect(scalar != "\u{202E}")
            }
            #expect(output.split(separator: "\n").count == (arguments.isEmpty ? 2 : 1))
        }
    }

    @Test func moreThanAPageIsPrintedWhole() async throws {
        let book = try await Book(orders: (0..<1_203).map { ("손님\($0)", "갈비", 1, 100) })
        let output = try await book.run([])
        #expect(output.standardOutput.split(separator: "\n").count == 1_204)
    }

    @Test func aFreshDeviceHasNoOrders() async throws {
        let scratch = try Scratch()
        let output = try await runWithoutTerminal(["orders"], environment: scratch.environment)
        #expect(output.status == 0)
        #expect(output.standardOutput.isEmpty)
        #expect(output.standardError.isEmpty)
        let directory = scratch.url.appending(path: "data/banchan")
        let mode = try FileManager.default.attributesOfItem(atPath: directory.path)[.posixPermissions] as? Int
        #expect(mode == 0o700)
    }

    @Test func followingPrintsOrdersAsTheyCome() async throws {
        let book = try await Book(orders: [("가", "갈비", 1, 100)])
        let arguments = ["orders", "--follow", "--json", "--database", book.path]
        let program = try RunningProgram(Built.banchan, arguments, environment: book.scratch.environment)
        #expect(try await program.line(0).contains("\"가\""))
        try await book.add(("나", "갈비", 1, 100))
        #expect(try await program.line(1).contains("\"나\""))
        program.signal(SIGINT)
        let end = try await program.ended()
        #expect(end.end == ProgramEnd(status: SIGINT, isSignal: true))
        #expect(end.complaints.isEmpty)
    }

    @Test func theKeeperReadsTheOrdersOfAServer() async throws {
        let scratch = try Scratch()
        let token = try scratch.secret("  hunter2-token\n")
        let book = try await Book(orders: [("지훈", "갈비", 1, 100)])
        let server = try await ServingProgram.banchan(
            database: book.path, ["--keeper-token-file", token], environment: scratch.environment)
        let asked = ["orders", "--server", server.url.absoluteString]
        let told = try await runWithoutTerminal(asked + ["--keeper-token-file", token])
        #expect(told.standardOutput == (try await book.run([]).standardOutput))
        let environment = ["BANCHAN_KEEPER_TOKEN": "hunter2-token"]
        #expect(try await runWithoutTerminal(asked, environment: environment).status == 0)

        let nobody = try await runWithoutTerminal(asked)
        #expect(nobody.status == 1)
        #expect(nobody.standardError.contains("--keeper-token-file or BANCHAN_KEEPER_TOKEN"))
        let stranger = try await runWithoutTerminal(asked, environment: ["BANCHAN_KEEPER_TOKEN": "hunter3"])
        #expect(stranger.status == 3)
        #expect(stranger.standardError == "banchan: The server does not know this keeper's token.\n")
        #expect(try await server.stop().end == .fine)
        let gone = try await runWithoutTerminal(asked, environment: environment)
        #expect(gone.standardError == "banchan: The orders cannot be fetched: the server cannot be reached.\n")
    }

    @Test func aDatabaseThatCannotBeUsedIsOneClearSentence() async throws {
        let scratch = try Scratch()
        let damaged = scratch.url.appending(path: "damaged.sqlite")
        try Data(String(repeating: "no database", count: 1_000).utf8).write(to: damaged)
        let cases = [
            (damaged.path, "the database is damaged"),
            (scratch.url.appending(path: "none").path, "there is no database"),
        ]
        for (path, reason) in cases {
            let output = try await runWithoutTerminal(["orders", "--database", path])
            #expect(output.status == 1)
            #expect(output.standardError == "banchan: The orders cannot be kept in \(path): \(reason).\n")
        }
        let served = try await runWithoutTerminal(["serve", "--port", "0", "--database", damaged.path])
        #expect(served.status == 1)
        #expect(
            served.standardError == "banchan: The orders cannot be kept in \(damaged.path): the database is damaged.\n")
        let nowhere = try await runWithoutTerminal(["serve", "--port", "0", "--database", "/nowhere/shop.sqlite"])
        #expect(nowhere.status == 1)
        #expect(nowhere.standardError.contains("there is no such file or directory"))
    }

    @Test func aDatabaseAndAServerAtOnceAreOneTooMany() async throws {
        let output = try await runWithoutTerminal(["orders", "--database", "/x", "--server", "http://127.0.0.1:1"])
        #expect(output.status != 0)
        #expect(output.standardError.contains("give one of the two"))
    }
}

/// A database with orders.
private struct Book: Sendable {
    typealias Order = (who: String, title: String, quantity: Int, price: Int)

    let scratch: Scratch
    private let store: SQLiteStore

    init(orders: [Order]) async throws {
        scratch = try Scratch()
        store = try SQLiteStore(at: scratch.url.appending(path: "shop.sqlite").path)
        for order in orders.prefix(2) { try await add(order) }
        // Add the others concurrently, so in any order, but only 256 at a time: the store limits how many may wait.
        for first in stride(from: 2, to: orders.count, by: Book.together) {
            try await withThrowingTaskGroup { [self] group in
                for order in orders[first..<min(first + Book.together, orders.count)] {
                    group.addTask { try await add(order) }
                }
                try await group.waitForAll()
            }
        }
    }

    private static let together = 256

    var path: String { scratch.url.appending(path: "shop.sqlite").path }

    func add(_ order: Order) async throws {
        let new = NewOrder(
            who: PlainText(order.who),
            lines: [
                OrderLine(
                    item: OrderedItem(.menu, ""), title: PlainText(order.title), quantity: order.quantity,
                    unitPrice: Won(order.price))
            ], day: .ofTests, placedAt: Date(timeIntervalSince1970: 1_800_000_000), isAnnounced: false)
        _ = try await store.transaction { try $0.keep(new) }
    }

    /// Adds one order with several lines.
    func add(_ lines: [(title: String, quantity: Int, price: Int)], fee: Int) async throws {
        let new = NewOrder(
            who: "지훈",
            lines: lines.map {
                OrderLine(
                    item: OrderedItem(.menu, "H"), title: PlainText($0.title), quantity: $0.quantity,
                    unitPrice: Won($0.price))
            }, deliveryFee: Won(fee), day: .ofTests, placedAt: Date(timeIntervalSince1970: 1_800_000_000),
            isAnnounced: false)
        _ = try await store.transaction { try $0.keep(new) }
    }

    /// Adds an order that is delivered, with options and notes.
    func addDelivery() async throws {
        let size = ItemOption.Choice(id: "large", title: ShopText("대", english: "large"), price: Won(2_000))
        let mild = ItemOption.Choice(id: "mild", title: "안 맵게", price: Won(0))
        let options = [
            (ItemOption(id: "size", title: ShopText("크기", english: "Size"), choose: 1...1, choices: [size]), size),
            (ItemOption(id: "heat", title: "맵기", choose: 1...1, choices: [mild]), mild),
        ]
        let time = Date(timeIntervalSince1970: 1_800_000_000)
        let new = NewOrder(
            who: "지훈",
            handover: Handover(
                .delivery, phone: "010-1234-5678", address: "서울시 송파구 위례성대로 2, 장은빌딩 18층",
                wantedAt: time + 5_400, note: "=벨을 누르지 마세요"),
            lines: [
                OrderLine(
                    item: OrderedItem(.menu, "H"), title: "간장 갈비", options: options.map { ChosenOption($0, $1) },
                    quantity: 2, unitPrice: Won(17_900), note: "@덜 맵게")
            ], deliveryFee: Won(3_000), day: .ofTests, placedAt: time, isAnnounced: false)
        _ = try await store.transaction { try $0.keep(new) }
    }

    /// Cancels the order as the keeper.
    func cancel(_ id: Int) async throws {
        try await change(id) { try $0.move(to: .cancelled, by: .keeper, at: .now, reason: "닫았습니다") }
    }

    /// Changes the order as the keeper.
    func change(_ id: Int, _ change: @escaping @Sendable (inout Domain.Order) throws -> Void) async throws {
        try await store.transaction { transaction in
            guard var order = try transaction.order(id) else { return }
            try change(&order)
            try transaction.update(order, change: 9)
        }
    }

    /// Adds a failed message for each of these orders.
    func failMessages(of orders: [Int]) async throws {
        try await store.transaction { transaction in
            for id in orders {
                try transaction.addMessage(.order, about: .order(id), to: .webhook, at: .now)
                guard var message = try transaction.message(id) else { return }
                (message.attempts, message.failedAt) = (5, .now)
                try transaction.update(message)
            }
        }
    }

    func run(_ arguments: [String], _ environment: [String: String] = [:]) async throws -> Output {
        try await runWithoutTerminal(
            ["orders", "--database", path] + arguments,
            environment: ["TZ": "UTC"].merging(environment) { $1 })
    }
}
