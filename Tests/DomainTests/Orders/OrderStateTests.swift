import Domain
import Foundation
import TerminalText
import TestPeers
import Testing

extension Day {
    static let ofTests = Day(year: 2_027, month: 1, day: 15)!
}

@Suite struct OrderStateTests {
    private let time = Date(timeIntervalSince1970: 1_800_000_000)

    private func order(_ state: OrderState = .received, by actor: OrderActor = .guest) -> Order {
        let line = OrderLine(item: OrderedItem(.menu, "H1"), title: "갈비", quantity: 1, unitPrice: Won(100))
        return Order(
            id: 1, number: 1, day: .ofTests, who: "지훈", lines: [line], steps: [OrderStep(state, at: time, by: actor)],
            placedAt: time)
    }

    /// All permitted transitions.
    private static let allowedTransitions: [OrderActor: Set<[OrderState]>] = [
        .guest: [[.received, .cancelled]],
        .keeper: [
            [.received, .preparing], [.preparing, .ready], [.ready, .handedOver],
            [.received, .cancelled], [.preparing, .cancelled], [.ready, .cancelled],
            [.preparing, .received], [.ready, .preparing], [.handedOver, .ready], [.handedOver, .refunded],
        ],
        .machine: [],
    ]

    @Test(arguments: OrderActor.allCases) func thereAreTheseArrowsAndNoOthers(_ actor: OrderActor) {
        for from in OrderState.allCases {
            for to in OrderState.allCases {
                let isArrow = OrderStateTests.allowedTransitions[actor]?.contains([from, to]) == true
                #expect(from.allowedTransitions(for: actor).contains(to) == isArrow, "\(from) to \(to)")
            }
        }
    }

    @Test func whateverIsTriedOnlyArrowsAreWalkedAndEachLeavesAStep() throws {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<300 {
            var order = order()
            for _ in 0..<30 {
                let before = order
                let actor = try #require(OrderActor.allCases.randomElement(using: &random))
                let state = try #require(OrderState.allCases.randomElement(using: &random))
                let isArrow = OrderStateTests.allowedTransitions[actor]?.contains([before.state, state]) == true
                do {
                    try order.move(to: state, by: actor, at: time, reason: "재료가 없어요")
                    #expect(isArrow)
                    #expect(order.steps.dropLast() == before.steps[...])
                    #expect(order.steps.last == OrderStep(state, at: time, by: actor))
                } catch {
                    #expect(!isArrow)
                    #expect(error == .invalidTransition(from: before.state))
                    #expect(order == before)
                }
            }
        }
    }

    @Test func whatTheMachineSoldNeverMoves() {
        for actor in OrderActor.allCases {
            for state in OrderState.allCases {
                var order = order(.handedOver, by: .machine)
                #expect(throws: OrderFailure.invalidTransition(from: .handedOver)) {
                    try order.move(to: state, by: actor, at: time, reason: "x")
                }
            }
        }
    }

    @Test func aKeeperCancelsWithAReasonAndAGuestWithoutOne() throws {
        for reason in [nil, PlainText(""), PlainText(String(repeating: "가", count: 201))] {
            var order = order()
            #expect(throws: OrderFailure.noReason) {
                try order.move(to: .cancelled, by: .keeper, at: time, reason: reason)
            }
            #expect(order.state == .received)
        }
        var (kept, cancelled) = (order(), order())
        try kept.move(to: .cancelled, by: .keeper, at: time, reason: "재료가 없어요")
        try cancelled.move(to: .cancelled, by: .guest, at: time, reason: "x")
        #expect(kept.reason == "재료가 없어요")
        #expect(cancelled.reason == nil)
    }

    @Test func aLongHistoryKeepsItsBeginningAndItsEnd() throws {
        var order = order()
        for number in 0..<1_000 {
            try order.move(
                to: number.isMultiple(of: 2) ? .preparing : .received, by: .keeper, at: time + Double(number))
        }
        #expect(order.steps.count == 100)
        #expect(order.steps.first?.by == .guest)
        #expect(order.steps.last == OrderStep(.received, at: time + 999, by: .keeper))
        #expect(order.isTracked)
    }

    @Test func aLongHistoryKeepsThatTheOrderWasReady() throws {
        var order = order()
        for (number, state) in [OrderState.preparing, .ready, .preparing].enumerated() {
            try order.move(to: state, by: .keeper, at: time + Double(number))
        }
        for number in 3..<1_000 {
            try order.move(
                to: number.isMultiple(of: 2) ? .preparing : .received, by: .keeper, at: time + Double(number))
        }
        #expect(order.steps.count == 100)
        #expect(order.steps.prefix(2).map(\.state) == [.received, .ready])
        #expect(order.steps.last == OrderStep(.received, at: time + 999, by: .keeper))
    }
}
