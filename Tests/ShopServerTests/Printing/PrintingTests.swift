import Domain
import Foundation
import NIOConcurrencyHelpers
import Storage
import TerminalText
import TestPeers
import TestSupport
import Testing

@testable import ShopServer

/// The kitchen's printers print each order at least once, in order, and say what may be on paper already.
@Suite struct PrintingTests {
    @Test func ordersChangesAndCancellationsArePrintedOnceAndInOrder() async throws {
        let printer = try FakePrinter()
        try await withPrintingShop(on: printer) { shop in
            for who in ["가", "나"] { _ = try await shop.place(OrderingShop.order(who: who, quantity: 2)) }
            try await printer.waits(for: 2)
            _ = try await shop.reduce(1, line: 0, to: 1)
            _ = try await shop.move(2, to: .cancelled, seen: .received, reason: "닫았습니다")
            try await printer.waits(for: 4)
            #expect(printer.heads == ["#1 가", "#2 나", "변경 #1 가", "취소 #2 나"])
            try await shop.printsNoMore()
            let state = try #require(try await shop.printers().first)
            #expect(state == PrinterState(name: "주방", answers: true))
        }
        #expect(printer.tickets.count == 4 && printer.unknown == [])
        #expect(printer.tickets.allSatisfy { $0.charset == "cp949" })
        printer.stop()
    }

    @Test func aTicketWaitsForPaperAndIsNoRepetitionThen() async throws {
        let printer = try FakePrinter()
        printer.set { $0.paper = 0 }
        let problems = NIOLockedValueBox<[ShopServerError]>([])
        try await withPrintingShop(
            on: printer, onProblem: { problem in problems.withLockedValue { $0.append(problem) } }
        ) {
            shop in
            for who in ["가", "나"] { _ = try await shop.place(OrderingShop.order(who: who)) }
            try await wait { try await shop.printers().first?.problem == .outOfPaper }
            let state = try #require(try await shop.printers().first)
            #expect(state.waiting == 2 && state.since != nil && state.oldest != nil)
            let ready = try await ask(shop.url, "ready").value(Readiness.self)
            #expect(ready.printers?.first?.problem == .outOfPaper)
            #expect(printer.received == 0)
            // What was cancelled before it was printed is not printed at all.
            _ = try await shop.move(1, to: .cancelled, seen: .received, reason: "닫았습니다")
            try await wait { try await shop.printers().first?.waiting == 1 }
            printer.set { $0.paper = .max }
            try await printer.waits(for: 1)
            #expect(printer.heads == ["#2 나"])
            try await wait { try await shop.printers().first?.problem == nil }
            try await wait { problems.withLockedValue(\.last) == .printerIsBack("주방") }
            #expect(problems.withLockedValue(\.first) == .printerWaits("주방", .outOfPaper))
        }
        printer.stop()
    }

    @Test func aTicketWhosePaperEndsIsPrintedAgainAndSaysSo() async throws {
        let printer = try FakePrinter()
        printer.set { $0.paper = 3 }
        try await withPrintingShop(on: printer) { shop in
            _ = try await shop.place(OrderingShop.order())
            try await wait { try await shop.printers().first?.problem == .outOfPaper }
            #expect(printer.tickets == [])
            printer.set { $0.paper = .max }
            try await printer.waits(for: 1)
            #expect(printer.heads == ["재출력 #1 지훈"])
        }
        printer.stop()
    }

    @Test func aPrinterThatNeverAnswersIsWrittenToAndThenNotAsked() async throws {
        let printer = try FakePrinter()
        printer.set { $0.answers = false }
        try await withPrintingShop(on: printer, .impatient) { shop in
            for who in ["가", "나", "다"] { _ = try await shop.place(OrderingShop.order(who: who)) }
            try await printer.waits(for: 3)
            #expect(printer.heads == ["#1 가", "#2 나", "#3 다"])
            try await shop.printsNoMore()
            #expect(try await shop.printers() == [PrinterState(name: "주방", answers: false)])
        }
        #expect(printer.tickets.count == 3)
        printer.stop()
    }

