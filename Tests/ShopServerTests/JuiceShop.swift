import Domain
import Foundation

extension OrderingShop {
    /// Asks for a juice.
    func sell(_ juice: String, who: String = "지훈", key: UUID = UUID()) async throws -> Reply {
        try await sell(JSONEncoder().encode(JuiceRequest(juice: JuiceID(juice), who: who)), key: key.uuidString)
    }

    /// Posts `body` as an order of a juice, whatever it is.
    func sell(_ body: Data, key: String?) async throws -> Reply {
        try await ask(
            url, "juice/orders", method: "POST", fields: key.map { ["Idempotency-Key": $0] } ?? [:], body: body)
    }

    /// Sets the stock as whoever saw the list of that tag.
    func restock(
        _ counts: [String: Int], seen: String?, token: String? = token, key: UUID? = UUID()
    ) async throws -> Reply {
        try await restock(JSONEncoder().encode(counts), seen: seen, token: token, key: key)
    }

    /// Puts `body` as the stock, whatever it is.
    func restock(
        _ body: Data, seen: String?, token: String? = token, key: UUID? = UUID()
    ) async throws -> Reply {
        var fields: [String: String] = [:]
        fields["If-Match"] = seen
        fields["Idempotency-Key"] = key?.uuidString
        fields["Authorization"] = token.map { "Bearer \($0)" }
        return try await ask(url, "juice/fruits", method: "PUT", fields: fields, body: body)
    }

    /// What there is now, by the fruits' names on the wire.
    var stock: [String: Int] {
        get async throws { try await ask(url, "juice/fruits").stock }
    }

    /// The tag of the list of fruits as it is now.
    var tag: String? {
        get async throws { try await ask(url, "juice/fruits")["ETag"] }
    }
}

extension Reply {
    /// The body as a list of fruits.
    var stock: [String: Int] {
        get throws {
            let fruits = try JSONDecoder().decode([FruitStock].self, from: body)
            return Dictionary(uniqueKeysWithValues: fruits.map { ($0.id.name, $0.count) })
        }
    }

    /// What the body says is missing.
    var missing: [String: Int] {
        get throws {
            let shortage = try JSONDecoder().decode(JuiceShortage.self, from: body)
            return Dictionary(uniqueKeysWithValues: shortage.missing.map { ($0.key.name, $0.value) })
        }
    }
}
