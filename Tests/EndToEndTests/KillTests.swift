import Domain
import FakeSlack
import Foundation
import ShopResources
import TerminalText
import TestSupport
import Testing

/// The server is killed at the worst moments and restarted: nothing is lost and nothing is duplicated.
@Suite(.takingTurns) struct KillTests {
    @Test(arguments: [("received", 201), ("committing", 201), ("committed", 200)])
    func anOrderThatWasNotAnsweredIsMadeOnceByMakingItAgain(_ point: String, _ status: Int) async throws {
        let shop = try Scene()
        let slack = try FakeSlack { _ in .hang }
        let key = UUID()
        let killed = try await shop.killed(at: point, announcingTo: slack)
        #expect(try await killed.place(shop.order(), key: key) == nil)
        #expect(try await killed.program.ended().end == .killed)
        #expect(try await shop.orders().count == (status == 200 ? 1 : 0))

        let server = try await shop.banchan()
        let again = try await server.place(shop.order(), key: key)
        #expect(again?.status == status)
        let orders = try await shop.orders()
        #expect(orders == [again?.order])
        #expect(try await server.place(shop.order(), key: key)?.status == 200)
        #expect(try await server.stop().end == .fine)
        #expect(try await shop.orders() == orders)
        slack.stop()
    }

    @Test(arguments: [("claimed", 0), ("sent", 1), ("settled", 1)])
    func aMessageThatWasNotSeenOffIsSentByTheNextServer(_ point: String, _ sentBefore: Int) async throws {
        let shop = try Scene()
        let slack = try FakeSlack()
        let killed = try await shop.killed(at: point, announcingTo: slack)
        // The answer and the kill race here, so either may come first.
        _ = try await killed.place(shop.order(who: "가"), key: UUID())
        #expect(try await killed.program.ended().end == .killed)
        #expect(slack.count == sentBefore)
        #expect(try await shop.orders().count == 1)

        let server = try await shop.banchan(announcingTo: slack)
        #expect(try await server.place(shop.order(who: "나"), key: UUID())?.status == 201)
        // A message that was recorded as sent is not sent again. Otherwise it is sent again, before the next one.
        let expected = point == "settled" ? ["가", "나"] : Array(repeating: "가", count: sentBefore + 1) + ["나"]
        let texts = await slack.messages(expected.count).map { $0.text?.first.map(String.init) }
        #expect(texts == expected)
        #expect(try await server.stop().end == .fine)
        #expect(slack.count == expected.count)
        #expect(try await shop.orders().map(\.who) == ["가", "나"])
        slack.stop()
    }

    @Test func aServerKilledWhileItSendsSendsAfterItsRestart() async throws {
        let shop = try Scene()
        let slack = try FakeSlack { $0 == 0 ? .hang : .ok }
        let first = try await shop.killed(at: "settled", announcingTo: slack)
        #expect(try await first.place(shop.order(), key: UUID())?.status == 201)
        _ = await slack.messages(1)
        first.program.signal(SIGKILL)
        #expect(try await first.program.ended().end == .killed)
        let second = try await shop.banchan(announcingTo: slack)
        #expect(await slack.messages(2).map(\.text) == Array(repeating: shop.announcement, count: 2))
        #expect(try await second.stop().end == .fine)
        slack.stop()
    }

    @Test(arguments: [5, 40, 90]) func ordersUnderWayAreKeptOnceWhenTheServerIsKilled(_ answers: Int) async throws {
        let shop = try Scene()
        let keys = (0..<100).map { _ in UUID() }
        let server = try await shop.banchan()
        let first = await place(keys, at: server, shop) { count in
            if count == answers { server.program.signal(SIGKILL) }
        }
        #expect(try await server.program.ended().end == .killed)
        #expect(first.count >= answers)

        let next = try await shop.banchan()
        let second = await place(keys, at: next, shop) { _ in }
        #expect(second.count == keys.count)
        for (key, order) in first { #expect(second[key] == order) }
        let kept = try await shop.orders()
        #expect(kept.count == keys.count)
        #expect(Set(kept) == Set(second.values))
        #expect(try await next.stop().end == .fine)
    }

    /// Places an order under each key, eight at a time, and returns the orders that were answered. Calls `onAnswer`
    /// with their number so far.
    private func place(
        _ keys: [UUID], at server: ServingProgram, _ shop: Scene, onAnswer: (Int) -> Void
    ) async -> [UUID: Order] {
        await withTaskGroup(of: (UUID, Order?).self) { group in
            var orders: [UUID: Order] = [:]
            var waiting = keys[...]
            func addNext() {
                guard let key = waiting.popFirst() else { return }
                group.addTask { (key, try? await server.place(shop.order(who: "\(key)"), key: key)?.order) }
            }
            for _ in 0..<8 { addNext() }
            for await (key, order) in group {
                orders[key] = order
                if order != nil { onAnswer(orders.count) }
                addNext()
            }
            return orders
        }
    }
}

/// A directory with a database, and the programs that use it.
private struct Scene: Sendable {
    private let scratch: Scratch
    private let ordered: OrderedDish

    init() throws {
        scratch = try Scratch()
        ordered = try OrderedDish()
    }

    private var database: String { scratch.url.appending(path: "shop.sqlite").path }

    func order(who: String = "지훈") -> OrderRequest { ordered.order(who: who) }

    func banchan(announcingTo slack: FakeSlack? = nil) async throws -> ServingProgram {
        let variables = slack.map { ["BANCHAN_WEBHOOK_URL": $0.url] } ?? [:]
        return try await .banchan(database: database, environment: scratch.environment.merging(variables) { $1 })
    }

    func killed(at point: String, announcingTo slack: FakeSlack) async throws -> ServingProgram {
        let arguments = [try ShopResources.directory().path, database, point, slack.url]
        return try await ServingProgram(Built.killed, arguments, environment: scratch.environment)
    }

    /// Returns the orders that the `orders` command prints.
    func orders() async throws -> [Order] {
        let output = try await runWithoutTerminal(["orders", "--json", "--database", database])
        guard output.status == 0 else { return [] }
        return try output.standardOutput.split(separator: "\n").map {
            try JSONDecoder().decode(Order.self, from: Data($0.utf8))
        }
    }

    var announcement: String { "지훈 - \(ordered.total.text) - \(ordered.dish.title) (#1)" }
}
