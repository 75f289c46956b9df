import ArgumentParser
import Foundation

/// Measures how soon a sale on one terminal appears on another, how soon many event streams receive it, how much memory
/// each stream costs the server, and whether concurrent orders can oversell the stock.
struct EventsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "Measures a sale's way to many terminals, and many sales at once.")

    @Option(help: "Streams that are open at once.")
    var streams = 1_000
    @Option(help: "Sales that they hear of, at most 50.")
    var sales = 30
    @Option(help: "Sales on one terminal that are watched on another, at most 50.")
    var watched = 10
    @Option(help: "Orders at once, for a stock that suffices for 50.")
    var orders = 500
    @Option(help: "Connections that these come on.")
    var connections = 64
    @OptionGroup var place: MeasuredDirectory

    func validate() throws {
        guard (1...2_000).contains(streams), (1...50).contains(sales), (1...50).contains(watched),
            (1...1_000).contains(connections),
            orders >= connections
        else { throw ValidationError("Up to 2000 streams, 50 sales, and no more connections than orders.") }
    }

    func run() async throws {
        let progress = MeasuringProgress("Measuring events", steps: watched + sales + orders)
        let shop = try ServingShop.open(below: place.url, with: ["juice"])
        let watching = try await onOwnThread { [self] in
            try JuiceSeries(shop: shop).restock()
            return try TerminalSeries(shop: shop).watch(sales: watched, stock: JuiceSeries.stock, progress)
        }
        let deliveryFigures = try await onOwnThread { [self] in
            try JuiceSeries(shop: shop).deliveryFigures(streams: streams, sales: sales, progress)
        }
        let race = try await JuiceSeries(shop: shop).race(orders: orders, connections: connections)
        progress.finish()
        print(table(watching).text + "\n" + table(deliveryFigures, race).text)
        try shop.close()
    }

    private func table(_ watching: TerminalSeries.Watching) -> TextTable {
        func text(_ value: Double?, _ format: String = "%.1f") -> String { String(format: format, value ?? 0) }
        return TextTable(rows: [
            ["\(watched) sales", "two terminals", "budget"],
            ["key on one to the other's last byte, median ms", text(Statistics.median(watching.times)), "<= 10"],
            ["p95 ms", text(Statistics.percentile(95, of: watching.times)), ""],
            ["bytes on the other, median", text(Statistics.median(watching.bytes), "%.0f"), ""],
            ["wake-ups in 10 s, a sign of life every 15", "\(watching.wakeUps)", ""],
        ])
    }

    private func table(_ deliveryFigures: JuiceSeries.DeliveryFigures, _ race: JuiceSeries.ConcurrentOrders)
        -> TextTable
    {
        let median = Statistics.median(deliveryFigures.times) ?? 0
        let late = Statistics.percentile(95, of: deliveryFigures.times) ?? 0
        return TextTable(rows: [
            ["\(streams) streams", "banchan serve", "budget"],
            ["sale to the last stream, median ms", String(format: "%.1f", median), "<= 35"],
            ["sale to the last stream, p95 ms", String(format: "%.1f", late), "<= 35"],
            ["memory a stream, kB", String(format: "%.1f", deliveryFigures.kilobytesPerStream), "<= 22"],
            ["made of \(orders) at once for 50", "\(race.made)", "50"],
            ["refused, the others", "\(race.refused)", "\(orders - 50)"],
            ["all of them, ms", String(format: "%.0f", race.time), ""],
        ])
    }
}
