import Foundation

/// Measures servers that share a PostgreSQL: how fast they save orders compared with pgbench, and how soon each is
/// notified of the other's changes.
struct ServerSeries: Sendable {
    let shop: SharedShop
    let plan: ServersPlan
    let progress: MeasuringProgress

    /// Orders a second, measured one after the other.
    struct Rates: Sendable {
        let pgbench: Double
        /// The same by one client that saves as many orders in one transaction as there are connections.
        let grouped: Double
        let oneServer: Double
        let twoServers: Double
    }

    func rates() async throws -> [(connections: Int, rounds: [Rates])] {
        var all: [(connections: Int, rounds: [Rates])] = []
        for connections in plan.connections {
            var rounds: [Rates] = []
            for _ in 0..<plan.rounds {
                rounds.append(try await rates(connections))
                progress.step()
            }
            all.append((connections, rounds))
        }
        return all
    }

    private func rates(_ connections: Int) async throws -> Rates {
        let pgbench = Pgbench(server: shop.server, database: shop.database)
        let time = Duration.seconds(plan.seconds)
        return Rates(
            pgbench: try await pgbench.rate(for: plan.seconds, clients: connections),
            grouped: try await pgbench.rate(for: plan.seconds, clients: 1, orders: connections),
            oneServer: try await OrderLoad(shop.first).rate(for: time, through: connections),
            twoServers: try await OrderLoad(shop.first, shop.second).rate(for: time, through: connections))
    }

    /// Measures sales on one server, heard on one stream of the other.
    func deliveryFiguresOfOther() async throws -> JuiceSeries.DeliveryFigures {
        try await deliveryFigures(on: [shop.second], streams: 1)
    }

    /// Measures sales on one server, heard on streams distributed over both.
    func deliveryFigures(streams: Int) async throws -> JuiceSeries.DeliveryFigures {
        try await deliveryFigures(on: [shop.first, shop.second], streams: streams)
    }

    private func deliveryFigures(on listeners: [ServingShop], streams: Int) async throws -> JuiceSeries.DeliveryFigures
    {
        defer { progress.step() }
        return try await onOwnThread { [self] in
            try JuiceSeries(shop: shop.first, heardOn: listeners).deliveryFigures(
                streams: streams, sales: plan.sales)
        }
    }
}
