import Domain
import Foundation
import Hummingbird
import ShopResources
import TerminalText
import TestSupport
import Testing

@testable import ShopServer

/// The server implements exactly what `Resources/openapi.yaml` describes.
@Suite struct ContractTests {
    private static let token = "keeper-token-of-the-contract"
    private let contract: ContractFile
    private let session = UUID()

    init() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        contract = try ContractFile(at: folder.appending(path: "Resources/openapi.yaml"))
    }

    private func configuration() throws -> ShopServer.Configuration {
        var configuration = ShopServer.Configuration(resources: try ShopResources.directory())
        configuration.store = InMemoryStore()
        configuration.keeperToken = Secret(ContractTests.token)
        return configuration
    }

    @Test func everyRouteIsInTheFileAndEveryOperationOfTheFileIsRouted() throws {
        let routes = try ShopServer(configuration()).routes(of: nil).allowed
        let routed = routes.flatMap { path, methods in
            methods.filter { $0 != .head }.map { method in
                let parts = path.split(separator: "/").map { $0.hasPrefix(":") ? "{\($0.dropFirst())}" : String($0) }
                return "\(method.rawValue) /\(parts.joined(separator: "/"))"
            }
        }
        let written = contract.operations.map { "\($0.method) \($0.path)" }
        #expect(Set(routed).subtracting(written) == [])
        #expect(Set(written).subtracting(routed) == [])
        #expect(Set(written).count == written.count)
    }

    @Test func everyOperationAnswersWhatTheFileSays() async throws {
        try await withServer(configuration()) { url in
            for operation in contract.operations where operation.path != "/events" {
                let statuses = contract.statuses(of: operation)
                let id = try await placedOrder(at: url)
                let path = filled(operation, id: id)
                for request in [Asked(), try await asked(operation, path, at: url), Asked(token: "wrong")] {
                    let reply = try await ask(url, path, request, by: operation.method)
                    let call = "\(operation.method) \(path) answers \(reply.status)"
                    #expect(statuses.contains(reply.status), "\(call)")
                    if request.isWhole { #expect((200..<300).contains(reply.status), "\(call)") }
                    guard let schema = contract.schema(of: operation, status: reply.status) else { continue }
                    let body = try JSONSerialization.jsonObject(with: reply.body)
                    #expect(contract.problems(of: body, schema) == [], "\(call)")
                }
            }
        }
    }

    @Test func whatOnlyTheKeeperMayIsMarkedInTheFile() async throws {
        try await withServer(configuration()) { url in
            for operation in contract.operations where operation.path != "/events" {
                let path = filled(operation, id: 1)
                var request = try await asked(operation, path, at: url)
                request.token = nil
                let reply = try await ask(url, path, request, by: operation.method)
                let isKeepers = !operation.content["security"].items.isEmpty
                #expect((reply.status == 401) == isKeepers, "\(operation.method) \(path)")
            }
        }
    }

    /// The parts of a request besides its method and path. `isWhole` means that it is complete and must succeed.
    private struct Asked {
        var token: String?
        var fields: [String: String] = [:]
        var body: Data?
        var isWhole = false
    }

    private func ask(_ url: URL, _ path: String, _ asked: Asked, by method: String) async throws -> Reply {
        var fields = asked.fields
        fields["Authorization"] = asked.token.map { "Bearer \($0)" }
        return try await TestSupport.ask(
            url, String(path.dropFirst()), method: method, fields: fields, body: asked.body)
    }

    /// Returns a request as the file describes it, from a client that is both a guest and the keeper.
    private func asked(_ operation: ContractFile.Operation, _ path: String, at url: URL) async throws -> Asked {
        var asked = Asked(token: ContractTests.token, isWhole: true)
        for parameter in contract.parameters(of: operation) where parameter["in"].text == "header" {
            guard let name = parameter["name"].text else { continue }
            switch name {
            case "If-Match":
                let seen = try await TestSupport.ask(url, String(path.dropFirst()))["ETag"]
                asked.fields[name] = parameter["example"].text ?? seen
            case "Banchan-Session": asked.fields[name] = session.uuidString
            default: asked.fields[name] = UUID().uuidString
            }
        }
        let example = operation.content["requestBody"]["content"]["application/json"]["example"]
        if !example.members.isEmpty { asked.body = try JSONSerialization.data(withJSONObject: example.json) }
        return asked
    }

    /// Returns the path with an example for every parameter.
    private func filled(_ operation: ContractFile.Operation, id: Int) -> String {
        contract.parameters(of: operation).filter { $0["in"].text == "path" }.reduce(operation.path) {
            path, parameter in
            let name = parameter["name"].text ?? ""
            return path.replacing("{\(name)}", with: name == "id" ? "\(id)" : parameter["example"].text ?? "")
        }
    }

    /// Places an order of the terminal for one dish at its current price, and returns the order's number.
    private func placedOrder(at url: URL) async throws -> Int {
        // An earlier operation may have paused the shop.
        _ = try await TestSupport.ask(
            url, "shop/pause", method: "DELETE",
            fields: ["Idempotency-Key": UUID().uuidString, "Authorization": "Bearer \(ContractTests.token)"])
        var line = OrderRequest.Line(item: OrderedItem(.menu, "HBDEF"), title: "", quantity: 1, unitPrice: Won(-1))
        var fee = Won(0)
        func place() async throws -> Reply {
            try await TestSupport.ask(
                url, "orders", method: "POST",
                fields: ["Idempotency-Key": UUID().uuidString, "Banchan-Session": session.uuidString],
                body: JSONEncoder().encode(
                    OrderRequest(who: "지훈", handover: OrderingShop.delivery, lines: [line], deliveryFee: fee)))
        }
        let dish = try #require(try await place().value(OrderConflict.self).lines.first)
        (line.title, line.unitPrice) = (dish.title, try #require(dish.unitPrice))
        fee = try await place().value(OrderConflict.self).terms.deliveryFee ?? fee
        return try await place().value(Order.self).id
    }
}
