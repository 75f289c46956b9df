import Domain
import Foundation
import Storage
import TerminalProbe
import TerminalText
import TestPeers
import TestSupport
import Testing

/// A database with orders.
struct Book: Sendable {
    typealias Order = (who: String, title: String, quantity: Int, price: Int)

    let scratch: Scratch
    private let store: SQLiteStore

    init(orders: [Order]) async throws {
        scratch = try Scratch()
        store = try SQLiteStore(at: scratch.url.appending(path: "shop.sqlite").path)
        for order in orders.prefix(2) { try await add(order) }
        // Add the others concurrently, so in any order, but only 256 at a time: the store limits how many may wait.
        for first in stride(from: 2, to: orders.count, by: Book.together) {
            try await withThrowingTaskGroup { [self] group in
                for order in orders[first..<min(first + Book.together, orders.count)] {
                    group.addTask { try await add(order) }
                }
                try await group.waitForAll()
            }
        }
    }

    private static let together = 256

    var path: String { scratch.url.appending(path: "shop.sqlite").path }

    func add(_ order: Order) async throws {
        let new = NewOrder(
            who: PlainText(order.who),
            lines: [
                OrderLine(
                    item: OrderedItem(.menu, ""), title: PlainText(order.title), quantity: order.quantity,
                    unitPrice: Won(order.price))
            ], day: .ofTests, placedAt: Date(timeIntervalSince1970: 1_800_000_000), isAnnounced: false)
        _ = try await store.transaction { try $0.keep(new) }
    }

    /// Adds one order with several lines.
    func add(_ lines: [(title: String, quantity: Int, price: Int)], fee: Int) async throws {
        let new = NewOrder(
            who: "지훈",
            lines: lines.map {
                OrderLine(
                    item: OrderedItem(.menu, "H"), title: PlainText($0.title), quantity: $0.quantity,
                    unitPrice: Won($0.price))
            }, deliveryFee: Won(fee), day: .ofTests, placedAt: Date(timeIntervalSince1970: 1_800_000_000),
            isAnnounced: false)
        _ = try await store.transaction { try $0.keep(new) }
    }

    /// Adds an order that is delivered, with options and notes.
    func addDelivery() async throws {
        let size = ItemOption.Choice(id: "large", title: ShopText("대", english: "large"), price: Won(2_000))
        let mild = ItemOption.Choice(id: "mild", title: "안 맵게", price: Won(0))
        let options = [
            (ItemOption(id: "size", title: ShopText("크기", english: "Size"), choose: 1...1, choices: [size]), size),
            (ItemOption(id: "heat", title: "맵기", choose: 1...1, choices: [mild]), mild),
        ]
        let time = Date(timeIntervalSince1970: 1_800_000_000)
        let new = NewOrder(
            who: "지훈",
            handover: Handover(
                .delivery, phone: "010-1234-5678", address: "서울시 송파구 위례성대로 2, 장은빌딩 18층",
                wantedAt: time + 5_400, note: "=벨을 누르지 마세요"),
            lines: [
                OrderLine(
                    item: OrderedItem(.menu, "H"), title: "간장 갈비", options: options.map { ChosenOption($0, $1) },
                    quantity: 2, unitPrice: Won(17_900), note: "@덜 맵게")
            ], deliveryFee: Won(3_000), day: .ofTests, placedAt: time, isAnnounced: false)
        _ = try await store.transaction { try $0.keep(new) }
    }

    /// Cancels the order as the keeper.
    func cancel(_ id: Int) async throws {
        try await change(id) { try $0.move(to: .cancelled, by: .keeper, at: .now, reason: "닫았습니다") }
    }

    /// Changes the order as the keeper.
    func change(_ id: Int, _ change: @escaping @Sendable (inout Domain.Order) throws -> Void) async throws {
        try await store.transaction { transaction in
            guard var order = try transaction.order(id) else { return }
            try change(&order)
            try transaction.update(order, change: 9)
        }
    }

    /// Adds a failed message for each of these orders.
    func failMessages(of orders: [Int]) async throws {
        try await store.transaction { transaction in
            for id in orders {
                try transaction.addMessage(.order, about: .order(id), to: .webhook, at: .now)
                guard var message = try transaction.message(id) else { return }
                (message.attempts, message.failedAt) = (5, .now)
                try transaction.update(message)
            }
        }
    }

    func run(_ arguments: [String], _ environment: [String: String] = [:]) async throws -> Output {
        try await runWithoutTerminal(
            ["orders", "--database", path] + arguments,
            environment: ["TZ": "UTC"].merging(environment) { $1 })
    }
}
