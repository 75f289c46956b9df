import Domain
import Foundation
import TerminalText
import TestSupport
import Testing

/// The commands and options that the documents name are the program's.
@Suite struct CommandDocumentTests {
    @Test(arguments: Document.all) func everyCommandAndOptionExists(_ document: Document) async throws {
        for line in document.commands {
            for call in CommandCall.all(in: line) {
                guard let help = try await CommandDocumentTests.help(of: call.program, call.words) else {
                    Issue.record("\(call.program) has no command \(call.words.joined(separator: " ")): \(line)")
                    continue
                }
                for option in call.options { #expect(help.options.contains(option), "\(option) in: \(line)") }
            }
        }
    }

    @Test(arguments: [
        ("Resources/docs/manual.md", "## Options and variables", ""),
        ("Resources/docs/operating.md", "## Options of the server", "serve"),
    ])
    func theTablesOfOptionsAreComplete(_ path: String, _ heading: String, _ command: String) async throws {
        let rows = try Document(path).table(after: heading).dropFirst(2)
        let named = Set(rows.flatMap { $0[0].matches(of: /--[a-z][a-z-]*/).map { String($0.0) } })
        let help = try #require(
            try await CommandDocumentTests.help(of: "banchan", command.isEmpty ? [] : [command]))
        #expect(named.symmetricDifference(help.options.subtracting(["--help", "--version"])) == [])
    }

    /// The other way round: what the program has is told, as its help says it.
    @Test func theTableOfCommandsIsMadeFromTheirHelp() async throws {
        let rows = try await CommandDocumentTests.rows(below: [])
        #expect(rows.count > 20)
        let table = "| command | does |\n|---|---|\n" + rows.joined()
        try GeneratedPart("commands", of: "Resources/docs/manual.md").expectOrRewrite(table)
    }

    /// A row for each command below one. That which is meant where none of its group is named stands for its group.
    private static func rows(below path: [String]) async throws -> [String] {
        var rows: [String] = []
        let page = try await HelpPages.shared.page(of: "banchan", path)
        for command in page.subcommands {
            let words = path + [command.name]
            let below = try await CommandDocumentTests.rows(below: words)
            if below.isEmpty || path.isEmpty {
                rows.append("| `banchan \(words.joined(separator: " "))` | \(command.abstract) |\n")
            }
            rows += below
        }
        return rows
    }

    @Test func everyVariableThatHelpNamesIsInATable() async throws {
        let documents = try ["manual", "operating"].map { try Document("Resources/docs/\($0).md").text }.joined()
        for command in [[], ["serve"], ["guest"]] {
            let help = try #require(try await CommandDocumentTests.help(of: "banchan", command))
            for match in help.text.matches(of: /BANCHAN_[A-Z_]+/) {
                #expect(documents.contains("`\(match.0)`"), "\(match.0)")
            }
        }
    }

    @Test func theTableOfAnOrderHasEveryKeyAndColumn() async throws {
        let rows = try Document("Resources/docs/manual.md").table(after: "| JSON | CSV | says |").dropFirst()
        func names(_ text: String) -> [String] { text.matches(of: /`([a-z_]+)`/).map { String($0.1) } }
        let schema = try JSONDecoder().decode(
            [String: JSONValue].self, from: Data(Repository.text("Resources/schemas/orders.json").utf8))
        #expect(Set(rows.flatMap { names($0[0]) }) == Set((schema["properties"]?.object ?? [:]).keys))
        let line = schema["properties"]?.object?["lines"]?["items"]?["properties"]?.object ?? [:]
        let written = rows.first { $0[0] == "`lines`" }.map { names($0[2]) } ?? []
        #expect(Set(written) == Set(line.keys))
        let csv = try await runWithoutTerminal(["orders", "--csv"]).standardOutput
        let columns = csv.trimmingCharacters(in: .whitespacesAndNewlines).drop { $0 == "\u{FEFF}" }.split(
            separator: ",")
        #expect(Set(rows.flatMap { names($0[1]) }) == Set(columns.map(String.init)))
    }

