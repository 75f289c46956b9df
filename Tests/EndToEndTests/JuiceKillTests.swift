import Domain
import Foundation
import FoundationNetworking
import ShopResources
import TestSupport
import Testing

/// The server is killed while it makes juices: no confirmed sale is lost, and no fruit is taken twice or for nothing.
@Suite(.takingTurns) struct JuiceKillTests {
    private static let token = "keeper-token-of-the-test"

    @Test(arguments: [("received", 201), ("committing", 201), ("committed", 200)])
    func aJuiceThatWasNotAnsweredIsMadeOnceByAskingAgain(_ point: String, _ status: Int) async throws {
        let scratch = try Scratch()
        let (database, key) = (scratch.url.appending(path: "shop.sqlite").path, UUID())
        let arguments = [try ShopResources.directory().path, database, point, "http://127.0.0.1:9/"]
        let killed = try await ServingProgram(Built.killed, arguments, environment: scratch.environment)
        let lost = try await killed.sell("strawberry-banana", key: key)
        #expect(lost == nil)
        #expect(try await killed.program.ended().end == .killed)

        let server = try await ServingProgram.banchan(database: database, environment: scratch.environment)
        #expect(try await server.sell("strawberry-banana", key: key)?.status == status)
        // There were strawberries for only one.
        #expect(try await server.sell("strawberry-banana", key: UUID())?.status == 409)
        #expect(try await server.count(of: "strawberry") == 0)
        #expect(try await server.count(of: "banana") == 9)
        #expect(try await server.stop().end == .fine)
    }

    @Test(arguments: [3, 30]) func salesUnderWayAreMadeOnceWhenTheServerIsKilled(_ answers: Int) async throws {
        let scratch = try Scratch()
        let database = scratch.url.appending(path: "shop.sqlite").path
        let environment = scratch.environment.merging(["BANCHAN_KEEPER_TOKEN": JuiceKillTests.token]) { $1 }
        let keys = (0..<60).map { _ in UUID() }
        let server = try await ServingProgram.banchan(database: database, environment: environment)
        #expect(try await server.restock(["banana": 100], token: JuiceKillTests.token) == 200)
        let first = await sell(keys, at: server) { if $0 == answers { server.program.signal(SIGKILL) } }
        #expect(try await server.program.ended().end == .killed)
        #expect(first.count >= answers)

        let next = try await ServingProgram.banchan(database: database, environment: environment)
        let second = await sell(keys, at: next) { _ in }
        for (key, juice) in first { #expect(second[key] == juice) }
        #expect(second.count == 50)
        #expect(Set(second.values.map(\.id)).count == 50)
        #expect(try await next.count(of: "banana") == 0)
        #expect(try await next.stop().end == .fine)
    }

    /// The juices of the shop's own files.
    fileprivate static func recipes() throws -> [Recipe] {
        let file = try ShopResources.directory().appending(components: "juice", "recipes.json")
        return try JSONDecoder().decode([Recipe].self, from: Data(contentsOf: file))
    }

    /// Orders a banana juice under each key, eight at a time, and returns the juices that were made. Calls `onAnswer`
    /// with their number so far.
    private func sell(
        _ keys: [UUID], at server: ServingProgram, onAnswer: (Int) -> Void
    ) async -> [UUID: Order] {
        await withTaskGroup(of: (UUID, Order?).self) { group in
            var juices: [UUID: Order] = [:]
            var waiting = keys[...]
            func addNext() {
                guard let key = waiting.popFirst() else { return }
                group.addTask { (key, try? await server.sell("banana", key: key)?.juice) }
            }
            for _ in 0..<8 { addNext() }
            for await (key, juice) in group {
                juices[key] = juice
                if juice != nil { onAnswer(juices.count) }
                addNext()
            }
            return juices
        }
    }
}

extension ServingProgram {
    /// Returns the status and, if a juice was made, the juice. Returns `nil` if the server ended before it answered.
    fileprivate func sell(_ juice: String, key: UUID) async throws -> (status: Int, juice: Order?)? {
        let recipe = try #require(JuiceKillTests.recipes().first { $0.id == JuiceID(juice) })
        let line = OrderRequest.Line(
            item: OrderedItem(.juice, juice), title: recipe.name, quantity: 1, unitPrice: recipe.price)
        let order = OrderRequest(who: "지훈", lines: [line], deliveryFee: Won(0))
        return try await place(order, key: key).map { ($0.status, $0.order) }
    }

    /// Sets the fruit counts as the keeper, and returns the status of the answer.
    fileprivate func restock(_ counts: [String: Int], token: String) async throws -> Int? {
        let fruits = url.appending(path: "juice/fruits")
        let (_, seen) = try await URLSession.shared.data(from: fruits)
        var request = URLRequest(url: fruits)
        request.httpMethod = "PUT"
        request.httpBody = try JSONEncoder().encode(counts)
        request.setValue((seen as? HTTPURLResponse)?.value(forHTTPHeaderField: "ETag"), forHTTPHeaderField: "If-Match")
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        request.setValue(UUID().uuidString, forHTTPHeaderField: "Idempotency-Key")
        return (try await URLSession.shared.data(for: request).1 as? HTTPURLResponse)?.statusCode
    }

    /// Returns the stock of a fruit, or `nil` if there is no such fruit.
    fileprivate func count(of fruit: String) async throws -> Int? {
        let (body, _) = try await URLSession.shared.data(from: url.appending(path: "juice/fruits"))
        return try JSONDecoder().decode([FruitStock].self, from: body).first { $0.id == FruitID(fruit) }?.count
    }
}
