import ArgumentParser

/// Compares the server with nginx and with the speed of its disk, and measures it with many event streams.
struct ServingCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serving",
        abstract: "Measures the server beside nginx on the same file and beside its disk, and with many streams.",
        discussion: "Needs nginx and wrk: apt-get install nginx-light wrk. Both run on loopback, and end with this.")

    @Flag(help: "Measures little of everything, in some seconds.")
    var short = false
    @Option(help: "Rounds in which rates are measured in turn.")
    var rounds: Int?
    @Option(help: "Seconds of each rate in each round.")
    var seconds: Int?
    @Option(help: "Connections that ask, and that order, at once.")
    var connections: Int?
    @Option(help: "Streams of events that are open at once.")
    var streams: Int?
    @OptionGroup var place: MeasuredDirectory
    @OptionGroup var files: ReportFiles

    func validate() throws {
        guard [rounds, seconds, connections, streams].allSatisfy({ (1...10_000).contains($0 ?? 1) }) else {
            throw ValidationError("Rounds, seconds, connections and streams are from 1 to 10000.")
        }
    }

    func run() async throws {
        for (name, path) in [("nginx", Nginx.path), ("wrk", Wrk.path)] where path == nil {
            throw MeasuringError.missing(name)
        }
        let plan = plan
        let progress = MeasuringProgress("Measuring the server", steps: plan.steps)
        let series = ServingSeries(plan: plan, place: place.url, progress: progress)
        let report = try await series.measure()
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
