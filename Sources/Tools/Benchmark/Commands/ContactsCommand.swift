import ArgumentParser
import Contacts
import Foundation
import TerminalText

/// Measures a large phone book, in the store alone and on the screen.
struct ContactsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contacts",
        abstract: "Measures a large phone book: opening it, finding somebody in it, and keeping a contact.")

    @Option(help: "Contacts in it.")
    var count = 100_000
    @Option(help: "How often each figure is taken.")
    var rounds = 15
    @Option(help: ArgumentHelp("Make such a phone book there and measure nothing.", valueName: "path"))
    var make: String?
    @Option(help: ArgumentHelp("Where the phone book is made; a directory on the disk to measure.", valueName: "dir"))
    var directory = "."

    func validate() throws {
        guard count > 0, rounds > 0 else { throw ValidationError("There must be contacts, and rounds.") }
    }

    func run() async throws {
        if let make {
            try await GeneratedContacts.fill(PhoneBookStore(at: make), count: count)
            return
        }
        let run = try RunDirectory(below: URL(filePath: directory))
        defer { run.close() }
        let path = run.url.appending(path: "banchan/contacts.sqlite").path
        try await GeneratedContacts.fill(PhoneBookStore(at: path), count: count)
        let first = try await PhoneBookStore(at: path).index()[0].name.string
        let screen = ContactScreenSeries(data: run.url, first: first, rounds: min(rounds, ContactsCommand.maxStarts))
        let shown = try await onOwnThread { try screen.figures() }
        print(table(try await ContactSeries(path: path, rounds: rounds).figures(), shown).text)
    }

    /// The most starts of the whole program; further rounds measure the store alone.
    private static let maxStarts = 5

    private func table(_ figures: ContactFigures, _ shown: ContactScreenFigures) -> TextTable {
        func row(_ name: String, _ times: [Double], _ budget: String) -> [String] {
            let (median, late) = (Statistics.median(times) ?? 0, Statistics.percentile(95, of: times) ?? 0)
            return [name, String(format: "%.2f", median), String(format: "%.2f", late), budget]
        }
        return TextTable(rows: [
            ["\(count) contacts", "median ms", "p95 ms", "budget"],
            row("opened, and the list made", figures.openings, "<= 150"),
            row("a key in the filter", figures.keys, "<= 50"),
            row("the same, looking at all", figures.wholeKeys, "<= 50"),
            row("a contact kept", figures.saves, "<= 20"),
            row("the list after that", figures.lists, ""),
            row("the list after another program's change", figures.reloads, "<= 150"),
            row("on the screen: counter's key to its list", shown.openings, "<= 150"),
            row("on the screen: arrow key to last byte", shown.keys, "p95 <= 1"),
            row("on the screen: letter of a filter to its list", shown.filterKeys, "<= 50"),
        ])
    }
}
