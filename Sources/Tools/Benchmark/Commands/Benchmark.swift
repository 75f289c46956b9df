import ArgumentParser
import Platform

/// Runs the command on the shop's own thread pool, since the `rows` command runs the shop in this process.
@main
enum BenchmarkMain {
    @MainActor
    static func main() async {
        await withTaskExecutorPreference(TaskThreadPool.shared) { await Benchmark.main() }
    }
}

/// Measures terminal programs from outside, by their input and output, as a user would experience them.
struct Benchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "banchan-benchmark",
        abstract: "Measures the shop, or any other terminal program, on a pseudo-terminal.",
        discussion: """
            Programs are measured in turn within one run, since only figures of the same minute can be compared. Build \
            everything first: swift build -c release. Nothing else should run meanwhile.
            """,
        subcommands: [
            ListCommand.self, OrdersCommand.self, ContactsCommand.self, EventsCommand.self, ProgramCommand.self,
            RowsCommand.self, PicturesCommand.self, PixelsCommand.self, FaultsCommand.self, SiegeCommand.self,
            SoakCommand.self, KillCommand.self, ServersCommand.self, PeersCommand.self, GrowthCommand.self,
            ServingCommand.self, InstructionsCommand.self,
        ],
        defaultSubcommand: ListCommand.self)
}
