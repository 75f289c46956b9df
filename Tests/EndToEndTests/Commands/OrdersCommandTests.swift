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
                  ID  번호  주문 시각               금액  상태       이름      내용
                   1     1  2027-01-15 08:00    15,900원  접수       지훈      [소반가] 갈비
                """))
        #expect(try await book.run([], ["BANCHAN_LANGUAGE": "ko"]).standardOutput == korean)
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
             "receipt_foot": "고맙습니다 🥬\\n또 오세요"}
            """
        try Data(file.utf8).write(to: shop.url.appending(path: "shop.json"))
        let server = try await ServingProgram.banchan(
            database: book.path, ["--resources", shop.url.path], environment: ["TZ": "UTC"])
        // It says so after it has begun to serve.
        try await wait { try await book.run([]).standardOutput.contains("2027-01-15 17:00") }
        #expect(try await server.stop().end == .fine)

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
        for (language, mark) in [("C.UTF-8", "cancelled"), ("ko_KR.UTF-8", "취소")] {
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

    @Test func failedMessagesAreListedAndSentAgain() async throws {
        let book = try await Book(orders: [("지훈", "갈비", 1, 100), ("서연", "국", 1, 100)])
        try await book.failMessages(of: [1, 2])
        #expect(try await book.run(["--undelivered"]).standardOutput.split(separator: "\n").count == 3)
        let sent = try await book.run(["--resend", "2", "7"])
        #expect((sent.status, sent.standardOutput) == (3, "2\n"))
        #expect(sent.standardError == "banchan: There is no order with the ID 7.\n")
        #expect(try await book.run(["--resend", "2"]).status == 0)
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
        for wrong in [["--receipt", "9"], ["--resend", "9"]] {
            #expect(try await runWithoutTerminal(asked + wrong).status == 3)
        }
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
        #expect(
            nobody.standardError.contains(
                "shows its orders to its keeper only: give --keeper-token-file or BANCHAN_KEEPER_TOKEN"))
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
