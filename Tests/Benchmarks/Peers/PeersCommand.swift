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

    @Option(help: "Rows that each program shows.")
    var rows: Int?
    @Option(help: ArgumentHelp("Measures only these beside the shop, separated by commas.", valueName: "names"))
    var only: String?
    @OptionGroup var options: MeasuringOptions
    @OptionGroup var files: ReportFiles

    func validate() throws {
        guard (100...100_000).contains(rows ?? 100) else { throw ValidationError("From 100 to 100000 rows.") }
    }

    func run() async throws {
        let names = only?.split(separator: ",").map(String.init)
        let peers = Peer.all.filter { names?.contains($0.name) ?? true }
        let rows = rows ?? (options.short ? 100 : 1_000)
        try files.write(try await PeerComparison(plan: options.plan, rows: rows, peers: peers).run(), as: "peers")
    }
}

/// Measures the shop, the C program and the installed peers, in turn.
struct PeerComparison {
    let plan: MeasuringPlan
    let rows: Int
    var peers = Peer.all

    func run() async throws -> Report {
        let directory = try RunDirectory()
        defer { directory.close() }
        let found = peers.map { (peer: $0, installed: $0.find()) }
        let others = try found.compactMap { peer, installed in
            try installed.map { try contestant(peer, $0, directory.url) }
        }
        let shop = ShopContestants(plan: plan, menu: GeneratedMenu(count: rows))
        let floor = try shop.floor()
        return try await shop.whileOpen { shop in
            // What only the shop can do is not compared.
            try await Comparison(plan: plan).run(
                [shop.with([]), floor] + others, title: "\(rows) rows",
                missing: found.filter { $0.installed == nil }.map {
                    .init(name: $0.peer.name, installation: $0.peer.installation)
                })
        }
    }

    private func contestant(_ peer: Peer, _ installed: InstalledPeer, _ place: URL) throws -> Contestant {
        let place = PeerPlace(directory: place.appending(component: peer.name), rows: rows)
        try FileManager.default.createDirectory(
            at: place.directory.appending(component: "home"), withIntermediateDirectories: true)
        let subject = Result {
            var subject = try peer.prepare(installed, place)
            subject.arrived = .text(GeneratedMenu(count: rows).title(min(plan.burst, rows - 1)))
            return subject
        }
        return Contestant(name: peer.name, version: installed.version, note: peer.note, subject: subject)
    }
}
