import Domain
import Foundation
import FoundationNetworking
import ShopResources
import TerminalText
import TestSupport
import Testing

/// The server is killed while an order changes its state: the change is applied once, and the stock is returned once.
@Suite(.takingTurns) struct OrderKillTests {
    private static let points = [("received", 1), ("committing", 1), ("committed", 2)]

    @Test(arguments: points) func aCancellationThatWasNotAnsweredIsDoneOnceByAskingAgain(
        _ point: String, _ stepsBefore: Int
    ) async throws {
        try await expectOnce(point, stepsBefore, leaving: .cancelled, kiwis: 10) { server, order, key in
            await server.ask("POST", "orders/\(order.id)/cancellation", key: key)
        }
    }

    @Test(arguments: points) func aMoveThatWasNotAnsweredIsDoneOnceByAskingAgain(
        _ point: String, _ stepsBefore: Int
    ) async throws {
        let change = try JSONEncoder().encode(OrderChange(state: .preparing))
        try await expectOnce(point, stepsBefore, leaving: .preparing, kiwis: 4) { server, order, key in
            await server.ask("PATCH", "orders/\(order.id)", key: key, seen: order.state, body: change)
        }
    }

    /// Places an order that takes six kiwis, calls `move` on a server that kills itself at `point`, and repeats it on
    /// the next server. Expects that it takes effect once.
    private func expectOnce(
        _ point: String, _ stepsBefore: Int, leaving state: OrderState, kiwis: Int,
        _ move: (ServingProgram, Order, UUID) async -> (status: Int, body: Data)?
    ) async throws {
        let (scratch, key) = (try Scratch(), UUID())
        let database = scratch.url.appending(path: "shop.sqlite").path
        let environment = scratch.environment.merging(["BANCHAN_KEEPER_TOKEN": ServingProgram.token]) { $1 }
        let first = try await ServingProgram.banchan(database: database, environment: environment)
        let line = OrderRequest.Line(
            item: OrderedItem(.juice, "kiwi"), title: "키위쥬스", quantity: 2, unitPrice: Won(4_500))
        let body = try JSONEncoder().encode(OrderRequest(who: "지훈", lines: [line], deliveryFee: Won(0)))
        let placed = try #require(await first.ask("POST", "orders", key: UUID(), body: body))
        #expect(placed.status == 201)
        let order = try JSONDecoder().decode(Order.self, from: placed.body)
        #expect(try await first.stop().end == .fine)

        let arguments = [try ShopResources.directory().path, database, point, "http://127.0.0.1:9/"]
        let killed = try await ServingProgram(Built.killed, arguments, environment: environment)
        #expect(await move(killed, order, key) == nil)
        #expect(try await killed.program.ended().end == .killed)

        let next = try await ServingProgram.banchan(database: database, environment: environment)
        let before = try #require(await next.ask("GET", "orders/\(order.id)"))
        #expect(try JSONDecoder().decode(Order.self, from: before.body).steps.count == stepsBefore)
        for _ in 0..<2 {
            let answer = try #require(await move(next, order, key))
            #expect(answer.status == 200)
            let moved = try JSONDecoder().decode(Order.self, from: answer.body)
            #expect(moved.steps.map(\.state) == [.received, state])
        }
        let fruits = try #require(await next.ask("GET", "juice/fruits"))
        let counts = try JSONDecoder().decode([FruitStock].self, from: fruits.body)
        #expect(counts.first { $0.id == FruitID("kiwi") }?.count == kiwis)
        #expect(try await next.stop().end == .fine)
    }
}
