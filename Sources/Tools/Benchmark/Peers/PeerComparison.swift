import Foundation

/// How much is measured when programs are compared.
struct PeersPlan: Codable, Equatable, Sendable {
    var rows = 1_000
    var rounds = 3
    var columns = 120
    var lines = 40
    /// The number of starts of each program in each round.
    var starts = 5
    var keys = 200
    var burst = 2_000
    var idleSeconds = 5.0
    var reloads = 3

    /// A small plan, for a quick run.
    static let short = PeersPlan(rows: 100, rounds: 1, starts: 1, keys: 6, burst: 20, idleSeconds: 0.1, reloads: 1)

    var measuring: MeasuringPlan {
        MeasuringPlan(
            columns: columns, rows: lines, starts: starts, keys: keys, burst: burst, idleSeconds: idleSeconds)
    }
}

/// Measures the shop, the C program and the installed peers, in turn.
struct PeerComparison {
    let plan: PeersPlan
    var peers = Peer.all

    /// A program that takes part, or the error that prevents it.
    private struct Entry {
        let name: String
        let version: String
        var note = ""
        let subject: Result<Subject, any Error>
    }

    func run() async throws -> PeersReport {
        let directory = try RunDirectory()
        defer { directory.close() }
        let found = peers.map { (peer: $0, installed: $0.find()) }
        let others = try found.compactMap { peer, installed in
            try installed.map { try entry(peer, $0, directory.url) }
        }
        let contestants = try ShopContestants(rows: plan.rows, plan: plan.measuring)
        let floor = try contestants.floor()
        let programs = try await contestants.whileOpen { shop in
            try await shop.prepare()
            let ours = Entry(
                name: "banchan", version: PeerComparison.version(of: shop.subject), subject: .success(shop.subject))
            let least = Entry(name: PeersReport.floor, version: "built with it", subject: .success(floor))
            return try await measure([ours, least] + others)
        }
        return PeersReport(
            machine: .current, plan: plan, programs: programs,
            missing: found.filter { $0.installed == nil }.map {
                .init(name: $0.peer.name, installation: $0.peer.installation)
            })
    }

    private func measure(_ entrants: [Entry]) async throws -> [PeersReport.Program] {
        var rounds = entrants.map { _ in [PeerFigures]() }
        let progress = MeasuringProgress("Measuring programs", steps: plan.rounds * entrants.count)
        defer { progress.finish() }
        for _ in 0..<plan.rounds {
            for (index, entry) in entrants.enumerated() {
                rounds[index].append(measure(entry))
                progress.step()
            }
        }
        return zip(entrants, rounds).map {
            PeersReport.Program(name: $0.name, version: $0.version, note: $0.note, rounds: $1)
        }
    }

    private func measure(_ entry: Entry) -> PeerFigures {
        switch entry.subject {
        case .success(let subject): PeerSeries(subject, plan: plan).measure()
        case .failure(let error): PeerFigures(problems: ["start": "\(error)"])
        }
    }

    private func entry(_ peer: Peer, _ installed: InstalledPeer, _ place: URL) throws -> Entry {
        let place = PeerPlace(directory: place.appending(component: peer.name), rows: plan.rows)
        try FileManager.default.createDirectory(
            at: place.directory.appending(component: "home"), withIntermediateDirectories: true)
        let subject = Result {
            var subject = try peer.prepare(installed, place)
            subject.arrived = .text(GeneratedMenu(count: plan.rows).title(min(plan.burst, plan.rows - 1)))
            return subject
        }
        return Entry(name: peer.name, version: installed.version, note: peer.note, subject: subject)
    }

    private static func version(of shop: Subject) -> String { InstalledProgram.version(of: shop.path, ["--version"]) }
}
