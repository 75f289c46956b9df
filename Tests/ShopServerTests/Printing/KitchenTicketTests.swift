import Domain
import Foundation
import Storage
import TerminalText
import TestPeers
import TestSupport
import Testing

@testable import ShopServer

/// What stands on tickets, and the bytes that print it.
@Suite struct KitchenTicketTests {
    private static let placedAt = Date(timeIntervalSince1970: 1_800_000_000)

    private static func order(note: PlainText? = "벨을 누르지 마세요", title: PlainText = "[소반가] 간장 양념 돼지갈비") -> Order {
        let large = ItemOption.Choice(id: "large", title: ShopText("대", english: "large"), price: Won(2_000))
        let size = ItemOption(id: "size", title: ShopText("크기", english: "Size"), choose: 1...1, choices: [large])
        return Order(
            id: 712, number: 12, day: .ofTests, who: "지훈",
            handover: Handover(
                .delivery, phone: "010-1234-5678", address: "서울시 송파구", wantedAt: placedAt + 5_400, note: note),
            lines: [
                OrderLine(
                    item: OrderedItem(.menu, "H0001"), section: "main", title: title,
                    options: [ChosenOption(size, large)], quantity: 2, unitPrice: Won(17_900), note: "덜 맵게"),
                OrderLine(item: OrderedItem(.juice, "kiwi"), title: "키위쥬스", quantity: 1, unitPrice: Won(4_500)),
            ], deliveryFee: Won(3_000), steps: [OrderStep(.received, at: placedAt, by: .guest)], placedAt: placedAt)
    }

    private static func message(
        _ order: Order = order(), _ kind: MessageKind = .order, mayHaveArrived: Bool = false
    ) -> OutboxMessage {
        OutboxMessage(
            id: 1, about: .order(order), destination: .printer("주방"), kind: kind, addedAt: placedAt, attempts: 1,
            nextAt: placedAt, leasedUntil: placedAt, mayHaveArrived: mayHaveArrived)
    }

    private static func lines(
        _ message: OutboxMessage, width: Int = 32, words: AnnouncementWords = .korean,
        on printer: KitchenPrinter = printer(nil), as record: PrinterRecord? = nil
    ) throws -> [String] {
        let order = try #require(message.order)
        let printed = KitchenTicket(message, of: order, lines: printer.lines(of: order, as: record))
        let ticket = try #require(printed)
        return ticket.document(
            width: width, charset: .cp949, words: words, in: try #require(TimeZone(identifier: "Asia/Seoul"))
        ).lines
    }

    private static func printer(_ sections: Set<String>?) -> KitchenPrinter {
        KitchenPrinter(name: "주방", address: .device(path: "/dev/null"), sections: sections)
    }

    private static let body = [
        "배달                 01-15 17:00", "희망 01-15 18:30", "지훈", "--------------------------------",
        "[소반가] 간장 양념 돼지갈비    2", "  크기: 대", "  “덜 맵게”", "키위쥬스                       1",
        "--------------------------------", "메모: 벨을 누르지 마세요",
    ]

    @Test func aTicketHasNumberWayTimesLinesAndNotes() throws {
        #expect(try KitchenTicketTests.lines(KitchenTicketTests.message()) == ["#12"] + KitchenTicketTests.body)
        let english = try KitchenTicketTests.lines(KitchenTicketTests.message(), width: 42, words: .english)
        #expect(english.contains("Delivery                       01-15 17:00"))
        #expect(!english.joined().contains("010-1234") && !english.joined().contains("17,900"))
    }

    @Test(arguments: [
        (MessageKind.order, true, ["재출력"]), (.repetition, false, ["재출력"]), (.reduction, false, ["변경"]),
        (.cancellation, false, ["취소"]), (.cancellation, true, ["재출력", "취소"]),
    ]) func itsHeadSaysWhatItIsAbout(_ kind: MessageKind, _ mayHaveArrived: Bool, _ heads: [String]) throws {
        let message = KitchenTicketTests.message(KitchenTicketTests.order(), kind, mayHaveArrived: mayHaveArrived)
        #expect(try KitchenTicketTests.lines(message) == heads + ["#12"] + KitchenTicketTests.body)
    }

