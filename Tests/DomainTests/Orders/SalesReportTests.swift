import Domain
import Foundation
import TerminalText
import TestPeers
import Testing

@Suite struct SalesReportTests {
    private static let seoul = TimeZone(secondsFromGMT: 9 * 3_600)!
    private static let midnight = Date(timeIntervalSince1970: 1_800_025_200)

    private static func order(
        _ lines: [OrderLine], fee: Int = 0, at seconds: Double = 0, _ state: OrderState = .received
    ) -> Order {
        let time = midnight + seconds
        var steps = [OrderStep(.received, at: time, by: .guest)]
        if state != .received { steps.append(OrderStep(state, at: time, by: .keeper)) }
        return Order(
            id: 1, number: 1, day: .ofTests, who: "지훈", lines: lines, deliveryFee: Won(fee), steps: steps,
            placedAt: time)
    }

    private static func line(_ counter: SalesCounter, _ id: String, _ quantity: Int, _ price: Int) -> OrderLine {
        OrderLine(
            item: OrderedItem(counter, id), title: PlainText("title of \(id)"), quantity: quantity,
            unitPrice: Won(price))
    }

    private func report(_ orders: [Order]) -> SalesReport {
        var builder = SalesReportBuilder(in: SalesReportTests.seoul)
        for order in orders { builder.add(order) }
        return builder.report
    }

    @Test func ordersAreSummedUpByItemCounterAndHour() {
        let report = report([
            SalesReportTests.order(
                [SalesReportTests.line(.menu, "a", 2, 1_000), SalesReportTests.line(.juice, "b", 1, 500)], fee: 300),
            SalesReportTests.order([SalesReportTests.line(.menu, "a", 1, 1_100)], at: 3_600.0 * 13 + 59, .handedOver),
            SalesReportTests.order([SalesReportTests.line(.menu, "c", 9, 9_000)], .cancelled),
        ])
        #expect(report.total == SalesSum(count: 2, amount: Won(3_900)))
        #expect(report.deliveryFees == Won(300))
        #expect(report.cancelled == SalesSum(count: 1, amount: Won(81_000)))
        #expect(report.items.map(\.item) == ["a", "b"])
        #expect(
            report.items.map(\.sum) == [SalesSum(count: 3, amount: Won(3_100)), SalesSum(count: 1, amount: Won(500))])
        #expect(report.counters.map(\.counter) == [.menu, .juice])
        #expect(report.hours.map(\.hour) == [0, 13])
        #expect(report.hours.map(\.sum.amount) == [Won(2_800), Won(1_100)])
    }

    @Test func anItemHasTheTitlesOfItsLastOrder() throws {
        let orders = [("갈비", nil), ("양념갈비", PlainText("Marinated ribs"))].map { title, english in
            SalesReportTests.order([
                OrderLine(
                    item: OrderedItem(.menu, "a"), title: PlainText(title), titleInEnglish: english, quantity: 1,
                    unitPrice: Won(100))
            ])
        }
        let item = try #require(report(orders).items.first)
        #expect((item.title, item.titleInEnglish) == ("양념갈비", "Marinated ribs"))
        #expect(try JSONDecoder().decode(SalesReport.Item.self, from: JSONEncoder().encode(item)) == item)
    }

    @Test func itemsOfOldOrdersAreToldApartByTheirTitles() {
        let lines = ["갈비", "무생채", "갈비"].map {
            OrderLine(item: OrderedItem(.menu, ""), title: PlainText($0), quantity: 1, unitPrice: Won(100))
        }
        let items = report(lines.map { SalesReportTests.order([$0]) }).items
        #expect(items.map(\.title) == ["갈비", "무생채"])
        #expect(items.map(\.sum.count) == [2, 1])
        #expect(items.map(\.item) == ["", ""])
    }

    @Test func theSumsOfARandomLedgerAreTheLedgers() throws {
        var random = SeededGenerator(seed: 3)
        let counters = [SalesCounter.menu, .juice, .drinks]
        let orders = try (0..<500).map { _ in
            let lines = try (0..<Int.random(in: 1...5, using: &random)).map { _ in
                SalesReportTests.line(
                    try #require(counters.randomElement(using: &random)), "\(Int.random(in: 0...9, using: &random))",
                    Int.random(in: 1...99, using: &random), Int.random(in: 0...90_000, using: &random))
            }
            return SalesReportTests.order(
                lines, fee: Int.random(in: 0...3, using: &random) * 1_000, at: .random(in: 0..<86_400, using: &random),
                Bool.random(using: &random) ? .received : .cancelled)
        }
        let report = report(orders)
        let (sold, cancelled) = (orders.filter { $0.state != .cancelled }, orders.filter { $0.state == .cancelled })
        func won(_ orders: [Order]) -> Int { orders.reduce(0) { $0 + $1.total.amount } }
        #expect(report.total == SalesSum(count: sold.count, amount: Won(won(sold))))
        #expect(report.cancelled == SalesSum(count: cancelled.count, amount: Won(won(cancelled))))
        let fees = report.deliveryFees.amount
        #expect(report.items.reduce(fees) { $0 + $1.sum.amount.amount } == won(sold))
        #expect(report.counters.reduce(fees) { $0 + $1.sum.amount.amount } == won(sold))
        #expect(report.hours.reduce(0) { $0 + $1.sum.amount.amount } == won(sold))
        #expect(report.hours.reduce(0) { $0 + $1.sum.count } == sold.count)
        let pieces = sold.flatMap(\.lines).reduce(0) { $0 + $1.quantity }
        #expect(report.items.reduce(0) { $0 + $1.sum.count } == pieces)
        #expect(report.counters.reduce(0) { $0 + $1.sum.count } == pieces)
    }

    @Test func aDaysReportIsReadBack() throws {
        let day = try #require(Day(dashed: "2026-11-22"))
        let report = DayReport(
            date: day, report: report([SalesReportTests.order([SalesReportTests.line(.menu, "a", 1, 5)])]))
        let data = try JSONEncoder().encode(report)
        #expect(try JSONDecoder().decode(DayReport.self, from: data) == report)
        #expect(String(decoding: data, as: UTF8.self).contains("\"date\":\"2026-11-22\""))
        for text in ["", "20261122", "2026-11-31", "2026-1-1", "2026-11-22-", "２０26-11-22"] {
            #expect(Day(dashed: text) == nil)
        }
    }
}
