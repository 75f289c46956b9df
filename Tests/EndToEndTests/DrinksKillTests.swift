import Domain
import Foundation
import FoundationNetworking
import ShopResources
import TestSupport
import Testing

/// The server is killed during a purchase at the drinks machine: money and drinks are neither lost nor taken twice or
/// for nothing.
@Suite(.takingTurns) struct DrinksKillTests {
    @Test(arguments: [("received", 201), ("committing", 201), ("committed", 200)])
    func moneyThatWasNotAnsweredIsTakenOnceByAskingAgain(_ point: String, _ status: Int) async throws {
        let scratch = try Scratch()
        let (database, key) = (scratch.url.appending(path: "shop.sqlite").path, UUID())
        try await killed(at: point, database, scratch) { killed in
            #expect(await killed.post(#"{"amount":5000}"#, to: "money", key: key) == nil)
        }
        let server = try await ServingProgram.banchan(database: database, environment: scratch.environment)
        #expect(await server.post(#"{"amount":5000}"#, to: "money", key: key)?.status == status)
        #expect(try await server.machine().balance == Won(5_000))
        #expect(try await server.stop().end == .fine)
    }

    @Test(arguments: [("received", 201), ("committing", 201), ("committed", 200)])
    func aDrinkThatWasNotAnsweredIsSoldOnceByAskingAgain(_ point: String, _ status: Int) async throws {
        let scratch = try Scratch()
        let (database, key) = (scratch.url.appending(path: "shop.sqlite").path, UUID())
        let first = try await ServingProgram.banchan(database: database, environment: scratch.environment)
        #expect(await first.post(#"{"amount":5000}"#, to: "money", key: UUID())?.status == 201)
        #expect(try await first.stop().end == .fine)
        try await killed(at: point, database, scratch) { killed in
            #expect(await killed.post(#"{"id":"grape-soda"}"#, to: "purchases", key: key) == nil)
        }
        let server = try await ServingProgram.banchan(database: database, environment: scratch.environment)
        #expect(await server.post(#"{"id":"grape-soda"}"#, to: "purchases", key: key)?.status == status)
        // Only one was in stock.
        #expect(await server.post(#"{"id":"grape-soda"}"#, to: "purchases", key: UUID())?.status == 409)
        let machine = try await server.machine()
        #expect(machine.balance == Won(3_700))
        #expect(machine.purchases.map(\.drink.name) == ["grape-soda"])
        #expect(try await server.stop().end == .fine)
    }

    /// Runs `body` with a shop that kills itself at `point`.
    private func killed(
        at point: String, _ database: String, _ scratch: Scratch, _ body: (ServingProgram) async throws -> Void
    ) async throws {
        let arguments = [try ShopResources.directory().path, database, point, "http://127.0.0.1:9/"]
        let killed = try await ServingProgram(Built.killed, arguments, environment: scratch.environment)
        try await body(killed)
        #expect(try await killed.program.ended().end == .killed)
    }
}

extension ServingProgram {
    private static let session = UUID()

    /// Returns the status and body of the answer, or `nil` if the server ended before it answered.
    fileprivate func post(_ body: String, to path: String, key: UUID) async -> (status: Int, body: Data)? {
        var request = URLRequest(url: url.appending(path: "drinks/\(path)"))
        request.httpMethod = "POST"
        request.httpBody = Data(body.utf8)
        request.setValue(key.uuidString, forHTTPHeaderField: "Idempotency-Key")
        request.setValue(ServingProgram.session.uuidString, forHTTPHeaderField: "Banchan-Session")
        guard let (body, response) = try? await URLSession.shared.data(for: request),
            let status = (response as? HTTPURLResponse)?.statusCode
        else { return nil }
        return (status, body)
    }

    fileprivate func machine() async throws -> DrinksMachine {
        var request = URLRequest(url: url.appending(path: "drinks/machine"))
        request.setValue(ServingProgram.session.uuidString, forHTTPHeaderField: "Banchan-Session")
        return try JSONDecoder().decode(DrinksMachine.self, from: try await URLSession.shared.data(for: request).0)
    }
}
