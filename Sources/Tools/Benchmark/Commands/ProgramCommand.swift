import ArgumentParser
import TerminalEmulator

/// Measures any other program, beside the shop or alone.
struct ProgramCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "program", abstract: "Measures any program, beside the shop or alone.",
        usage: "banchan-benchmark program --ready TEXT [options] -- COMMAND [ARGUMENT ...]")

    @Option(help: "Text that stands on the program's screen once it can be used.")
    var ready: String
    @Option(help: "The key that is measured: a name such as down, page-down, ctrl-n, or the text itself.")
    var key = "down"
    @Option(help: "The key that goes the other way.")
    var back = "up"
    @Option(help: "The key that goes to the beginning.")
    var home = "home"
    @Option(help: "The key that ends the program.")
    var quit = "q"
    @Option(help: "The key that reloads, if there is one.")
    var reload: String?
    @Option(help: "Text that must stand on the screen after the keys at once.")
    var arrived: String?
    @Option(help: "Rows of the shop's list beside it.")
    var rows = 25
    @Flag(help: "Measure the program alone.")
    var alone = false
    @OptionGroup var options: MeasuringOptions
    @Argument(help: "The command line.")
    var command: [String]

    func run() async throws {
        guard let path = command.first else { throw ValidationError("Which program?") }
        let other = Subject(
            name: path.split(separator: "/").last.map(String.init) ?? path, path: path,
            arguments: Array(command.dropFirst()), ready: .text(ready), arrived: arrived.map { .text($0) },
            keys: SubjectKeys(
                forth: Key(key), back: Key(back), home: Key(home), quit: Key(quit), reload: reload.map { Key($0) }))
        let comparison = Comparison(plan: options.plan, rounds: options.rounds)
        let report: Report
        if alone {
            report = try await comparison.run([Contestant(other)], title: other.name)
        } else {
            report = try await ShopContestants(rows: rows, plan: options.plan).beside(other, in: comparison)
        }
        try print(options.json ? [report].json : report.text)
    }
}