    @Test func aChangeNamesWhatWasTakenOutAndWhy() throws {
        var order = KitchenTicketTests.order()
        try order.reduce(
            [.init(line: 0, quantity: 1), .init(line: 1, quantity: 0)], at: .now, reason: "키위가 떨어졌어요"
        ) { _ in Won(0) }
        let lines = try KitchenTicketTests.lines(KitchenTicketTests.message(order, .reduction))
        #expect(
            Array(lines[4...]) == [
                "지훈", "키위가 떨어졌어요", "--------------------------------", "[소반가] 간장 양념 돼지갈비    1", "  크기: 대",
                "  “덜 맵게”", "  뺌 1", "키위쥬스                       0", "  뺌 1", "--------------------------------",
                "메모: 벨을 누르지 마세요",
            ])
    }

    @Test func aPrinterOfSomeSectionsPrintsTheirLinesOnly() throws {
        let message = KitchenTicketTests.message()
        let bar = try KitchenTicketTests.lines(message, on: KitchenTicketTests.printer(["juice"]))
        #expect(bar.contains { $0.hasPrefix("키위쥬스") } && !bar.contains { $0.contains("갈비") })
        let kitchen = try KitchenTicketTests.lines(message, on: KitchenTicketTests.printer(["main"]))
        #expect(!kitchen.contains { $0.hasPrefix("키위쥬스") } && kitchen.contains { $0.contains("갈비") })
    }

    /// Rather a line too many than none.
    @Test func whatWasAddedForAPrinterIsPrintedAsAWholeIfNoneOfItIsInItsSections() throws {
        let soup = KitchenTicketTests.printer(["soup"])
        #expect(try KitchenTicketTests.lines(KitchenTicketTests.message(), on: soup).count == 11)
        let copy = KitchenTicketTests.message(KitchenTicketTests.order(), .repetition)
        #expect(KitchenTicket(copy, of: KitchenTicketTests.order(), lines: []) == nil)
    }

    @Test func theBytesAreTheCommandsAndTheCharset() {
        var document = PrinterDocument(width: 32, charset: .cp949)
        document.addDoubled("#12")
        document.add { $0.add("가a") }
        #expect(
            document.bytes == [0x1B, 0x40, 0x1C, 0x26, 0x1D, 0x21, 0x11] + Array("#12\n".utf8) + [0x1D, 0x21, 0x00]
                + [0xB0, 0xA1, 0x61, 0x0A] + [0x1D, 0x56, 0x42, 0x00])
        let plain = PrinterDocument(width: 32, charset: .utf8)
        #expect(plain.bytes == [0x1B, 0x40, 0x1C, 0x28, 0x43, 2, 0, 0x30, 2, 0x1D, 0x56, 0x42, 0])
        #expect([0x12, 0x16, 0x1A, 0x72].allSatisfy { ESCPOS.isStatus($0) })
        #expect(![0x00, 0x10, 0x13, 0x92, 0xFF].contains { ESCPOS.isStatus($0) })
    }

    /// Nothing that guests write reaches the printer as a command, and nothing is wider than the paper.
    @Test(arguments: KitchenPrinter.widths, PaperCharset.allCases)
    func noTextIsACommandAndNoLineIsTooWide(_ width: Int, _ charset: PaperCharset) throws {
        var random = SeededGenerator(seed: 5)
        let letters: [Character] = [
            "\u{1B}", "\u{10}", "\u{4}", "\u{1D}", "V", "가", "a", " ", "😀", "\n", "é", "ﷺ", "𠮷",
        ]
        for _ in 0..<50 {
            func text() -> PlainText {
                PlainText(
                    String(
                        (0..<Int.random(in: 1...80, using: &random)).map { _ in letters.randomElement(using: &random)! }
                    ))
            }
            let order = KitchenTicketTests.order(note: text(), title: text())
            let message = KitchenTicketTests.message(order)
            let document = try #require(KitchenTicket(message, of: order, lines: [0, 1])).document(
                width: width, charset: charset, words: .korean, in: .gmt)
            let printer = try FakePrinter()
            printer.take(document.bytes)
            #expect(printer.unknown == [])
            let ticket = try #require(printer.tickets.first)
            #expect(printer.tickets.count == 1 && printer.unfinished.lines == [] && ticket.doubled == [0])
            for line in ticket.lines {
                #expect(line.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
                let decoded = try #require((charset == .cp949 ? TextCharset.korean : .utf8).text(of: line[...]))
                #expect(charset == .cp949 ? line.count <= width : decoded.columns <= width)
            }
            printer.stop()
        }
    }
}
