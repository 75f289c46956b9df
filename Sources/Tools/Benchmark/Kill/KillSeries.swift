import Foundation

/// Kills servers, terminals and importers concurrently, and checks everything that was acknowledged after each kill.
struct KillSeries: Sendable {
    /// The number of kills of each kind.
    struct Plan: Sendable {
        var servers: Int
        var terminals: Int
        var importers: Int

        /// Divides `kills`: half of them are of servers, a quarter each of terminals and importers.
        init(kills: Int) {
            terminals = kills / 4
            importers = kills / 4
            servers = kills - terminals - importers
        }
    }

    struct Figures: Sendable {
        let plan: Plan
        /// The numbers of server answers, confirmed orders and imported contacts that were acknowledged and kept.
        fileprivate(set) var answers = 0
        fileprivate(set) var orders = 0
        fileprivate(set) var contacts = 0

        var text: String {
            TextTable(rows: [
                ["killed", "times", "acknowledged, and there once"],
                ["server", "\(plan.servers)", "\(answers) answers"],
                ["terminal", "\(plan.terminals)", "\(orders) orders"],
                ["importer", "\(plan.importers)", "\(contacts) contacts"],
            ]).text
        }
    }

    let plan: Plan
    let seed: UInt64
    /// The directory in which databases are made.
    let place: URL

    /// Runs all kills. Throws `KillProblem` soon after the first kill that lost, duplicated or broke something; the
    /// data is left in `place`.
    func run(onKill: @escaping @Sendable () -> Void = {}) async throws -> Figures {
        try await withThrowingTaskGroup(of: (@Sendable (inout Figures) -> Void).self) { group in
            group.addTask {
                let answers = try await ServerKills(place: place).run(plan.servers, seed: seed, onKill: onKill)
                return { $0.answers = answers }
            }
            group.addTask {
                let orders = try await TerminalKills(place: place).run(plan.terminals, seed: seed, onKill: onKill)
                return { $0.orders = orders }
            }
            group.addTask {
                let contacts = try await ImporterKills(place: place).run(plan.importers, seed: seed, onKill: onKill)
                return { $0.contacts = contacts }
            }
            return try await group.reduce(into: Figures(plan: plan)) { $1(&$0) }
        }
    }
}
