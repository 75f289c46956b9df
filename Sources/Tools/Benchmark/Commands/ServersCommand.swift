import ArgumentParser
import Foundation
import PostgreSQLServer

/// Measures servers that share a PostgreSQL, which the command starts itself.
struct ServersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "servers",
        abstract: "Measures two servers on one PostgreSQL beside pgbench, and what grows with a shop.")

    @Flag(help: "Measures little of everything, in some seconds.")
    var short = false
    @Option(help: "Seconds of each measurement of orders.")
    var seconds: Int?
    @Option(help: "Rounds in which orders are measured in turn.")
    var rounds: Int?
    @Option(help: "The largest ledger; the others are a tenth of the next one.")
    var orders: Int?
    @Option(help: ArgumentHelp("Where the servers' files and SQLite's database are made.", valueName: "dir"))
    var directory = "."

    func validate() throws {
        guard [seconds, rounds].allSatisfy({ $0 ?? 1 > 0 }), orders ?? 1_000 >= 1_000 else {
            throw ValidationError("At least a second, a round and 1000 orders.")
        }
        guard Pgbench.program != nil else { throw ValidationError("PostgreSQL with pgbench is not installed.") }
    }

    func run() async throws {
        var plan = short ? ServersPlan.short : ServersPlan()
        plan.seconds = seconds ?? plan.seconds
        plan.rounds = rounds ?? plan.rounds
        if let orders { plan.ledgers = plan.ledgers.filter { $0 < orders } + [orders] }
        let report = try await plan.measure(below: URL(filePath: directory))
        print(report.text)
    }
}

extension ServersPlan {
    /// Runs all measurements, with the servers' files below `place`.
    func measure(below place: URL) async throws -> ServersReport {
        let progress = MeasuringProgress("Measuring servers", steps: steps)
        let shop = try SharedShop.open(below: place)
        let series = ServerSeries(shop: shop, plan: self, progress: progress)
        let rates = try await series.rates()
        let (other, both) = (
            try await series.deliveryFiguresOfOther(), try await series.deliveryFigures(streams: streams)
        )
        let (terminals, sections) = (try await series.growingTerminals(), try await series.growingSections())
        try shop.close()
        let ledgers = try await growingLedgers(shop, below: place, progress)
        progress.finish()
        return ServersReport(
            plan: self, rates: rates, other: other, both: both, ledgers: ledgers, terminals: terminals,
            sections: sections)
    }

    private func growingLedgers(
        _ shop: SharedShop, below place: URL, _ progress: MeasuringProgress
    ) async throws -> [LedgerSeries.Figures] {
        let series = LedgerSeries(plan: self, progress: progress)
        let database = try shop.server.newDatabase()
        let onServer = try ServingShop.open(below: place, database: shop.server.address(of: database))
        let onDisk = try ServingShop.open(below: place)
        return try await series.measure(.postgreSQL(shop.server, database: database), onServer)
            + series.measure(.sqlite(onDisk.database), onDisk)
    }
}
