import ArgumentParser
import Foundation

/// Measures how long a guest waits while clients at another address attack the server.
struct SiegeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "siege", abstract: "Measures a guest's waiting while others attack the server.")

    @Option(help: "Requests of the guest for each attack.")
    var requests = 200
    @Option(help: "Connections of an attacker who asks.")
    var connections = 50
    @Option(help: "Connections of an attacker who only holds them.")
    var silent = 1_000
    @Option(help: ArgumentHelp("Where the database is made.", valueName: "dir"))
    var directory = "."

    func validate() throws {
        guard requests > 0, connections > 0, silent > 0 else { throw ValidationError("There must be some of each.") }
    }

    func run() async throws {
        let shop = try ServingShop.open(
            below: URL(filePath: directory), with: ["drinks", "pictures"], options: ["--trusted-proxy", Attack.proxy])
        let size = AttackSize(connections: connections, silentConnections: silent)
        let figures = try await SiegeSeries(port: shop.port, size: size, requests: requests).measure()
        print(SiegeReport(figures: figures).text)
        try shop.close()
    }
}
