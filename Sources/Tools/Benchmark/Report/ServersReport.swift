import Foundation

/// The results of servers on one PostgreSQL, as tables in Markdown.
struct ServersReport {
    let plan: ServersPlan
    let rates: [(connections: Int, rounds: [ServerSeries.Rates])]
    let other: JuiceSeries.DeliveryFigures
    let both: JuiceSeries.DeliveryFigures
    let ledgers: [LedgerSeries.Figures]
    let terminals: [(terminals: Int, deliveryFigures: JuiceSeries.DeliveryFigures)]
    let sections: [(sections: Int, deliveryFigures: JuiceSeries.DeliveryFigures)]

    var text: String {
        [rateTable, hearingTable, ledgerTable, growthTable].map(\.markdown).joined(separator: "\n\n")
    }

    /// Ratios are medians of the ratios within each round.
    private var rateTable: TextTable {
        var table = TextTable()
        table.rows = [["orders a second, connections"] + rates.map { "\($0.connections)" } + ["budget"]]
        func row(_ name: String, budget: String = "", digits: Int = 0, _ value: (ServerSeries.Rates) -> Double) {
            let values = rates.map { Statistics.median($0.rounds.map(value)) }
            table.rows.append([name] + values.map { shown($0, digits) } + [budget])
        }
        row("pgbench, an order a transaction", \.pgbench)
        row("pgbench, one client, as many a transaction as connections", \.grouped)
        row("one server", \.oneServer)
        row("two servers", \.twoServers)
        row("one server / pgbench", budget: ">= 0.50", digits: 2) { $0.oneServer / $0.pgbench }
        row("one server / pgbench, many a transaction", budget: ">= 0.50", digits: 2) { $0.oneServer / $0.grouped }
        row("two servers / one server", budget: ">= 1.00", digits: 2) { $0.twoServers / $0.oneServer }
        return table
    }

    private var hearingTable: TextTable {
        TextTable(rows: [
            ["\(plan.sales) sales on server A", "median", "p95", "budget"],
            ["to a stream of server B, ms", shown(other.times, 50), shown(other.times, 95), "<= 50"],
            [
                "to the last of \(plan.streams) streams of A and B, ms", shown(both.times, 50), shown(both.times, 95),
                "",
            ],
            ["memory a stream, kB", shown(both.kilobytesPerStream, 1), "", "<= 22"],
        ])
    }

    private var ledgerTable: TextTable {
        var table = TextTable(rows: [
            [
                "orders in the ledger", "start, ms", "order, ms", "orders a second", "board of the last 200, ms",
                "metrics, ms",
            ]
        ])
        table.rows += ledgers.map { figures in
            [
                "\(figures.database), \(figures.orders)", shown(figures.start, 0), shown(figures.order, 2),
                shown(figures.rate, 0), shown(figures.board, 2), shown(figures.metrics, 2),
            ]
        }
        return table
    }

    private var growthTable: TextTable {
        var table = TextTable(rows: [["a sale to the last stream", "median ms", "p95 ms"]])
        for (count, deliveryFigures) in terminals {
            table.rows.append(["terminals \(count)"] + row(deliveryFigures))
        }
        for (count, deliveryFigures) in sections { table.rows.append(["sections \(count)"] + row(deliveryFigures)) }
        return table
    }

    private func row(_ deliveryFigures: JuiceSeries.DeliveryFigures) -> [String] {
        [shown(deliveryFigures.times, 50), shown(deliveryFigures.times, 95)]
    }

    private func shown(_ values: [Double], _ percent: Double) -> String {
        shown(Statistics.percentile(percent, of: values), 1)
    }

    private func shown(_ value: Double?, _ digits: Int) -> String {
        value.map { String(format: "%.\(digits)f", $0) } ?? "-"
    }
}
