import Domain
import Foundation
import TerminalText
import TestSupport
import Testing

@testable import ShopServer

/// What stands on the paper of a closing.
@Suite struct ClosingSheetTests {
    private static let time = Date(timeIntervalSince1970: 1_800_000_000)

    private static func order(
        _ id: Int, _ receive: Fulfillment, _ payment: PaymentMethod?, price: Int, cancelled: Bool = false
    ) throws -> Order {
        var order = Order(
            id: id, number: id, day: .ofTests, who: "지훈", handover: Handover(receive),
            lines: [
                OrderLine(
                    item: OrderedItem(.menu, "H0001"), title: "시금치나물", quantity: 1, unitPrice: Won(price))
            ], deliveryFee: Won(receive == .delivery ? 3_000 : 0), payment: payment,
            steps: [OrderStep(.received, at: time, by: .guest)], placedAt: time)
        if cancelled { try order.move(to: .cancelled, by: .keeper, at: time, reason: "닫았습니다") }
        return order
    }

    private static func closing(_ counted: Won?, from: Date? = time - 86_400) throws -> Closing {
        var builder = SalesReportBuilder(in: .gmt)
        builder.add(try order(1, .pickup, .cash, price: 11_000))
        builder.add(try order(2, .delivery, .card, price: 1_230_000))
        builder.add(try order(3, .pickup, .cash, price: 5_500))
        builder.add(try order(4, .pickup, nil, price: 7_700, cancelled: true))
        return Closing(number: 3, from: from, to: time, orders: 1..<5, cashCounted: counted, report: builder.report)
    }

    private static func lines(
        _ closing: Closing, width: Int, words: AnnouncementWords = .korean, vat: Bool = false, again: Bool = false
    ) throws -> [String] {
        ClosingSheet(closing, words: words, showsVAT: vat, in: try #require(TimeZone(identifier: "Asia/Seoul")))
            .document(width: width, charset: .cp949, isRepetition: again).lines
    }

    @Test func aClosingHasItsNumberTimesSumsAndCash() throws {
        let closing = try ClosingSheetTests.closing(Won(16_000))
        #expect(
            try ClosingSheetTests.lines(closing, width: 32, vat: true) == [
                "마감 #3",
                "지난 마감       2027-01-14 17:00",
                "마감            2027-01-15 17:00",
                "--------------------------------",
                "판매              건        금액",
                "배달비                   3,000원",
                "합계               3 1,249,500원",
                "공급가액             1,135,909원",
                "부가세                 113,591원",
                "취소               1     7,700원",
                "환불               0         0원",
                "--------------------------------",
                "수령              건        금액",
                "포장               2    16,500원",
                "배달               1 1,233,000원",
                "--------------------------------",
                "결제              건        금액",
                "현금               2    16,500원",
                "카드               1 1,233,000원",
                "--------------------------------",
                "현금 매출               16,500원",
                "센 현금                 16,000원",
                "차액                      -500원",
            ])
    }

    @Test func whatTheShopDoesNotShowOrNobodyCountedIsLeftOut() throws {
        let closing = try ClosingSheetTests.closing(nil, from: nil)
        let lines = try ClosingSheetTests.lines(closing, width: 42, words: .english, again: true)
        #expect(Array(lines.prefix(3)) == ["Reprint", "Closing #3", "Closed                    2027-01-15 17:00"])
        #expect(lines.last == "Cash taken                        16,500원")
        #expect(!lines.contains { $0.hasPrefix("VAT") || $0.hasPrefix("Difference") })
    }

    @Test(arguments: KitchenPrinter.widths, [AnnouncementWords.korean, .english]) func noLineIsTooWide(
        _ width: Int, _ words: AnnouncementWords
    ) throws {
        let closing = try ClosingSheetTests.closing(Won(1_000_000_000))
        for line in try ClosingSheetTests.lines(closing, width: width, words: words, vat: true, again: true) {
            #expect(line.columns <= width)
        }
    }
}
