import Domain
import Foundation
import TerminalText
import TestPeers
import Testing

@Suite struct OrderReductionTests {
    private static let time = Date(timeIntervalSince1970: 1_800_000_000)
    private static let states = [OrderState.received, .preparing, .ready, .handedOver, .cancelled]

    private static func order(_ state: OrderState = .received, _ quantities: [Int] = [3, 1], fee: Int = 0) -> Order {
        let path = Array([OrderState.received, .preparing, .ready, .handedOver].prefix { $0 != state })
        return Order(
            id: 1, number: 1, day: .ofTests, who: "지훈",
            lines: quantities.enumerated().map { index, quantity in
                OrderLine(
                    item: OrderedItem(.menu, "\(index)"), title: PlainText("반찬 \(index)"), quantity: quantity,
                    unitPrice: Won(1_000 * (index + 1)), note: "덜 맵게")
            },
            deliveryFee: Won(fee),
            steps: (state == .cancelled ? [.received, .cancelled] : path + [state]).map {
                OrderStep($0, at: time, by: .keeper)
            }, placedAt: time)
    }

    private func reduced(
        _ order: Order, _ lines: [(Int, Int)], _ reason: PlainText = "다 팔렸어요", fee: Int = 0
    ) throws -> Order {
        var order = order
        try order.reduce(
            lines.map { .init(line: $0.0, quantity: $0.1) }, at: OrderReductionTests.time, reason: reason
        ) { _ in Won(fee) }
        return order
    }

    @Test func aLineBecomesSmallerAndTheFeeIsComputedAnew() throws {
        let order = try reduced(OrderReductionTests.order(), [(0, 1)], fee: 2_500)
        #expect(order.lines.map(\.quantity) == [1, 1])
        #expect(order.lines.map(\.removed) == [2, 0])
        #expect(order.total == Won(5_500))
        #expect(order.reductions.map(\.lines) == [[.init(line: 0, removed: 2)]])
        #expect(order.reductions.map(\.refunded) == [nil])
        #expect(order.reductions.map(\.reason) == ["다 팔렸어요"])
        #expect(order.state == .received)
    }

    @Test func aLargeRefundIsReadBack() throws {
        let line = OrderLine(
            item: OrderedItem(.menu, "0"), title: "잔치상", quantity: 99, unitPrice: Won(20_000_000))
        let order = Order(
            id: 1, number: 1, day: .ofTests, who: "지훈", lines: [line], deliveryFee: Won(0),
            steps: [OrderStep(.handedOver, at: OrderReductionTests.time, by: .keeper)],
            placedAt: OrderReductionTests.time)
        let refunded = try reduced(order, [(0, 1)])
        #expect(refunded.refunded == Won(1_960_000_000))
        #expect(try JSONDecoder().decode(Order.self, from: JSONEncoder().encode(refunded)) == refunded)
    }

    @Test func aLineThatIsTakenOutKeepsItsPlace() throws {
        let order = try reduced(OrderReductionTests.order(.ready), [(0, 0)])
        #expect(order.lines.map(\.quantity) == [0, 1])
        #expect(order.remainingLines.map(\.title) == ["반찬 1"])
        #expect(order.title == "반찬 1")
        #expect(try reduced(OrderReductionTests.order(.ready, [2, 2]), [(0, 0)]).title == "반찬 1 × 2")
    }

    @Test func whatIsLeftOfNothingIsCancelledWithItsLines() throws {
        var order = try reduced(OrderReductionTests.order(.preparing), [(1, 0)])
        order = try reduced(order, [(0, 0)], "문을 닫았어요")
        #expect(order.state == .cancelled)
        #expect(order.reason == "문을 닫았어요")
        #expect(order.lines.map(\.quantity) == [3, 0])
        #expect(order.reductions.count == 1)
    }

    @Test func ofWhatWasHandedOverMoneyIsGivenBack() throws {
        var order = try reduced(OrderReductionTests.order(.handedOver, fee: 2_500), [(0, 2), (1, 0)], fee: 9_999)
        #expect(order.deliveryFee == Won(2_500))
        #expect(order.refunded == Won(3_000))
        #expect(order.total == Won(4_500))
        #expect(order.state == .handedOver)
        order = try reduced(order, [(0, 0)])
        #expect(order.state == .refunded)
        #expect(order.refunded == Won(7_500))
    }

