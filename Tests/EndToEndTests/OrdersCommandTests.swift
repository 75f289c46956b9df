import Domain
import Foundation
import Storage
import TerminalText
import TestSupport
import Testing

@Suite(.takingTurns, .timeLimit(.minutes(5))) struct OrdersCommandTests {
    @Test func ordersStandBelowEachOther() async throws {
        let book = try await Book(orders: [("지훈", "[소반가] 갈비", 1, 15_900), ("Anna", "시금치나물", 12, 3_900)])
        let output = try await book.run([])
        #expect(output.status == 0)
        #expect(
            output.standardOutput == """
                   1  2027-01-15 08:00    15,900원       지훈      [소반가] 갈비
                   2  2027-01-15 08:00    46,800원  x12  Anna      시금치나물

                """)
    }

    @Test func jsonIsAnObjectALine() async throws {
        let book = try await Book(orders: [("지훈", "갈비", 2, 15_900), ("서연", "국/탕", 1, 7_000)])
        let output = try await book.run(["--json"])
        #expect(
            output.standardOutput == """
                {"counter":"menu","delivery_fee":0,"id":1,"lines":[{"counter":"menu","item":"","quantity":2,\
                "title":"갈비","unit_price":15900}],"placed_at":"2027-01-15T08:00:00Z","quantity":2,"state":"received",\
                "steps":[{"at":"2027-01-15T08:00:00Z","by":"guest","state":"received"}],"title":"갈비","total":31800,\
                "unit_price":15900,"who":"지훈"}
                {"counter":"menu","delivery_fee":0,"id":2,"lines":[{"counter":"menu","item":"","quantity":1,\
                "title":"국/탕","unit_price":7000}],"placed_at":"2027-01-15T08:00:00Z","quantity":1,"state":"received",\
                "steps":[{"at":"2027-01-15T08:00:00Z","by":"guest","state":"received"}],"title":"국/탕","total":7000,\
                "unit_price":7000,"who":"서연"}

                """)
    }

    @Test func textThatWouldSteerATerminalIsPrintedHarmless() async throws {
        let book = try await Book(orders: [("\u{1B}[31m\u{202E}x\u{7}", "a\r\n\u{9B}2Jb", 1, 100)])
        for arguments in [[], ["--json"]] {
            let output = try await book.run(arguments).standardOutput
            for scalar in output.unicodeScalars where scalar != "\n" {
                #expect(scalar.value >= 0x20 && scalar != "\u{202E}")
            }
            #expect(output.split(separator: "\n").count == 1)
        }
    }

    @Test func moreThanAPageIsPrintedWhole() async throws {
        let book = try await Book(orders: (0..<1_203).map { ("손님\($0)", "갈비", 1, 100) })
        let output = try await book.run([])
        #expect(output.standardOutput.split(separator: "\n").count == 1_203)
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
        #expect(stranger.status == 1)
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
        #expect(nowhere.standardError.contains("the system refused"))
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
        // In no order, but together, as many as may wait.
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
            ], placedAt: Date(timeIntervalSince1970: 1_800_000_000), isAnnounced: false)
        _ = try await store.transaction { try $0.keep(new) }
    }

    func run(_ arguments: [String]) async throws -> Output {
        try await runWithoutTerminal(["orders", "--database", path] + arguments, environment: ["TZ": "UTC"])
    }
}
