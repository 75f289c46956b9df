import Domain
import Foundation
import ShopApp
import TerminalText
import TestPeers
import Testing

@testable import Commands

@Suite struct ReceiptTests {
    private static let words = [
        "갈비", "오징어와", "a", "Crème", "😀", "뷁", "𠮷野家", "e\u{301}", "\u{1112}\u{1161}\u{11AB}", "99,000", "—", "ﷺ",
    ]

    private static func text(_ count: Int, _ random: inout SeededGenerator) -> PlainText {
        let separator = Bool.random(using: &random) ? " " : ""
        return PlainText(
            (0..<count).map { _ in words.randomElement(using: &random)! }.joined(separator: separator))
    }

    private static func order(_ random: inout SeededGenerator) throws -> Order {
        let lines = (0..<Int.random(in: 1...4, using: &random)).map { _ in
            OrderLine(
                item: OrderedItem(.menu, "H"), title: text(Int.random(in: 1...20, using: &random), &random),
                quantity: Int.random(in: 1...99, using: &random),
                unitPrice: Won(Int.random(in: 0...1_000_000_000, using: &random)), note: text(9, &random))
        }
        var order = Order(
            id: 1, number: 999, day: try #require(Day(dashed: "2027-01-15")), who: text(16, &random),
            handover: Handover(
                .delivery, phone: "010-1234-5678", address: text(30, &random), wantedAt: .now, note: text(30, &random)),
            lines: lines, deliveryFee: Won(3_000), steps: [OrderStep(.received, at: .now, by: .guest)], placedAt: .now)
        for state in [OrderState.preparing, .ready, .handedOver] { try order.move(to: state, by: .keeper, at: .now) }
        try order.move(to: .refunded, by: .keeper, at: .now, reason: text(8, &random))
        return order
    }

    @Test func aReceiptHasTheWordsOfItsReader() throws {
        let names: [PlainText?] = ["Pork ribs", nil]
        let lines = names.map { english in
            OrderLine(
                item: OrderedItem(.menu, "H"), title: "돼지갈비", titleInEnglish: english, quantity: 1,
                unitPrice: Won(15_900))
        }
        var order = Order(
            id: 1, number: 1, day: try #require(Day(dashed: "2027-01-15")), who: "지훈", handover: Handover(.delivery),
            lines: lines, deliveryFee: Won(3_000), steps: [OrderStep(.received, at: .now, by: .guest)], placedAt: .now)
        for state in [OrderState.preparing, .ready, .handedOver] { try order.move(to: state, by: .keeper, at: .now) }
        func text(_ language: Language) -> [String] {
            let receipt = Receipt(
                order: order, labels: LedgerLabels(language), shop: ShopProfile(timeZone: "Asia/Seoul"))
            return receipt.page(width: 40, charset: .utf8).lines
        }
        #expect(text(.english).filter { ["Pork ribs", "돼지갈비"].contains($0) } == ["Pork ribs", "돼지갈비"])
        #expect(text(.korean).filter { ["Pork ribs", "돼지갈비"].contains($0) } == ["돼지갈비", "돼지갈비"])
        // The same words as in the terminal.
        #expect(text(.korean).contains { $0.hasSuffix(" \(Language.korean.state(.handedOver))") })
        #expect(text(.korean).contains { $0.hasPrefix("배달비 ") })
    }

    @Test(arguments: Receipt.widths, PaperCharset.allCases)
    func noLineIsWiderThanThePaperAndSumsStandAtItsRight(_ width: Int, _ charset: PaperCharset) throws {
        var random = SeededGenerator(seed: 42)
        func columns(_ line: String) -> Int {
            charset == .utf8 ? line.columns : TextCharset.korean.bytes(of: line)?.count ?? .max
        }
        for round in 0..<60 {
            let head = ShopHead(
                name: ReceiptTests.text(9, &random), businessNumber: "123-45-67891",
                owner: ReceiptTests.text(9, &random),
                phone: "02-123-4567", address: ReceiptTests.text(20, &random),
                receiptFoot: [ReceiptTests.text(30, &random), ""], showsVAT: true)
            let order = try ReceiptTests.order(&random)
            let receipt = Receipt(
                order: order, labels: LedgerLabels(round.isMultiple(of: 2) ? .korean : .english),
                shop: ShopProfile(head: head, timeZone: "Asia/Seoul"))
            let page = receipt.page(width: width, charset: charset)
            #expect(page.lines.allSatisfy { columns($0) <= width })
            let sums = page.lines.filter { $0.hasSuffix("원") }
            #expect(sums.count >= order.lines.count + 6)
            #expect(sums.allSatisfy { columns($0) == width }, "\(sums)")
            let decoded = charset == .utf8 ? TextCharset.utf8 : .korean
            #expect(decoded.text(of: page.bytes[...]) == page.text)
        }
    }
}
