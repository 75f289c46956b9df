import ArgumentParser
import Foundation

/// Compares the server with nginx, with the speed of its disk and with pgbench, and measures how soon a change arrives.
struct ServingCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serving",
        abstract: "Measures the server beside nginx, its disk and pgbench, and how soon others see a change.",
        discussion: """
            Needs nginx, wrk and PostgreSQL: apt-get install nginx-light wrk postgresql. All run on loopback, and end \
            with this.
            """)

    @Flag(help: "Measures little of everything, in some seconds.")
    var short = false
    @Option(help: "Rounds in which rates are measured in turn.")
    var rounds: Int?
    @Option(help: "Seconds of each rate in each round.")
    var seconds: Int?
    @Option(help: "Connections that ask, and the most that order, at once.")
    var connections: Int?
    @Option(help: "Streams of events that are open at once.")
    var streams: Int?
    @Option(help: ArgumentHelp("Where databases are made; a directory on the disk to measure.", valueName: "dir"))
    var directory = "."
    @OptionGroup var files: ReportFiles

    func validate() throws {
        guard [rounds, seconds, connections, streams].allSatisfy({ (1...10_000).contains($0 ?? 1) }) else {
            throw ValidationError("Rounds, seconds, connections and streams are from 1 to 10000.")
        }
    }

    func run() async throws {
        for (name, path) in [("nginx", Nginx.path), ("wrk", Wrk.path), ("pgbench", Pgbench.program)] where path == nil {
            throw MeasuringProblem("\(name) is not installed")
        }
        let plan = plan
        let progress = MeasuringProgress("Measuring the server", steps: plan.steps)
        let report = try await ServingSeries(plan: plan, place: URL(filePath: directory), progress: progress).measure()
        progress.finish()
        try files.write(report, as: "serving")
    }

    private var plan: ServingPlan {
        var plan = short ? ServingPlan.short : ServingPlan()
        plan.rounds = rounds ?? plan.rounds
        plan.seconds = seconds ?? plan.seconds
        plan.connections = connections ?? plan.connections
        plan.streams = streams ?? plan.streams
        return plan
    }
}

/// How much is measured of a server.
struct ServingPlan: Codable, Equatable, Sendable {
    var rounds = 3
    /// The length of each measurement of a rate in each round.
    var seconds = 3
    /// The number of concurrent connections that send requests or orders.
    var connections = 32
    /// The number of dishes in each section.
    var dishes = 20
    var streams = 2_000
    /// The number of changes that are waited for on the streams, and on another terminal, at most 50.
    var changes = 20
    var watched = 5

    /// A small plan, for a quick run.
    static let short = ServingPlan(
        rounds: 1, seconds: 1, connections: 8, streams: 50, changes: 3, watched: 2)

    /// The numbers of connections that order at once, beside pgbench.
    var orderingConnections: [Int] { Set([1, 8, connections]).sorted() }
    /// The number of measurements, for the progress line.
    var steps: Int { rounds * (2 + orderingConnections.count) + changes * 2 + watched * 2 }
}
