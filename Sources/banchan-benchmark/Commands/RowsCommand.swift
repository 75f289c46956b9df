import ArgumentParser

/// Opens the shop's list on rows made in this process: a million rows over HTTP would measure JSON.
struct RowsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rows", abstract: "Opens the list on rows made in this process.", shouldDisplay: false)

    @Option(help: "Rows in all three sections together.")
    var count = 1_000_000

    func validate() throws {
        guard count >= 0 else { throw ValidationError("There cannot be fewer than no rows.") }
    }

    func run() async throws {
        try await Rows.open(GeneratedMenu(count: count))
    }
}

/// Where the list is opened on a generated menu.
enum Rows {
    /// Opens the list on this terminal and returns when the guest leaves.
    static func open(_ menu: GeneratedMenu) async throws {
        throw ValidationError("The list cannot be opened on \(menu.count) rows of this process yet.")
    }
}
