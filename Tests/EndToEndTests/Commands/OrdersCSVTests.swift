import Domain
import Foundation
import TerminalText
import TestPeers
import Testing

@testable import Commands

@Suite struct OrdersCSVTests {
    /// What became of an order.
    private enum Fate: CaseIterable {
        case open, cancelled, handedOver, partlyRefunded, refunded, partlyThenWhollyRefunded
    }

    private static let zone = TimeZone(secondsFromGMT: 9 * 3_600)!

    private static func order(_ id: Int, _ fate: Fate, _ random: inout SeededGenerator) throws -> Order {
        let lines = (0..<Int.random(in: 1...3, using: &random)).map { line in
            OrderLine(
                item: OrderedItem(.menu, "H\(line)"), title: "갈비", quantity: Int.random(in: 2...9, using: &random),
                unitPrice: Won(Int.random(in: 1...90, using: &random) * 100))
        }
        var order = Order(
            id: id, number: id, day: try #require(Day(dashed: "2027-01-15")), who: "지훈", lines: lines,
            deliveryFee: Won(Int.random(in: 0...3, using: &random) * 1_000),
            payment: (PaymentMethod.allCases + [nil]).randomElement(using: &random) ?? nil,
            steps: [OrderStep(.received, at: .now, by: .guest)], placedAt: .now)
        if fate == .cancelled { try order.move(to: .cancelled, by: .keeper, at: .now, reason: "없어요") }
        guard fate != .open, fate != .cancelled else { return order }
        for state in [OrderState.preparing, .ready, .handedOver] { try order.move(to: state, by: .keeper, at: .now) }
        if fate == .partlyRefunded || fate == .partlyThenWhollyRefunded {
            try order.reduce([.init(line: 0, quantity: 1)], at: .now, reason: "식었어요") { _ in Won(0) }
        }
        if fate == .refunded || fate == .partlyThenWhollyRefunded {
            try order.move(to: .refunded, by: .keeper, at: .now, reason: "상했어요")
        }
        return order
    }

    /// Returns the sums of `order_total` by what is in `payment`, without those of rows where nothing is.
    private static func sums(in csv: String) throws -> [String: Int] {
        let rows = csv.split(separator: "\r\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        let head = try #require(rows.first)
        let total = try #require(head.firstIndex(of: "order_total"))
        let payment = try #require(head.firstIndex(of: "payment"))
        return rows.dropFirst().reduce(into: [:]) { sums, row in
            if !row[payment].isEmpty { sums[String(row[payment]), default: 0] += Int(row[total]) ?? 0 }
        }
    }

    @Test func sumsByPaymentAreThoseOfTheReport() throws {
        var random = SeededGenerator(seed: 11)
        let orders = try (0..<300).map { number in
            try OrdersCSVTests.order(number + 1, Fate.allCases[number % Fate.allCases.count], &random)
        }
        var builder = SalesReportBuilder(in: OrdersCSVTests.zone)
        for order in orders { builder.add(order) }
        let paid = builder.report.payments.filter { $0.payment != .unpaid }
        let expected = Dictionary(uniqueKeysWithValues: paid.map { ($0.payment.rawValue, $0.sum.amount.amount) })
        #expect(expected.count == PaymentMethod.allCases.count)
        let csv = OrdersCSV.header + OrdersCSV.rows(of: orders, in: OrdersCSVTests.zone)
        #expect(try OrdersCSVTests.sums(in: csv) == expected)
    }
}
