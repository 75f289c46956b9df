import Domain
import Foundation
import NIOConcurrencyHelpers
import Storage
import TerminalText
import TestPeers
import TestSupport
import Testing

@testable import ShopServer

/// Whatever guests and keepers do concurrently, and however often they repeat requests, orders change only along the
/// permitted transitions, and no fruit is created or lost.
@Suite(.timeLimit(.minutes(5))) struct OrderHistoryTests {
    @Test func ordersMoveAlongTheirArrowsAndFruitIsConserved() async throws {
        // Which histories occur depends on how the people's operations interleave: the rare ones may need more shops.
        var missing = kinds
        for seed in 0..<200 as Range<UInt64> where seed < 16 || !missing.isEmpty {
            let shop = try JuiceShopInMemory()
            try await shop.fourPeopleAct(seed: seed)
            let orders = try await shop.store.read { try $0.orders(after: 0, limit: .max) }
            for order in orders { expectArrows(order) }
            let juices = orders.filter(usedItsFruit).flatMap(\.lines).filter { $0.item.counter == .juice }
            let used = juices.reduce(shop.wasted) { $0 + $1.quantity }
            #expect(try await shop.store.read { try $0.fruitCounts() } == [FruitID("kiwi"): 100 - used], "seed \(seed)")
            missing = missing.filter { !orders.contains(where: $0.value) }
        }
        #expect(missing.isEmpty, "never occurred: \(missing.keys.sorted())")
    }

    /// Every kind of history that must have occurred.
    private let kinds: [String: @Sendable (Order) -> Bool] = [
        "cancelled with a reason": { $0.state == .cancelled && $0.reason != nil },
        "cancelled by the guest": { $0.state == .cancelled && $0.reason == nil },
        "handed over": { $0.state == .handedOver },
        "five steps": { $0.steps.count > 4 },
        "cancelled though ready": { $0.steps.first?.state == .ready && $0.state == .cancelled },
        "refunded": { $0.state == .refunded },
        "refunded in part": { $0.state == .handedOver && $0.refunded.amount > 0 },
        "cancelled after a reduction": { $0.state == .cancelled && !$0.reductions.isEmpty },
        "paid by card": { $0.payment == .card },
    ]

    /// A juice that was made cannot become fruit again.
    private func usedItsFruit(_ order: Order) -> Bool {
        order.state != .cancelled || order.wasReady
    }

    private func expectArrows(_ order: Order) {
        #expect(order.steps.first?.state == (order.lines.count == 1 ? .ready : .received))
        for (before, after) in zip(order.steps, order.steps.dropFirst()) {
            #expect(before.state.allowedTransitions(for: after.by).contains(after.state), "\(order.id)")
        }
    }
}

/// An in-memory shop with a juice that takes one kiwi, alone or beside dumplings, and people who perform random operations.
private struct JuiceShopInMemory: Sendable {
    /// A request made under a key, and its answer.
    struct Asked: Sendable {
        let key: IdempotencyKey
        let change: (id: Int, change: OrderOperation)?
        let order: OrderRequest?
        let answer: Order
    }

    let store = InMemoryStore()
    let service: OrderService
    /// The number of juices that were taken out of orders after they had been made.
    private let wastedJuices = NIOLockedValueBox(0)

    var wasted: Int { wastedJuices.withLockedValue(\.self) }

    init() throws {
        let kiwi = FruitID("kiwi")
        let maker = try JuiceMaker(
            fruits: [FruitStock(id: kiwi, name: "키위", count: 100)],
            recipes: [Recipe(id: JuiceID("kiwi"), name: "키위쥬스", price: Won(4_500), needs: [kiwi: 1])])
        let sellers = ItemSellers()
        sellers.add([JuiceSeller(files: LiveResource(maker) { _ in nil }), DumplingSeller()])
        service = OrderService(store: store, sellers: sellers)
    }

