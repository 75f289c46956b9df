import ArgumentParser
import Domain
import Foundation

/// Measures how fast the server stores orders.
struct OrdersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "orders", abstract: "Measures orders: from confirming to being stored, and how many a second.")

    @Option(help: "Orders that are made one after the other.")
    var single = 500
    @Option(help: "Orders that are made through all connections together.")
    var many = 20_000
    @Option(help: "Connections that order at the same time.")
    var connections = 32
    @OptionGroup var place: MeasuredDirectory

    func validate() throws {
        guard single > 0, many >= connections, (1...1_000).contains(connections) else {
            throw ValidationError("There must be orders, and no more connections than orders or than 1000.")
        }
    }

    func run() async throws {
        let warmUp = single / 10 + 1
        let progress = MeasuringProgress("Measuring orders", steps: warmUp + single + many)
        let shop = try ServingShop.open(below: place.url)
        let orders = OrderLoad(shop)
        _ = try await orders.times(of: warmUp)
        progress.step(warmUp)
        let times = try await orders.times(of: single)
        progress.step(single)
        let rate = try await orders.rate(of: many, through: connections)
        progress.finish()
        print(table(times, rate).text)
        try shop.close()
    }

    private func table(_ times: [Double], _ rate: Double) -> TextTable {
        let median = Statistics.median(times) ?? 0
        let late = Statistics.percentile(95, of: times) ?? 0
        return TextTable(rows: [
            ["orders", "banchan serve", "budget"],
            ["confirmed to stored, median ms", String(format: "%.2f", median), "<= 20"],
            ["confirmed to stored, p95 ms", String(format: "%.2f", late), "<= 20"],
            ["a second, \(connections) connections", String(format: "%.0f", rate), ">= 4000"],
        ])
    }
}
