import Domain
import Foundation
import TerminalText

/// Measures how soon sales of juices reach event streams, and how concurrent orders share a limited stock.
struct JuiceSeries: Sendable {
    let shop: ServingShop
    /// The servers of the shop whose event streams are measured.
    let listeners: [ServingShop]

    /// Listens on `shop` alone unless `listeners` are given.
    init(shop: ServingShop, heardOn listeners: [ServingShop]? = nil) {
        (self.shop, self.listeners) = (shop, listeners ?? [shop])
    }

    /// How soon sales reach all streams, and what the streams cost in memory.
    struct DeliveryFigures: Sendable {
        /// From sending each order to the arrival of its event on the last stream, in milliseconds.
        var times: [Double] = []
        /// The servers' additional memory per stream, in KiB.
        var kibibytesPerStream = 0.0
        /// The same in kB, the unit of the budget.
        var kilobytesPerStream: Double { kibibytesPerStream * 1.024 }
        /// The servers' memory with all streams open, in KiB.
        var memory = 0
    }

    /// The outcome of concurrent orders.
    struct ConcurrentOrders: Sendable {
        var made = 0
        var refused = 0
        /// The time of all orders together, in milliseconds.
        var time = 0.0
    }

    /// The stock of fruit, enough for fifty juices.
    static let stock = 100

    func deliveryFigures(streams: Int, sales: Int, _ progress: MeasuringProgress? = nil) throws -> DeliveryFigures {
        let before = memory
        let crowd = try ListeningCrowd(ports: listeners.map(\.port), count: streams)
        try restock()
        try crowd.waitForEvents(section: SectionID.fruits.path)
        var deliveryFigures = DeliveryFigures()
        let guest = try guest()
        for _ in 0..<sales {
            let start = ContinuousClock.now
            guard try guest.ask().status == 201 else { throw MeasuringError.orderRefused }
            try crowd.waitForEvents(section: SectionID.fruits.path)
            deliveryFigures.times.append((ContinuousClock.now - start).milliseconds)
            progress?.step()
        }
        deliveryFigures.memory = memory
        deliveryFigures.kibibytesPerStream = Double(deliveryFigures.memory - before) / Double(streams)
        return deliveryFigures
    }

    /// The servers' memory together, in KiB.
    private var memory: Int {
        listeners.map { ProcessFigures(of: $0.process.processIdentifier).proportionalSetSize }.reduce(0, +)
    }

    func race(orders: Int, connections: Int) async throws -> ConcurrentOrders {
        try restock()
        let start = ContinuousClock.now
        let statuses = try await withThrowingTaskGroup(of: [Int].self) { group in
            for number in 0..<connections {
                let count = orders / connections + (number < orders % connections ? 1 : 0)
                group.addTask {
                    try await onOwnThread { [self] in
                        let guest = try guest()
                        return try (0..<count).map { _ in try guest.ask().status }
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        return ConcurrentOrders(
            made: statuses.count { $0 == 201 }, refused: statuses.count { $0 == 409 },
            time: (ContinuousClock.now - start).milliseconds)
    }

    /// Returns a connection that orders one banana juice after another.
    func guest() throws -> ShopConnection {
        let body = try JSONEncoder().encode(JuiceSeries.order())
        return try ShopConnection(port: shop.port, request: "POST /orders", body: body)
    }

    /// Returns an order of banana juices, as the shop's own files have them.
    static func order(_ quantity: Int = 1) -> OrderRequest {
        let line = OrderRequest.Line(
            item: OrderedItem(.juice, "banana"), title: "바나나쥬스", quantity: quantity, unitPrice: Won(4_000))
        return OrderRequest(who: "지훈", lines: [line], deliveryFee: Won(0))
    }

    func restock() throws {
        let seen = try ShopConnection(port: shop.port, request: "GET /juice/fruits", body: Data()).ask()
        let body = try JSONEncoder().encode([FruitID("banana"): JuiceSeries.stock])
        let fields = ["If-Match: \(seen["ETag"] ?? "")", "Authorization: Bearer \(ServingShop.keeperToken)"]
        let connection = try ShopConnection(
            port: shop.port, request: "PUT /juice/fruits", fields: fields, body: body)
        guard try connection.ask().status == 200 else { throw MeasuringError.orderRefused }
    }
}
