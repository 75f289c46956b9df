import ArgumentParser

/// The options that several measurements share.
struct MeasuringOptions: ParsableArguments {
    @Option(help: "How often each program is measured; the median is told.")
    var rounds = 3
    @Option(help: "Starts per round.")
    var starts = 5
    @Option(help: "Keys pressed one by one per round.")
    var keys = 300
    @Option(help: "Keys pressed at once.")
    var burst = 2_000
    @Option(help: "Seconds of doing nothing per round.")
    var idle = 10.0
    @Option(help: "The terminal's width.")
    var columns = 120
    @Option(help: "The terminal's height.")
    var lines = 40
    @Flag(help: "Print all figures as JSON.")
    var json = false

    func validate() throws {
        guard rounds > 0, starts > 0, keys > 0, burst > 0, idle >= 0 else {
            throw ValidationError("Rounds, starts, keys and burst must be positive.")
        }
        guard (20...1_000).contains(columns), (6...1_000).contains(lines) else {
            throw ValidationError("The terminal must be between 20x6 and 1000x1000.")
        }
    }

    /// The plan of one measurement of one program.
    var plan: MeasuringPlan {
        MeasuringPlan(
            columns: columns, rows: lines, starts: starts, keys: keys, burst: burst, idleSeconds: idle)
    }
}