    @Test func theTableAndTheSchemaOfTheShopsFileHaveEveryField() throws {
        let keys = Set(ShopProfile.CodingKeys.allCases.map(\.rawValue) + ["printers"])
        let rows = try Document("Resources/docs/manual.md").table(after: "<!-- fields: shop -->")
        #expect(Set(rows.flatMap { $0[0].matches(of: /`([a-z_]+)`/).map { String($0.1) } }) == keys)
        let schema = try JSONDecoder().decode(
            [String: JSONValue].self, from: Data(Repository.text("Resources/schemas/shop.json").utf8))
        #expect(Set((schema["properties"]?.object ?? [:]).keys) == keys.union(["$schema"]))
        let profile = ShopProfile(head: ShopHead(name: "소반가", businessNumber: "123-45-67891", showsVAT: true))
        let text = String(decoding: try JSONEncoder().encode(profile), as: UTF8.self)
        #expect(try JSONSchema(named: "shop").problems(in: text) == [])
        #expect(
            try JSONSchema(named: "shop").problems(in: #"{"printers": [{"name": "주방", "address": "/dev/lp0"}]}"#) == [])
        for wrong in [
            #"{"vat": 1}"#, #"{"printers": [{"name": "주방"}]}"#, #"{"business_number": "1"}"#, #"{"receive": []}"#,
            #"{"day_starts": "24:00"}"#, #"{"hours": {"mon": ["9-12"]}}"#, #"{"counters": []}"#,
            #"{"sections": [{"id": "a/b", "title": "국"}]}"#, #"{"sections": [{"id": "soup"}]}"#,
        ] {
            #expect(try JSONSchema(named: "shop").problems(in: wrong).count == 1)
        }
    }

    /// Returns the help of a command, asked for once, or `nil` if there is no such command. `words` may go on with
    /// arguments.
    private static func help(of program: String, _ words: [String]) async throws -> CommandHelp? {
        var (help, rest) = (try await HelpPages.shared.page(of: program, []), words[...])
        var path: [String] = []
        while !help.subcommands.isEmpty, let word = rest.popFirst() {
            // A command may have a default, which takes arguments.
            guard help.subcommands.contains(where: { $0.name == word }) else { return path.isEmpty ? nil : help }
            path.append(word)
            help = try await HelpPages.shared.page(of: program, path)
        }
        // What a command does without its name: `contacts --json` is `contacts list --json`.
        guard let usual = help.usual else { return help }
        return help.adding(try await HelpPages.shared.page(of: program, path + [usual]))
    }
}

/// A call of a program of this repository, as a document shows it.
private struct CommandCall {
    let program: String
    /// The words before the first option.
    let words: [String]
    let options: [String]

    /// Returns the calls in a line for the shell. Names that only look like one, such as a service's, are left out.
    static func all(in line: String) -> [CommandCall] {
        line.split { "|;()&\"$".contains($0) }.compactMap { part in
            let words = part.split(separator: " ").map(String.init)
            guard let start = words.firstIndex(where: { ["banchan", "banchan-benchmark"].contains(name($0)) }),
                start == 0 || ["exec", "do", "release"].contains(words[start - 1])
                    || words[start].hasPrefix("/")
            else { return nil }
            let rest = words[(start + 1)...].prefix { !["<", ">", ">>", "2>", "--"].contains($0) }
            // `help COMMAND` stands for that command.
            let spoken = rest.prefix { !$0.hasPrefix("-") }.filter { $0 == $0.lowercased() && $0 != "help" }
            let options = rest.filter { $0.hasPrefix("--") }.map { String($0.prefix { $0 != "=" }) }
            return CommandCall(program: name(words[start]), words: spoken, options: options)
        }
    }

    private static func name(_ word: String) -> String { String(word.split(separator: "/").last ?? "") }
}

/// What a command's help says that it takes.
private struct CommandHelp: Sendable {
    let text: String
    var options: Set<String>
    let subcommands: [(name: String, abstract: String)]
    /// The subcommand that runs if none is named.
    let usual: String?

    init(_ text: String) {
        self.text = text
        options = Set(text.matches(of: /--[a-z][a-z-]*/).map { String($0.0) })
        let list = text.split(separator: "\n").drop { !$0.hasPrefix("SUBCOMMANDS:") }
        let found = list.compactMap {
            $0.wholeMatch(of: #/\x20\x20([a-z][a-z-]*)(\x20\(default\))?\x20\x20+(.+)/#)
        }
        subcommands = found.map { (String($0.1), String($0.3)) }
        usual = found.first { $0.2 != nil }.map { String($0.1) }
    }

    func adding(_ other: CommandHelp) -> CommandHelp {
        var both = self
        both.options.formUnion(other.options)
        return both
    }
}

/// The help pages that tests have asked for.
private actor HelpPages {
    static let shared = HelpPages()
    private var pages: [[String]: CommandHelp] = [:]

    func page(of program: String, _ words: [String]) async throws -> CommandHelp {
        if let page = pages[[program] + words] { return page }
        let path = program == "banchan" ? Built.banchan : Built.directory.appending(path: program).path
        // Wide enough for each abstract to be on one line.
        let output = try await shell(
            ([path] + words + ["--help"]).joined(separator: " "), environment: ["COLUMNS": "400"])
        #expect(output.status == 0, "\(output.standardError)")
        let page = CommandHelp(output.standardOutput)
        pages[[program] + words] = page
        return page
    }
}
