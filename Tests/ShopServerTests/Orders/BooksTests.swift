import Domain
import Foundation
import NIOConcurrencyHelpers
import Storage
import TerminalText
import TestPeers
import TestSupport
import Testing

@testable import ShopServer

/// What happens to orders after their business day is booked on the day on which it happens: a past day never changes.
@Suite(.timeLimit(.minutes(5))) struct BooksTests {
    /// Whatever is cancelled, reduced, refunded and paid on whatever day, before and after closings, and although the
    /// clock is put back now and then: a day that has ended and a closing keep their reports, and all days together are
    /// what was sold, and so are all closings.
    @Test(arguments: 0..<12) func aPastDayNeverChanges(_ seed: Int) async throws {
        let shop = try BookedShop()
        var random = SeededGenerator(seed: UInt64(seed))
        var days: [Day] = []
        var ended: [Day: SalesReport] = [:]
        var closings: [Closing] = []
        for day in 0..<8 {
            for _ in 0..<25 {
                try await shop.act(&random)
                if Int.random(in: 0..<20, using: &random) == 0, let closing = try await shop.close() {
                    closings.append(closing)
                }
            }
            days.append(try shop.today)
            ended[try shop.today] = try await shop.report(of: shop.today)
            shop.now.withLockedValue { $0 += 86_400 }
            if day % 3 == 2 {
                try await shop.actOnBookedOrders(&random)
                shop.now.withLockedValue { $0 -= 86_400 }
                try await shop.actOnBookedOrders(&random)
                ended[try shop.today] = try await shop.report(of: shop.today)
                shop.now.withLockedValue { $0 += 86_400 }
            }
            for (day, report) in ended { #expect(try await shop.report(of: day) == report, "\(day)") }
        }
        days.append(try shop.today)
        for closing in closings {
            #expect(try await shop.books.closing(closing.number) == closing)
            let held = try #require(try await shop.store.read { try $0.closing(closing.number) })
            #expect(try await shop.books.report(of: held) == closing.report)
        }
        if let last = try await shop.close() { closings.append(last) }
        #expect(closings.map(\.number) == Array(1...closings.count))
        #expect(closings.dropFirst().map(\.from) == closings.dropLast().map(\.to))
        let reports = try await shop.reports(of: days)
        let orders = try await shop.store.read { try $0.orders(after: 0, limit: .max) }
        let sales = orders.map(Sale.init)
        for reports in [reports, closings.map(\.report)] {
            #expect(reports.reduce(0) { $0 + $1.total.amount.amount } == sales.reduce(0) { $0 + $1.total.amount })
            #expect(reports.reduce(0) { $0 + $1.refunds.amount.amount } == sales.reduce(0) { $0 + $1.refunded.amount })
            #expect(reports.reduce(0) { $0 + $1.cancelled.count } == orders.count { $0.state == .cancelled })
        }
        let cash = sales.filter { $0.payment == .cash }.reduce(0) { $0 + $1.total.amount }
        #expect(closings.reduce(0) { $0 + $1.cashExpected.amount } == cash)
        for report in reports + closings.map(\.report) {
            let total = report.total.amount.amount
            let fees = report.deliveryFees.amount
            #expect(report.items.reduce(fees) { $0 + $1.sum.amount.amount } == total)
            #expect(report.hours.reduce(0) { $0 + $1.sum.amount.amount } == total)
            #expect(report.ways.reduce(0) { $0 + $1.sum.amount.amount } == total)
            #expect(report.payments.reduce(0) { $0 + $1.sum.amount.amount } == total)
            #expect(report.payments.reduce(0) { $0 + $1.sum.count } == report.total.count)
        }
        #expect(try await shop.bookedOrders().count > 10)
        await shop.store.close()
    }

    @Test func aRefundOfYesterdaysOrderIsTodaysMinus() async throws {
        let shop = try BookedShop()
        let order = try await shop.place(quantity: 3)
        for state in [OrderState.preparing, .ready, .handedOver] { try await shop.move(order, to: state) }
        try await shop.change(order, .payment(.cash))
        let yesterday = try shop.today
        let before = try await shop.report(of: yesterday)
        #expect(before.payments.map(\.payment) == [.cash])
        shop.now.withLockedValue { $0 += 86_400 }
        await #expect(throws: OrderFailure.pastDay) { try await shop.move(order, to: .ready) }
        try await shop.change(order, .reduction([.init(line: 0, quantity: 1)], seen: [], reason: "상했어요"))
        #expect(try await shop.report(of: yesterday) == before)
        let today = try await shop.report(of: shop.today)
        #expect(today.total == SalesSum(count: 0, amount: Won(-2_000)))
        #expect(today.refunds == SalesSum(count: 1, amount: Won(2_000)))
        #expect(today.items.map(\.sum) == [SalesSum(count: -2, amount: Won(-2_000))])
        #expect(today.payments.map(\.sum.amount) == [Won(-2_000)])
        try await shop.change(order, .move(.refunded, seen: .handedOver, reason: "전부 상했어요"))
        #expect(try await shop.report(of: shop.today).total == SalesSum(count: -1, amount: Won(-3_000)))
        #expect(try await shop.report(of: shop.today).refunds == SalesSum(count: 1, amount: Won(3_000)))
        await shop.store.close()
    }

    @Test func whatAClosingHoldsIsBookedFromThenOn() async throws {
        let shop = try BookedShop()
        let (paid, open) = (try await shop.place(quantity: 2), try await shop.place(quantity: 3))
        for state in [OrderState.preparing, .ready, .handedOver] { try await shop.move(paid, to: state) }
        try await shop.change(paid, .payment(.cash))
        let first = try #require(try await shop.close(counted: Won(1_500)))
        #expect(first.orders == 1..<3)
        #expect(first.report.total == SalesSum(count: 2, amount: Won(5_000)))
        #expect((first.cashExpected, first.cashDifference) == (Won(2_000), Won(-500)))
        #expect(try await shop.close() == nil)
        await #expect(throws: OrderFailure.pastDay) { try await shop.move(paid, to: .ready) }
        shop.now.withLockedValue { $0 += 1 }
        try await shop.change(open, .payment(.cash))
        try await shop.change(paid, .reduction([.init(line: 0, quantity: 1)], seen: [], reason: "상했어요"))
        for state in [OrderState.preparing, .ready, .handedOver, .ready] { try await shop.move(open, to: state) }
        let second = try #require(try await shop.close(counted: Won(2_000)))
        #expect(second.orders.isEmpty && second.from == first.to)
        #expect(second.report.total == SalesSum(count: 0, amount: Won(-1_000)))
        #expect(second.report.refunds == SalesSum(count: 1, amount: Won(1_000)))
        #expect((second.cashExpected, second.cashDifference) == (Won(2_000), Won(0)))
        #expect(try await shop.report(of: shop.today).total == SalesSum(count: 2, amount: Won(4_000)))
        #expect(try await shop.books.closing(1) == first)
        #expect(try await shop.books.closing(3) == nil)
        await shop.store.close()
    }

    @Test func aClosingOfAClockThatWasAheadHoldsNoStepBackUp() async throws {
        let shop = try BookedShop()
        _ = try await shop.place(quantity: 1)
        shop.now.withLockedValue { $0 += 3_600 }
        #expect(try await shop.close()?.number == 1)
        shop.now.withLockedValue { $0 -= 3_600 }
        let order = try await shop.place(quantity: 2)
        for state in [OrderState.preparing, .ready, .handedOver, .ready, .handedOver] {
            try await shop.move(order, to: state)
        }
        shop.now.withLockedValue { $0 += 3_600 }
        await #expect(throws: OrderFailure.pastDay) { try await shop.move(order, to: .ready) }
        await shop.store.close()
    }

    @Test func whatIsCancelledOnItsOwnDayVanishesFromItsSums() async throws {
        let shop = try BookedShop()
        let order = try await shop.place(quantity: 2)
        try await shop.change(order, .reduction([.init(line: 0, quantity: 1)], seen: [.received], reason: "하나뿐이에요"))
        #expect(try await shop.report(of: shop.today).total == SalesSum(count: 1, amount: Won(1_000)))
        try await shop.change(order, .move(.cancelled, seen: .received, reason: "없어요"))
        let report = try await shop.report(of: shop.today)
        #expect(report.total == SalesSum())
        #expect(report.cancelled == SalesSum(count: 1, amount: Won(1_000)))
        #expect(try await shop.store.read { try !$0.hasBookings(ofOrder: order) })
        await shop.store.close()
    }
}

/// A shop with dumplings for 1,000 won and a clock that is set by hand.
private struct BookedShop: Sendable {
    let store = InMemoryStore()
    let service: OrderService
    let now = NIOLockedValueBox(Date(timeIntervalSince1970: 1_800_025_200 + 3_600 * 9))
    private let session = UUID()

    init() throws {
        let sellers = ItemSellers()
        sellers.add([DumplingSeller()])
        let shop = LiveResource(
            ShopProfile(
                timeZone: "Asia/Seoul", receive: [.pickup, .delivery],
                delivery: DeliveryRule(fee: Won(3_000), freeFrom: Won(5_000)))
        ) { _ in nil }
        service = OrderService(
            store: store, sellers: sellers, shop: shop,
            days: ShopDays(of: shop) { [now] in now.withLockedValue(\.self) }, announcements: nil,
            printers: .none)
    }

    var today: Day { get throws { try service.days.today() } }

    func place(quantity: Int, _ way: Fulfillment = .pickup) async throws -> Int {
        var line = OrderRequest.Line.dumpling
        line.quantity = quantity
        let fee = way == .delivery && quantity < 5 ? 3_000 : 0
        let order = OrderRequest(
            who: "지훈", handover: Handover(way, phone: "010-1234-5678", address: way == .delivery ? "반찬로 1" : nil),
            lines: [line, .dumpling].prefix(quantity > 1 ? 1 : 2).map(\.self),
            deliveryFee: Won(fee))
        return try await service.place(order, by: session, under: IdempotencyKey(id: UUID(), request: "")).answer.id
    }

    @discardableResult func change(_ order: Int, _ operation: OrderOperation) async throws -> Order {
        try await service.change(order, operation, under: IdempotencyKey(id: UUID(), request: "")).answer
    }

    func move(_ order: Int, to state: OrderState) async throws {
        let seen = try await store.read { try $0.order(order)?.state }
        try await change(order, .move(state, seen: seen, reason: state.needsReason ? "없어요" : nil))
    }

    func report(of day: Day) async throws -> SalesReport {
        try await books.report(of: day)
    }

    var books: Books { Books(store: store, zone: service.days.calendar.zone) }

    /// Closes the till unless there is nothing to close, and returns the closing.
    func close(counted: Won? = nil) async throws -> Closing? {
        do {
            let time = now.withLockedValue(\.self)
            let number = try await store.transaction { try $0.close(cashCounted: counted, at: time) }
            return try await books.closing(number)
        } catch is NothingToClose { return nil }
    }

    func reports(of days: [Day]) async throws -> [SalesReport] {
        var reports: [SalesReport] = []
        for day in Set(days) { reports.append(try await report(of: day)) }
        return reports
    }

    /// Performs a random operation, which may be refused.
    func act(_ random: inout SeededGenerator) async throws {
        now.withLockedValue { $0 += Double(Int.random(in: 1...60, using: &random)) }
        let orders = try await store.read { try $0.orders(after: 0, limit: .max) }
        let choice = Int.random(in: 0..<8, using: &random)
        guard choice > 1, let order = orders.suffix(40).randomElement(using: &random) else {
            let way = [Fulfillment.pickup, .delivery].randomElement(using: &random) ?? .pickup
            _ = try await place(quantity: .random(in: 1...9, using: &random), way)
            return
        }
        do {
            switch choice {
            case 2:
                let line = Int.random(in: order.lines.indices, using: &random)
                let left = Int.random(in: 0...9, using: &random)
                try await change(order.id, .reduction([.init(line: line, quantity: left)], seen: [], reason: "없어요"))
            case 3: try await change(order.id, .payment(PaymentMethod.allCases.randomElement(using: &random)))
            case 4: try await change(order.id, .cancellation(session: session))
            default:
                guard
                    let state = order.allowedTransitions(for: .keeper).sorted(by: { $0.rawValue < $1.rawValue })
                        .randomElement(using: &random)
                else { return }
                try await move(order.id, to: state)
            }
        } catch is OrderFailure {}
    }

    func bookedOrders() async throws -> [Int] {
        try await store.read { reader in
            try reader.orders(after: 0, limit: .max).map(\.id).filter { try reader.hasBookings(ofOrder: $0) }
        }
    }

    func actOnBookedOrders(_ random: inout SeededGenerator) async throws {
        for order in try await bookedOrders().suffix(5) {
            _ = try? await change(order, .payment(PaymentMethod.allCases.randomElement(using: &random)))
        }
    }
}
