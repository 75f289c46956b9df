import Domain
import Foundation
import GRDB
import Storage

/// The initial data of a shop that is killed repeatedly, and the invariants that must hold after every kill.
struct KilledShopData: Sendable {
    private static let fruit = FruitID("banana")
    private static let fruitOfOne = 2
    private static let page = 1_000

    /// An order of one dish.
    let dishOrder: OrderRequest
    let drinks: [DrinkID]
    private let fruitAtFirst: Int
    private let drinksAtFirst: Int

    /// Restocks and reads a shop in which nothing has been sold yet.
    init(_ shop: ServingShop) throws {
        dishOrder = shop.order
        try JuiceSeries(shop: shop).restock()
        fruitAtFirst = try KilledShopData.fruit(port: shop.port)
        let stock = try KilledShopData.stock(port: shop.port)
        drinks = stock.map(\.id)
        drinksAtFirst = KilledShopData.count(stock)
    }

    static let keeperFields = ["Authorization: Bearer \(ServingShop.keeperToken)"]

    func order(_ number: Int, port: UInt16) throws -> Order {
        try KilledShopData.get("/orders/\(number)", port: port, KilledShopData.keeperFields, within: .zero)
    }

    /// Throws `KillProblem` if the shop's data differs from what `guests` were told. None of them may have an
    /// unanswered request.
    func check(_ guests: [KilledGuest], _ shop: ServingShop) throws {
        let orders = try KilledShopData.orders(port: shop.port)
        let placed = guests.flatMap(\.placed)
        try expect(Set(placed).count == placed.count, "each key has an order of its own")
        try expect(
            orders.map(\.id).sorted() == placed.sorted(),
            "there are \(orders.count) orders, and \(placed.count) were told: \(Set(orders.map(\.id)).symmetricDifference(placed))"
        )
        for order in orders { try checkArrows(order) }
        try checkFruit(orders, port: shop.port)
        for guest in guests { try checkMoney(guest, port: shop.port) }
        let left = KilledShopData.count(try KilledShopData.stock(port: shop.port))
        let sold = guests.reduce(0) { $0 + $1.drinks }
        try expect(left + sold == drinksAtFirst, "\(left) drinks and \(sold) sold were \(drinksAtFirst)")
        if !PostgreSQLAddress.isAddress(shop.database) { try WholeDatabase.check(shop.database) }
    }

    private func checkArrows(_ order: Order) throws {
        guard order.isTracked else { return try expect(order.steps.count == 1, "order \(order.id) was moved") }
        for (before, after) in zip(order.steps, order.steps.dropFirst()) {
            let allowedTransitions = before.state.allowedTransitions(for: after.by)
            try expect(
                allowedTransitions.contains(after.state),
                "order \(order.id) went from \(before.state) to \(after.state)")
        }
    }

    private func checkFruit(_ orders: [Order], port: UInt16) throws {
        let juices = orders.filter { $0.state != .cancelled && $0.counter == .juice }.flatMap(\.lines)
        let taken = juices.reduce(0) { $0 + $1.quantity } * KilledShopData.fruitOfOne
        let left = try KilledShopData.fruit(port: port)
        try expect(left + taken == fruitAtFirst, "\(left) bananas and \(taken) in juices were \(fruitAtFirst)")
    }

    private func checkMoney(_ guest: KilledGuest, port: UInt16) throws {
        let machine: DrinksMachine = try KilledShopData.get(
            "/drinks/machine", port: port, ["Banchan-Session: \(guest.session)"])
        try expect(machine.balance == guest.balance, "\(machine.balance) in the machine should be \(guest.balance)")
        try expect(machine.purchaseCount == guest.drinks, "\(machine.purchaseCount) bought, not \(guest.drinks)")
    }
}

// Reading the shop's data.
extension KilledShopData {
    /// Returns all orders, sorted by number.
    static func orders(port: UInt16) throws -> [Order] {
        var orders: [Order] = []
        while true {
            let path = "/orders?after=\(orders.last?.id ?? 0)&limit=\(page)"
            let next: [Order] = try get(path, port: port, keeperFields)
            orders += next
            if next.count < page { return orders }
        }
    }

    private static func fruit(port: UInt16) throws -> Int {
        let fruits: [FruitStock] = try get("/juice/fruits", port: port)
        return fruits.first { $0.id == fruit }?.count ?? 0
    }

    private static func stock(port: UInt16) throws -> [Drink] {
        let stock: DrinksStock = try get("/drinks/stock", port: port, keeperFields)
        return DrinkKind.allCases.flatMap { stock.drinks[$0] ?? [] }
    }

    private static func count(_ drinks: [Drink]) -> Int { drinks.reduce(0) { $0 + $1.count + $1.expired } }

    /// Returns the shop's answer. Status 503, sent while the database is unavailable, is retried for `time`.
    private static func get<Value: Decodable>(
        _ path: String, port: UInt16, _ fields: [String] = [], within time: Duration = KilledGuest.maxWait
    ) throws -> Value {
        let deadline = ContinuousClock.now + time
        while true {
            let answer = try ShopConnection(port: port, request: "GET \(path)", fields: fields, body: Data()).ask()
            if answer.status == 200 { return try JSONDecoder().decode(Value.self, from: answer.body) }
            let isAway = answer.status == 503 && ContinuousClock.now < deadline
            try expect(isAway, "\(path): \(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
            usleep(KilledGuest.pause)
        }
    }
}

/// Checks the integrity of an SQLite database file.
enum WholeDatabase {
    /// The seconds to wait for a lock, which a program that is just closing the file may hold.
    private static let timeout = 10.0

    static func check(_ path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(timeout)
        let found = try DatabaseQueue(path: path, configuration: configuration).read {
            try String.fetchAll($0, sql: "PRAGMA integrity_check")
        }
        try expect(found == ["ok"], "\(path): \(found)")
    }
}
