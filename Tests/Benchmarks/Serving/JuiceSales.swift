import Domain
import Foundation
import TerminalProbe
import TerminalText
import TestPeers

/// Sells juices at a server, and measures how soon its event streams, or those of another server of the same shop, tell
/// it.
struct JuiceSales: Sendable {
    private let shop: ServingShop
    private let listener: ServingShop

    init(at shop: ServingShop, heardOn listener: ServingShop? = nil) {
        (self.shop, self.listener) = (shop, listener ?? shop)
    }

    /// How soon sales reach all streams, and what the streams cost in memory.
    struct Deliveries: Codable, Sendable {
        /// From sending each order to the arrival of its event on the last stream, in milliseconds.
        var times: [Double] = []
        /// The server's memory with all streams open, and its additional memory per stream, in KiB.
        var memory = 0
        var memoryOfOne = 0.0
    }

    /// The stock of fruit, enough for fifty juices.
    static let stock = 100

    func deliveries(streams: Int, sales: Int, onSale: () -> Void = {}) throws -> Deliveries {
        let before = memory
        let crowd = try ListeningCrowd(port: listener.port, count: streams)
        try restock()
        try crowd.waitForEvents(section: SectionID.fruits.path)
        var deliveries = Deliveries()
        let guest = try guest()
        for _ in 0..<sales {
            let start = ContinuousClock.now
            guard try guest.ask().status == 201 else { throw MeasuringProblem("a juice is refused") }
            try crowd.waitForEvents(section: SectionID.fruits.path)
            deliveries.times.append((ContinuousClock.now - start).milliseconds)
            onSale()
        }
        deliveries.memory = memory
        deliveries.memoryOfOne = Double(deliveries.memory - before) / Double(streams)
        return deliveries
    }

    private var memory: Int { ProcessFigures(of: listener.process.processIdentifier).proportionalSetSize }

    /// Returns a connection that orders one banana juice after another.
    private func guest() throws -> LoopbackConnection {
        let line = OrderRequest.Line(
            item: OrderedItem(.juice, "banana"), title: "바나나쥬스", quantity: 1, unitPrice: Won(4_000))
        let order = OrderRequest(who: "지훈", lines: [line], deliveryFee: Won(0))
        return try LoopbackConnection(port: shop.port, request: "POST /orders", body: JSONEncoder().encode(order))
    }

    func restock() throws {
        let seen = try LoopbackConnection(port: shop.port, request: "GET /juice/fruits").ask()
        let fields = ["If-Match: \(seen["ETag"] ?? "")", "Authorization: Bearer \(ServingShop.keeperToken)"]
        let connection = try LoopbackConnection(
            port: shop.port, request: "PUT /juice/fruits", fields: fields,
            body: JSONEncoder().encode([FruitID("banana"): JuiceSales.stock]))
        guard try connection.ask().status == 200 else { throw MeasuringProblem("the stock is not changed") }
    }
}