    @Test func aPrinterThatAnsweredBeforeHasToAnswer() async throws {
        let printer = try FakePrinter()
        try await withPrintingShop(on: printer, .impatient) { shop in
            _ = try await shop.place(OrderingShop.order(who: "가"))
            try await wait { try await shop.printers().first?.answers == true }
            try await shop.printsNoMore()
            printer.set { $0.isStalled = true }
            _ = try await shop.place(OrderingShop.order(who: "나"))
            try await wait { try await shop.printers().first?.problem == .silent }
            printer.set { $0.isStalled = false }
            try await wait { printer.heads.last?.hasSuffix("#2 나") == true }
            // The answer may have come too late on a slow machine.
            #expect(printer.heads.first == "#1 가")
        }
        printer.stop()
    }

    @Test func aPrinterThatCannotBeReachedGetsItsTicketsWhenItIsBack() async throws {
        let first = try FakePrinter()
        let port = first.port
        try await withPrintingShop(on: first) { shop in
            _ = try await shop.place(OrderingShop.order(who: "가"))
            try await first.waits(for: 1)
            try await shop.printsNoMore()
            first.stop()
            _ = try await shop.place(OrderingShop.order(who: "나"))
            try await wait { try await shop.printers().first?.problem == .unreachable }
            let second = try FakePrinter(port: port)
            try await second.waits(for: 1)
            #expect(second.heads == ["#2 나"])
            second.stop()
        }
    }

