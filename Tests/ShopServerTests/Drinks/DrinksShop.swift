import Domain
import Foundation
import ShopServer
import Storage
import TestSupport

/// The drinks of a machine for tests: fresh and expired milk, colas, and a hot coffee that is sold out.
enum DrinksMenu {
    static func text(milkPrice: Int = 1_500, colas: Int = 3) -> String {
        """
        [{"id": "milk", "class": "strawberry-milk", "brand": "한들", "name": "딸기우유", "volume": 200,
          "price": \(milkPrice), "shelf_life": 10, "strawberry_share": 8, "image": "/pictures/milk.png",
          "opening": [{"count": 2, "manufactured_days_ago": 1}, {"count": 1, "manufactured_days_ago": 30}]},
         {"id": "old", "class": "chocolate-milk", "brand": "한들", "name": "초코우유", "volume": 200, "price": 1500,
          "shelf_life": 10, "cocoa_share": 3, "opening": [{"count": 4, "manufactured_days_ago": 30}]},
         {"id": "cola", "class": "cola", "brand": "별방울", "name": "콜라", "volume": 350, "price": 2000, "sugar": 38,
          "caffeine": 34, "opening": [{"count": \(colas), "manufactured_days_ago": 0}]},
         {"id": "top", "class": "top", "brand": "다락", "name": "블랙", "volume": 275, "price": 2300,
          "temperature": 63, "caffeine": 130, "beans": "콜롬비아", "opening": [{"count": 5, "manufactured_days_ago": 9}]},
         {"id": "georgia", "class": "georgia", "brand": "다락", "name": "다크", "volume": 240, "price": 1200,
          "temperature": 65, "caffeine": 140, "roast": "dark", "opening": []}]
        """
    }
}

/// Runs `body` with a shop that has this machine.
func withDrinksShop<Outcome: Sendable>(
    colas: Int = 3, token: String? = OrderingShop.token,
    configure: (inout ShopServer.Configuration) -> Void = { _ in },
    _ body: @escaping @Sendable (OrderingShop) async throws -> Outcome
) async throws -> Outcome {
    try await withOrderingShop(token: token, drinks: DrinksMenu.text(colas: colas), configure: configure, body)
}

extension OrderingShop {
    /// Sends `body`, which may be invalid, to the machine's route `path`.
    func send(
        _ body: String, to path: String, by method: String = "POST", session: String? = nil,
        key: String? = UUID().uuidString,
        token: String? = nil
    ) async throws -> Reply {
        var fields = ["Content-Type": "application/json"]
        fields["Banchan-Session"] = session
        fields["Idempotency-Key"] = key
        fields["Authorization"] = token.map { "Bearer \($0)" }
        return try await ask(url, "drinks/\(path)", method: method, fields: fields, body: Data(body.utf8))
    }

    func insert(_ amount: Int, session: UUID, key: UUID = UUID()) async throws -> Reply {
        try await send(
            #"{"amount":\#(amount)}"#, to: "money", session: session.uuidString, key: key.uuidString)
    }

    func buy(_ drink: String, session: UUID, key: UUID = UUID()) async throws -> Reply {
        try await send(#"{"id":"\#(drink)"}"#, to: "purchases", session: session.uuidString, key: key.uuidString)
    }

    func giveChange(session: UUID, key: UUID = UUID()) async throws -> Reply {
        try await send("{}", to: "change", session: session.uuidString, key: key.uuidString)
    }

    func restock(
        _ drink: String, to count: Int, seen: Int? = nil, key: UUID = UUID(), token: String? = token
    ) async throws -> Reply {
        let restock = DrinkRestock(id: DrinkID(drink), count: count, seen: seen)
        let body = String(decoding: try JSONEncoder().encode(restock), as: UTF8.self)
        return try await send(body, to: "stock", by: "PUT", key: key.uuidString, token: token)
    }

    func removeExpired(_ drink: String, key: UUID = UUID(), token: String? = token) async throws -> Reply {
        try await send(#"{"id":"\#(drink)"}"#, to: "removals", key: key.uuidString, token: token)
    }

    func machine(of session: UUID) async throws -> DrinksMachine {
        let reply = try await ask(url, "drinks/machine", fields: ["Banchan-Session": session.uuidString])
        return try reply.value()
    }

    /// Requests `path` of the machine's keeper routes.
    func keeps(_ path: String, token: String? = token) async throws -> Reply {
        try await ask(url, "drinks/\(path)", fields: token.map { ["Authorization": "Bearer \($0)"] } ?? [:])
    }

    /// The number of each drink that can be sold, by id.
    var drinks: [String: Int] {
        get async throws {
            var counts: [String: Int] = [:]
            for kind in DrinkKind.allCases {
                let drinks: [Drink] = try await ask(url, kind.section.path).value()
                for drink in drinks { counts[drink.id.name] = drink.count }
            }
            return counts
        }
    }
}

extension Reply {
    /// Decodes the body as a value of that type.
    func value<Value: Decodable>(_: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(Value.self, from: body)
    }
}
