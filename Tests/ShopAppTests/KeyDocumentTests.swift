import Foundation
import Terminal
import TerminalText
import TestSupport
import Testing

@testable import ShopApp

/// The tables of keys in README and the manual are those of the program.
struct KeyDocumentTests {
    @Test(arguments: [("README.md", "readme"), ("Resources/docs/manual.md", "manual")])
    func theTableIsTheProgramsOwn(_ path: String, _ name: String) throws {
        let table = name == "readme" ? KeyDocumentTests.readme : KeyDocumentTests.manual
        try GeneratedPart("keys: \(name)", of: path).expectOrRewrite(table)
    }

    @Test func everyCommandThatTheSettingsKnowIsInTheManual() {
        let manual = KeyDocumentTests.manual
        for name in WholeShop.commandNames { #expect(manual.contains("`\(name)`"), "\(name)") }
    }
}

// MARK: - Making the tables
extension KeyDocumentTests {
    private static let topics = HelpTopic.all(of: WholeShop.counters)

    /// What README tells of: commands that stand in one row, by what one does with them.
    private static let rows: [[Command]] = [
        [.up, .pageUp, .first], [.previousSection, .fold], [Command("counter.1", help: ("", ""))],
        [.select, .open, .back], [.order, .putIn, .openCart], [.find, .nextMatch],
        [.insertThousand, .insertFiveThousand, .returnChange], [.cancelOrder, .orderAgain],
        [.refetch, .refetchAll, .copy], [.palette, .help, .quit],
    ]

    private static let readme: String = {
        let all = groups(of: KeyTable(topics.flatMap(\.keys)))
        let lines = rows.map { commands in
            let lines = commands.compactMap { command in all.first { $0.first?.command == command }?.helpLines.first
            }
            let keys = lines.map { "`\($0.shortLabel.text)`" }.joined(separator: ", ")
            return "| \(keys) | \(lines.map { $0.command.help[.english] }.joined(separator: "; ")) |\n"
        }
        return (["| keys | do |\n", "|---|---|\n"] + lines).joined()
    }()

    /// A table for each place. What works on every list is not repeated.
    private static let manual: String = {
        let known = Set(topics[0].keys)
        let tables = topics.enumerated().map { index, topic in
            // What shares a line is grouped first: what is left of a group does not belong to the one before it.
            let all = groups(of: topic.keys)
            let own: [KeyTable] = index == 0 ? all : all.map { group in group.filter { !known.contains($0) } }
            let lines = own.map(line).joined()
            return "\n### \(topic.title[.english])\n\n| keys | do | names |\n|---|---|---|\n\(lines)"
        }
        return tables.joined() + "\n"
    }()

    private static func line(of group: KeyTable) -> String {
        guard let command = group.first?.command else { return "" }
        // A command without a key is run from the list of all commands.
        let keys = group.helpLines.first?.label.text.split(separator: "  ").map { "`\($0)`" }.joined(separator: ", ")
        let names = group.map { "`\($0.command.name)`" }.joined(separator: ", ")
        return "| \(keys ?? "`:`") | \(command.help[.english]) | \(names) |\n"
    }

    /// Returns the bindings that share a line of the help page, as tables.
    private static func groups(of table: KeyTable) -> [KeyTable] {
        var groups: [KeyTable] = []
        for binding in table {
            if binding.isPaired, !groups.isEmpty {
                groups[groups.count - 1].append(binding)
            } else {
                groups.append([binding])
            }
        }
        return groups
    }
}