    @Test func aPrinterThatGetsAnotherAddressWhileItWaitsIsSaidToPrintAgain() async throws {
        let (first, second, told) = (try FakePrinter(), try FakePrinter(), Record<ShopServerError>())
        try await withPrintingShop(on: first, onProblem: { told.append($0) }) { shop in
            first.stop()
            _ = try await shop.place(OrderingShop.order(who: "가"))
            await told.wait { $0.contains(.printerWaits("주방", .unreachable)) }
            try shop.write(
                #"{"printers": [{"name": "주방", "address": "\#(second.address)"}]}"#, to: ShopFile.name)
            try await second.waits(for: 1)
            await told.wait { $0.contains(.printerIsBack("주방")) }
            #expect(told.all == [.printerWaits("주방", .unreachable), .printerIsBack("주방")])
            #expect(try await shop.printers().map(\.problem) == [nil])
        }
        second.stop()
    }

    /// Also one that does not tell its status.
    @Test(arguments: [true, false]) func aTicketThatBreaksOffAfterAnyByteIsPrintedWholeAndSaysSo(
        _ answers: Bool
    ) async throws {
        let printer = try FakePrinter()
        printer.set { $0.answers = answers }
        try await withPrintingShop(on: printer, .impatient) { shop in
            _ = try await shop.place(OrderingShop.order())
            try await printer.waits(for: 1)
            try await shop.printsNoMore()
            // Nobody knows what becomes of the last byte where the printer does not say.
            let size = printer.received - (answers ? 0 : 1)
            let step = LongForm.isWanted ? 1 : 17
            for (index, byte) in stride(from: 1, through: size, by: step).enumerated() {
                let (before, received) = (printer.tickets.count, printer.received)
                printer.set { $0.closesAfter = received + byte }
                _ = try await shop.place(OrderingShop.order())
                try await printer.waits(for: before + 1)
                try await shop.printsNoMore()
                let head = printer.heads[before]
                #expect(head == "재출력 #\(index + 2) 지훈", "closed after byte \(byte) of \(size)")
                #expect(printer.heads.dropFirst(before).allSatisfy { $0 == head })
            }
        }
        printer.stop()
    }

    @Test func ofSeveralServersOnePrints() async throws {
        let printer = try FakePrinter()
        try await withPrintingShop(on: printer) { shop in
            let second = try shop.anotherServer { $0.printerRules = .quick }
            let url = try await second.url
            for number in 0..<20 {
                let order = OrderingShop.order(who: "손님 \(number)")
                let place = number.isMultiple(of: 2) ? shop.url : url
                let fields = ["Idempotency-Key": UUID().uuidString]
                _ = try await ask(place, "orders", method: "POST", fields: fields, body: JSONEncoder().encode(order))
            }
            try await printer.waits(for: 20)
            try await shop.printsNoMore()
            #expect(printer.heads == (0..<20).map { "#\($0 + 1) 손님 \($0)" })
            try await second.stop()
        }
        printer.stop()
    }

    @Test func aClosingIsPrintedBehindItsOrdersOnceAndWhereItIsWanted() async throws {
        let (office, kitchen) = (try FakePrinter(), try FakePrinter())
        try await withPrintingShop(on: office) { shop in
            let file = """
                {"time_zone": "Asia/Seoul", "vat": true, "printers": [
                    {"name": "office", "address": "\(office.address)", "prints": ["orders", "closings"], "sections": ["x"]},
                    {"name": "주방", "address": "\(kitchen.address)"}]}
                """
            try shop.write(file, to: ShopFile.name)
            try await wait { try await shop.printers().count == 2 }
            _ = try await shop.place(OrderingShop.order())
            let key = UUID()
            let closing = try await shop.close(counted: 1_000, key: key).value(Closing.self)
            // The same key closes nothing, and prints nothing.
            #expect(try await shop.close(counted: 1_000, key: key).status == 200)
            try await office.waits(for: 1)
            try await kitchen.waits(for: 1)
            try await shop.printsNoMore()
            #expect(kitchen.heads == ["#1 지훈"])
            #expect(office.tickets.count == 1)
            let lines = try #require(office.texts.first)
            #expect(lines.first == "마감 #1" && lines.contains { $0.hasPrefix("부가세") })
            #expect(lines.contains { $0.hasPrefix("합계") && $0.hasSuffix(closing.report.total.amount.text) })
            #expect(lines.last?.hasSuffix("1,000원") == true)
        }
        office.stop()
        kitchen.stop()
    }

    @Test func aClosingWhosePaperEndsIsPrintedAgainAndSaysSo() async throws {
        let printer = try FakePrinter()
        printer.set { $0.paper = 3 }
        try await withPrintingShop(on: printer, prints: ["closings"]) { shop in
            _ = try await shop.place(OrderingShop.order())
            #expect(try await shop.close(counted: nil).status == 201)
            try await wait { try await shop.printers().first?.problem == .outOfPaper }
            #expect(printer.tickets == [])
            printer.set { $0.paper = .max }
            try await printer.waits(for: 1)
            #expect(printer.texts.first?.prefix(2) == ["재출력", "마감 #1"])
        }
        printer.stop()
    }

    @Test func whatSendsWithoutEndIsNoPrinterAndCostsNothing() async throws {
        let printer = try FakePrinter()
        printer.set { $0.isFlooding = true }
        try await withPrintingShop(on: printer) { shop in
            _ = try await shop.place(OrderingShop.order(who: "가"))
            try await wait { try await shop.printers().first?.problem == .silent }
            printer.set { $0.isFlooding = false }
            try await printer.waits(for: 1)
            #expect(printer.heads == ["#1 가"])
        }
        printer.stop()
    }

    @Test func aServerStopsWhileAPrinterStalls() async throws {
        let printer = try FakePrinter()
        printer.set { $0.isStalled = true }
        var rules = PrinterRules()
        rules.status = .seconds(50)
        rules.lease = .seconds(100)
        let start = ContinuousClock.now
        try await withPrintingShop(on: printer, rules) { shop in
            _ = try await shop.place(OrderingShop.order())
            try await wait { try await shop.store.read { try $0.message(1) }?.attempts == 1 }
        }
        #expect(start.duration(to: .now) < .seconds(40))
        printer.set { $0.isStalled = false }
        printer.stop()
    }

    private struct Readiness: Decodable { let printers: [PrinterState]? }
}

extension OrderingShop {
    fileprivate func close(counted: Int?, key: UUID = UUID()) async throws -> Reply {
        let fields = ["Authorization": "Bearer \(OrderingShop.token)", "Idempotency-Key": key.uuidString]
        let body = try JSONEncoder().encode(ClosingRequest(cashCounted: counted.map { Won($0) }))
        return try await ask(url, "reports/closings", method: "POST", fields: fields, body: body)
    }

    fileprivate func reduce(_ id: Int, line: Int, to quantity: Int) async throws -> Reply {
        let fields = ["Authorization": "Bearer \(OrderingShop.token)", "Idempotency-Key": UUID().uuidString]
        let request = ReductionRequest(lines: [.init(line: line, quantity: quantity)], reason: "떨어졌어요")
        return try await ask(
            url, "orders/\(id)/lines", method: "PATCH", fields: fields, body: JSONEncoder().encode(request))
    }
}
