import Domain
import Foundation
import TestSupport

extension OrderingShop {
    /// Orders one of the shop's own juices.
    func sell(_ juice: String, who: String = "지훈", key: UUID = UUID()) async throws -> Reply {
        try await order([OrderingShop.juiceLine(juice)], who: who, key: key)
    }

    /// Sets the stock, on the condition that the list still has the tag `seen`.
    func restock(
        _ counts: [String: Int], seen: String?, token: String? = token, key: UUID? = UUID()
    ) async throws -> Reply {
        try await restock(JSONEncoder().encode(counts), seen: seen, token: token, key: key)
    }

    /// Sends `body`, which may be invalid, as the stock.
    func restock(
        _ body: Data, seen: String?, token: String? = token, key: UUID? = UUID()
    ) async throws -> Reply {
        var fields: [String: String] = [:]
        fields["If-Match"] = seen
        fields["Idempotency-Key"] = key?.uuidString
        fields["Authorization"] = token.map { "Bearer \($0)" }
        return try await ask(url, "juice/fruits", method: "PUT", fields: fields, body: body)
    }

    /// The current stock, by the fruits' ids.
    var stock: [String: Int] {
        get async throws { try await ask(url, "juice/fruits").stock }
    }

    /// The current entity tag of the list of fruits.
    var tag: String? {
        get async throws { try await ask(url, "juice/fruits")["ETag"] }
    }
}

extension Reply {
    /// The body decoded as a list of fruits, by id.
    var stock: [String: Int] {
        get throws {
            let fruits = try JSONDecoder().decode([FruitStock].self, from: body)
            return Dictionary(uniqueKeysWithValues: fruits.map { ($0.id.name, $0.count) })
        }
    }

    /// The missing fruits according to the body's only line, by id.
    var missing: [String: Int] {
        get throws {
            let lines = try JSONDecoder().decode(OrderConflict.self, from: body).lines
            return Dictionary(uniqueKeysWithValues: (lines.first?.missing ?? [:]).map { ($0.key.name, $0.value) })
        }
    }
}
