import Foundation
import PostgreSQLServer

/// Measures a server with a growing ledger.
struct LedgerSeries: Sendable {
    let plan: ServersPlan
    let progress: MeasuringProgress

    /// The figures of a ledger of one size; times are medians in milliseconds.
    struct Figures: Sendable {
        let database: String
        let orders: Int
        /// From the start of the program until it is ready for requests.
        let start: Double
        let order: Double
        /// Orders a second through eight connections.
        let rate: Double
        /// The time to read the last 200 orders of the keeper's board.
        let board: Double
        let metrics: Double
    }

    private static let connections = 8

    func measure(_ ledger: GrownLedger, _ shop: ServingShop) async throws -> [Figures] {
        var shop = shop
        var all: [Figures] = []
        for count in plan.ledgers {
            shop.stop()
            try ledger.grow(to: count)
            let start = ContinuousClock.now
            shop = try shop.reopened()
            all.append(try await figures(ledger, count, shop, start: (ContinuousClock.now - start).milliseconds))
            progress.step()
        }
        try shop.close()
        return all
    }

    private func figures(
        _ ledger: GrownLedger, _ count: Int, _ shop: ServingShop, start: Double
    ) async throws -> Figures {
        let load = OrderLoad(shop)
        let order = Statistics.median(try await load.times(of: plan.requests)) ?? 0
        let board = try await reading("/orders/board/handed_over", of: shop)
        let metrics = try await reading("/metrics", of: shop)
        // Measured last, since it makes the ledger grow.
        let rate = try await load.rate(for: .seconds(1), through: LedgerSeries.connections)
        return Figures(
            database: ledger.name, orders: count, start: start, order: order, rate: rate, board: board,
            metrics: metrics)
    }

    private func reading(_ path: String, of shop: ServingShop) async throws -> Double {
        let times = try await onOwnThread { [plan] in
            let connection = try ShopConnection(
                port: shop.port, request: "GET \(path)",
                fields: ["Authorization: Bearer \(ServingShop.keeperToken)"], body: Data())
            return try (0..<plan.requests).map { _ in
                try ContinuousClock().measure {
                    guard try connection.ask().status == 200 else { throw MeasuringError.orderRefused }
                }.milliseconds
            }
        }
        return Statistics.median(times) ?? 0
    }
}

extension ServerSeries {
    /// Measures sales heard on streams while the database has more and more sections.
    func growingSections() async throws -> [(sections: Int, deliveryFigures: JuiceSeries.DeliveryFigures)] {
        var all: [(sections: Int, deliveryFigures: JuiceSeries.DeliveryFigures)] = []
        for count in plan.sections {
            try shop.server.run(
                """
                INSERT INTO banchan.sections (path, version, number)
                SELECT 'grown/' || n, 1, 1 FROM generate_series(1, \(count)) AS n ON CONFLICT DO NOTHING
                """, in: shop.database)
            all.append((count, try await deliveryFigures(streams: 2)))
        }
        return all
    }

    /// Measures sales heard on more and more streams.
    func growingTerminals() async throws -> [(terminals: Int, deliveryFigures: JuiceSeries.DeliveryFigures)] {
        var all: [(terminals: Int, deliveryFigures: JuiceSeries.DeliveryFigures)] = []
        for count in plan.terminals { all.append((count, try await deliveryFigures(streams: count))) }
        return all
    }
}
