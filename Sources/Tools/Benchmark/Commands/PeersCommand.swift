import ArgumentParser
import Foundation

/// Compares the shop with those third-party list programs that are installed.
struct PeersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "peers",
        abstract: "Measures the shop beside newsboat, tig, less, nnn, mutt, abook and a list of Textual.",
        discussion: """
            Each program shows the same rows on the same terminal, in a home of its own. They are measured in turn, and \
            each beside a program in C that does the least a list can. Those that are not installed are named.
            """)

    @Flag(help: "Measures little of everything, in some seconds.")
    var short = false
    @Option(help: "Rows that each program shows.")
    var rows: Int?
    @Option(help: "How often each program is measured; the median is told.")
    var rounds: Int?
    @Option(help: "Starts of each program in each round.")
    var starts: Int?
    @Option(help: "Keys pressed one by one in each round, of those that scroll and of those that do not.")
    var keys: Int?
    @Option(help: "Keys pressed at once.")
    var burst: Int?
    @Option(help: "Seconds of doing nothing in each round.")
    var idle: Double?
    @Option(help: ArgumentHelp("Measures only these beside the shop, separated by commas.", valueName: "names"))
    var only: String?
    @OptionGroup var files: ReportFiles

    func validate() throws {
        guard [rounds, starts, keys, burst].allSatisfy({ $0 ?? 1 > 0 }), idle ?? 0 >= 0 else {
            throw ValidationError("Rounds, starts, keys and burst must be positive.")
        }
        guard (100...100_000).contains(plan.rows) else { throw ValidationError("From 100 to 100000 rows.") }
    }

    func run() async throws {
        let names = only?.split(separator: ",").map(String.init)
        let peers = Peer.all.filter { names?.contains($0.name) ?? true }
        try files.write(try await PeerComparison(plan: plan, peers: peers).run(), as: "peers")
    }

    private var plan: PeersPlan {
        var plan = short ? PeersPlan.short : PeersPlan()
        plan.rows = rows ?? plan.rows
        plan.rounds = rounds ?? plan.rounds
        plan.starts = starts ?? plan.starts
        plan.keys = keys ?? plan.keys
        plan.burst = burst ?? plan.burst
        plan.idleSeconds = idle ?? plan.idleSeconds
        return plan
    }
}