    /// Lets four people, each both guest and keeper, perform sixty random operations each, concurrently.
    func fourPeopleAct(seed: UInt64) async throws {
        try await withThrowingTaskGroup { group in
            for person in 0..<4 {
                group.addTask {
                    var random = SeededGenerator(seed: seed * 10 + UInt64(person))
                    let session = UUID()
                    var earlier: [Asked] = []
                    for _ in 0..<60 { try await act(session, &earlier, &random) }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Performs a random operation. If it repeats an earlier request, expects the same answer.
    func act(_ session: UUID, _ earlier: inout [Asked], _ random: inout SeededGenerator) async throws {
        let orders = try await store.read { try $0.orders(after: 0, limit: .max) }
        // One of the last few orders, so that some are completed, and several people act on the same one.
        let order = orders.suffix(6).randomElement(using: &random)
        switch Int.random(in: 0..<14, using: &random) {
        case 0: try await place(session, &earlier, &random)
        case 1...2:
            guard let order else { return }
            try await reduce(order, &earlier, &random)
        case 3:
            guard let order else { return }
            try await change(order.id, .payment(PaymentMethod.allCases.randomElement(using: &random)), &earlier)
        case 4...5:
            guard let again = earlier.randomElement(using: &random) else { return }
            try await ask(again)
        case 6:
            guard let order else { return }
            try await change(order.id, .cancellation(session: session), &earlier)
        default:
            guard let order else { return }
            // Half of the time a permitted transition, because otherwise hardly any order would be completed.
            let allowedTransitions = order.allowedTransitions(for: .keeper)
            let states =
                Bool.random(using: &random)
                ? OrderState.allCases.filter(allowedTransitions.contains) : OrderState.allCases
            guard let state = states.randomElement(using: &random) else { return }
            // Usually the current state, sometimes an earlier one.
            let seen = order.steps.randomElement(using: &random)?.state
            let isLate = Bool.random(using: &random)
            let move = OrderOperation.move(
                state, seen: isLate ? seen : order.state, reason: state.needsReason ? "없어요" : nil)
            if !state.needsReason || Int.random(in: 0..<4, using: &random) == 0 {
                try await change(order.id, move, &earlier)
            }
        }
    }

    private func place(_ session: UUID, _ earlier: inout [Asked], _ random: inout SeededGenerator) async throws {
        let line = OrderRequest.Line(
            item: OrderedItem(.juice, "kiwi"), title: "키위쥬스", quantity: .random(in: 1...3, using: &random),
            unitPrice: Won(4_500))
        let asked = OrderRequest(who: "지훈", lines: Bool.random(using: &random) ? [line] : [line, .dumpling])
        let key = IdempotencyKey(id: UUID(), request: "order")
        guard let answer = try? await service.place(asked, by: session, under: key) else { return }
        #expect(answer.isNew)
        earlier.append(Asked(key: key, change: nil, order: asked, answer: answer.answer))
    }

    /// Takes pieces out of a random line.
    private func reduce(_ order: Order, _ earlier: inout [Asked], _ random: inout SeededGenerator) async throws {
        let line = Int.random(in: order.lines.indices, using: &random)
        let left = Int.random(in: 0...order.lines[line].quantity, using: &random)
        let answer = try await change(
            order.id, .reduction([.init(line: line, quantity: left)], seen: [], reason: "없어요"), &earlier)
        guard let answer, answer.wasReady, answer.state.isOpen || answer.state == .handedOver,
            answer.lines[line].item.counter == .juice
        else { return }
        wastedJuices.withLockedValue { $0 += answer.reductions.last?.lines[0].removed ?? 0 }
    }

    @discardableResult private func change(
        _ id: Int, _ change: OrderOperation, _ earlier: inout [Asked]
    ) async throws -> Order? {
        let key = IdempotencyKey(id: UUID(), request: "change")
        do {
            let answer = try await service.change(id, change, under: key)
            earlier.append(Asked(key: key, change: (id, change), order: nil, answer: answer.answer))
            return answer.answer
        } catch is OrderFailure {
            #expect(try await store.read { try $0.key(key.id) } == nil)
            return nil
        }
    }

    private func ask(_ again: Asked) async throws {
        if let order = again.order {
            let answer = try await service.place(order, by: nil, under: again.key)
            #expect(!answer.isNew)
            #expect(answer.answer.id == again.answer.id)
        }
        if let (id, change) = again.change {
            let answer = try await service.change(id, change, under: again.key)
            #expect(!answer.isNew)
            #expect(answer.answer == again.answer)
        }
    }
}

extension Order {
    fileprivate var wasReady: Bool { steps.contains { $0.state == .ready } }
}