    @Test func whatCannotBeTakenOutIsRefused() throws {
        for lines in [[], [(2, 0)], [(-1, 0)], [(0, 3)], [(0, 4)], [(0, -1)], [(0, 1), (0, 0)]] as [[(Int, Int)]] {
            #expect(throws: OrderFailure.noSuchReduction) { try reduced(OrderReductionTests.order(), lines) }
        }
        for reason in ["", PlainText(String(repeating: "가", count: 201))] {
            #expect(throws: OrderFailure.noReason) { try reduced(OrderReductionTests.order(), [(0, 1)], reason) }
        }
        #expect(throws: OrderFailure.closed(.cancelled)) {
            try reduced(OrderReductionTests.order(.cancelled), [(0, 1)])
        }
        let removed = try reduced(OrderReductionTests.order(), [(0, 0)])
        #expect(throws: OrderFailure.noSuchReduction) { try reduced(removed, [(0, 0)]) }
    }

    @Test func theNumberOfReductionsIsBounded() throws {
        var order = OrderReductionTests.order(.received, [99, 1])
        for left in (49..<99).reversed() { order = try reduced(order, [(0, left)]) }
        #expect(throws: OrderFailure.tooManyReductions) { try reduced(order, [(0, 1)]) }
        #expect(try reduced(order, [(0, 0), (1, 0)]).state == .cancelled)
    }

    /// Whatever is taken out in whatever state: the total is that of lines and fee, nothing is lost, and the order is
    /// read back as it is.
    @Test func theTotalIsThatOfLinesAndFee() throws {
        var random = SeededGenerator(seed: 41)
        for _ in 0..<500 {
            let state = OrderReductionTests.states.dropLast().randomElement(using: &random) ?? .received
            let quantities = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                Int.random(in: 1...9, using: &random)
            }
            let whole = OrderReductionTests.order(state, quantities, fee: 3_000)
            var order = whole
            for _ in 0..<5 {
                let line = Int.random(in: quantities.indices, using: &random)
                let left = Int.random(in: 0...9, using: &random)
                order =
                    (try? reduced(order, [(line, left)], fee: Int.random(in: 0...3, using: &random) * 1_000)) ?? order
                let lines = order.lines.reduce(0) { $0 + $1.quantity * $1.unitPrice.amount }
                #expect(order.total.amount == lines + order.deliveryFee.amount)
                #expect(order.lines.map { $0.quantity + $0.removed } == quantities)
                if state == .handedOver {
                    let kept = order.state == .refunded ? 0 : order.total.amount
                    #expect(order.refunded.amount + kept == whole.total.amount)
                }
                let sale = Sale(order)
                #expect(sale.total == (order.state.needsReason ? Won(0) : order.total))
                let data = try JSONEncoder().encode(order)
                #expect(try JSONDecoder().decode(Order.self, from: data) == order)
                #expect(try JSONDecoder().decode(Sale.self, from: JSONEncoder().encode(sale)) == sale)
            }
        }
    }

    @Test func paymentIsMarkedWhileSomethingIsToBePaid() throws {
        for state in OrderReductionTests.states.dropLast() {
            var order = OrderReductionTests.order(state)
            try order.setPayment(.card)
            #expect(try JSONDecoder().decode(Order.self, from: JSONEncoder().encode(order)).payment == .card)
            try order.setPayment(nil)
            #expect(order.payment == nil)
        }
        var cancelled = OrderReductionTests.order(.cancelled)
        #expect(throws: OrderFailure.closed(.cancelled)) { try cancelled.setPayment(.cash) }
        for (body, method) in [(#"{"method":"cash"}"#, PaymentMethod.cash), (#"{"method":null}"#, nil)] {
            #expect(try JSONDecoder().decode(PaymentChange.self, from: Data(body.utf8)).method == method)
        }
        for body in ["{}", #"{"method":"bitcoin"}"#, #"{"method":1}"#, #"{"method":"machine"}"#] {
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(PaymentChange.self, from: Data(body.utf8)) }
        }
    }

    @Test func whatGuestsWroteIsNotInTheBooks() throws {
        let text = String(decoding: try JSONEncoder().encode(Sale(OrderReductionTests.order())), as: UTF8.self)
        #expect(!text.contains("덜 맵게"))
        #expect(!text.contains("지훈"))
    }
}
