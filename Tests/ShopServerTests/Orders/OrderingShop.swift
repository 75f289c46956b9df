import Domain
import Foundation
import ShopServer
import Storage
import TerminalText
import TestSupport

/// A running shop with three dishes and its own store, on a free port.
struct OrderingShop: Sendable {
    let url: URL
    let store: any Store
    let directory: URL

    static let token = "keeper-token-of-the-test"
    /// Its page says 5,500원; the price in the list is charged.
    static let radish = Dish(
        detailHash: "H0001", title: "[소반가] 무생채 & <깍두기>", titleInEnglish: "[Sobanga] Radish & <kkakdugi>",
        price: Won(6_000))
    /// Has no page.
    static let spinach = Dish(detailHash: "H0002", title: "시금치나물", price: Won(3_900))
    /// Its page names no price.
    static let soup = Dish(detailHash: "H0003", title: "미역국", price: Won(7_000))

    static let delivery = Handover(.delivery, phone: "010-1234-5678", address: "서울시 반찬로 1")

    /// Returns a guest's delivery of one dish, with the delivery fee of its page.
    static func order(
        _ hash: String = spinach.detailHash, title: PlainText? = nil, who: String = "지훈", quantity: Int = 1,
        price: Int = 3_900
    ) -> OrderRequest {
        let dish = [radish, spinach, soup].first { $0.detailHash == hash }
        let line = OrderRequest.Line(
            item: OrderedItem(.menu, hash), title: title ?? dish?.title ?? "없는 반찬", quantity: quantity,
            unitPrice: Won(price))
        let fee = dish == nil || dish == spinach ? 0 : 2_500
        return OrderRequest(who: who, handover: delivery, lines: [line], deliveryFee: Won(fee))
    }

    func place(_ order: OrderRequest, key: UUID = UUID()) async throws -> Reply {
        try await place(JSONEncoder().encode(order), key: key.uuidString)
    }

    /// Posts `body`, which may be invalid, as an order.
    func place(_ body: Data, key: String?) async throws -> Reply {
        try await ask(
            url, "orders", method: "POST", fields: key.map { ["Idempotency-Key": $0] } ?? [:], body: body)
    }

    func list(_ query: String = "", token: String? = token) async throws -> Reply {
        try await ask(url, "orders\(query)", fields: token.map { ["Authorization": "Bearer \($0)"] } ?? [:])
    }

    /// Runs `body` with the same shop after all prices were raised.
    func withOtherPrices<Outcome: Sendable>(
        _ body: @escaping @Sendable (OrderingShop) async throws -> Outcome
    ) async throws -> Outcome {
        try await withMenu(
            [OrderingShop.radish, OrderingShop.spinach, OrderingShop.soup].map {
                Dish(detailHash: $0.detailHash, title: $0.title, price: Won($0.price.amount + 100))
            }, body)
    }

    /// Runs `body` with the same shop with another menu, and with what `prepare` writes into its directory.
    func withMenu<Outcome: Sendable>(
        _ menu: [Dish], prepare: @escaping @Sendable (URL) throws -> Void = { _ in },
        _ body: @escaping @Sendable (OrderingShop) async throws -> Outcome
    ) async throws -> Outcome {
        let encoded = try JSONEncoder().encode(menu)
        return try await withShop(replacing: [.main: encoded, .soup: encoded, .side: encoded]) { directory in
            try prepare(directory)
            var configuration = ShopServer.Configuration(resources: directory)
            configuration.store = store
            configuration.keeperToken = Secret(OrderingShop.token)
            return try await withServer(configuration) {
                try await body(OrderingShop(url: $0, store: store, directory: directory))
            }
        }
    }

    /// Starts another server with the same resources, on the same database, or on `store`.
    func anotherServer(
        on store: (any Store)? = nil, _ configure: (inout ShopServer.Configuration) -> Void = { _ in }
    ) throws -> RunningServer {
        var configuration = ShopServer.Configuration(resources: directory)
        configure(&configuration)
        configuration.store = try store ?? SQLiteStore(at: directory.appending(component: "shop.sqlite").path)
        return RunningServer(try ShopServer(configuration))
    }

    /// Runs `body` with another server on the same database.
    func another(_ body: (OrderingShop) async throws -> Void) async throws {
        let server = try anotherServer()
        let shop = OrderingShop(url: try await server.url, store: store, directory: directory)
        do {
            try await body(shop)
        } catch {
            try await server.stop()
            throw error
        }
        try await server.stop()
    }

    /// All stored orders.
    var kept: [Order] {
        get async throws { try await store.read { try $0.orders(after: 0, limit: .max) } }
    }
}

/// Runs `body` with such a shop, and removes all its files afterwards.
func withOrderingShop<Outcome: Sendable>(
    webhook: WebhookAddress? = nil, rules: WebhookRules = WebhookRules(), token: String? = OrderingShop.token,
    events: EventRules = EventRules(), timeout: Duration = .seconds(5),
    onProblem: (@Sendable (ShopServerError) -> Void)? = nil,
    drinks: String? = nil, configure: (inout ShopServer.Configuration) -> Void = { _ in },
    _ body: @escaping @Sendable (OrderingShop) async throws -> Outcome
) async throws -> Outcome {
    let menu = try JSONEncoder().encode([OrderingShop.radish, OrderingShop.spinach, OrderingShop.soup])
    let empty = Data("[]".utf8)
    return try await withShop(replacing: [.main: empty, .soup: menu, .side: menu]) { directory in
        try write(details: ["H0001": ["6,000원", "5,500원"], "H0003": []], below: directory)
        if let drinks { try write(drinks: drinks, below: directory) }
        var configuration = ShopServer.Configuration(resources: directory)
        let store = try SQLiteStore(
            at: directory.appending(component: "shop.sqlite").path, timeout: timeout)
        configuration.store = store
        configuration.keeperToken = token.map { Secret($0) }
        configuration.webhook = webhook
        configuration.webhookRules = rules
        configuration.eventRules = events
        configuration.onProblem = onProblem
        configure(&configuration)
        return try await withServer(configuration) {
            try await body(OrderingShop(url: $0, store: store, directory: directory))
        }
    }
}

/// Writes the file of the drinks machine, creating or replacing it.
func write(drinks: String, below directory: URL) throws {
    let folder = directory.appending(component: "drinks")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(drinks.utf8).write(to: folder.appending(component: "drinks.json"))
}

/// Writes a detail page with these prices for each hash.
func write(details: [String: [String]], below directory: URL) throws {
    let folder = directory.appending(component: "details")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (hash, prices) in details {
        let data: [String: Any] = [
            "top_image": "/pictures/a.jpg", "thumb_images": ["/pictures/a.jpg"], "product_description": "아삭한 반찬",
            "point": "52원", "delivery_info": "새벽배송", "delivery_fee": "2,500원", "prices": prices,
            "detail_section": [],
        ]
        try JSONSerialization.data(withJSONObject: ["hash": hash, "data": data])
            .write(to: folder.appending(component: "\(hash).json"))
    }
}
