import Foundation
import Terminal
import TerminalText
import Testing

@testable import Settings

/// Settings files with hostile or accidental contents.
@Suite(.timeLimit(.minutes(5))) struct HostileFileTests {
    private func read(_ path: String) -> ReadSettings {
        SettingsReader(options: [:], environment: [:], file: path) { [] }.read()
    }

    /// Passes a temporary path to `body` and removes the file afterwards.
    private func withPath(_ body: (String) throws -> Void) rethrows {
        let path = FileManager.default.temporaryDirectory.appending(path: "banchan-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    @Test func noFileSaysNothing() {
        #expect(read("/nowhere/at/all/config.yaml") == ReadSettings())
        #expect(read("/dev/null/config.yaml") == ReadSettings())
    }

    @Test func aPipeIsNotWaitedFor() {
        withPath { path in
            #expect(mkfifo(path, 0o600) == 0)
            #expect(read(path).problems == [SettingsProblem(.notPlain, at: .file(line: 1))])
        }
    }

    @Test(arguments: ["/", "/dev/zero", "/dev/full"])
    func whatIsNoFileIsNotRead(_ path: String) {
        #expect(read(path).problems == [SettingsProblem(.notPlain, at: .file(line: 1))])
    }

    @Test func aFileWithoutAnEndIsNotRead() throws {
        let most = SettingsFile.largest
        let whole = try reading("theme: dark\n" + String(repeating: "#", count: most - 12))
        #expect(whole.settings.theme == .dark)
        let larger = try reading("theme: dark\n" + String(repeating: "#", count: most - 11))
        #expect(larger.settings.theme == .auto)
        #expect(larger.problems == [SettingsProblem(.tooLarge(limit: most), at: .file(line: 1))])
    }

    @Test func whatIsNotUTF8IsToldWithItsLine() throws {
        try withPath { path in
            try Data(Array("theme: dark\nguest: ".utf8) + [0xFF, 0xFE] + Array("\n".utf8)).write(
                to: URL(filePath: path))
            #expect(read(path).problems == [SettingsProblem(.notUTF8, at: .file(line: 2))])
        }
    }

    @Test(arguments: [
        "theme: [", "theme: \"dark", "\ttheme: dark", "theme: dark\n  mouse: on", "%%%", "a: b: c", "}\n",
    ])
    func whatIsNotYAMLIsToldAndNothingOfItHolds(_ text: String) throws {
        let read = try reading("language: ko\n\(text)")
        guard case .syntax? = read.problems.first?.reason, read.problems.count == 1 else {
            Issue.record("\(read.problems)")
            return
        }
        #expect(read.settings == Settings())
    }

    @Test func theSameNameTwiceIsTold() throws {
        let read = try reading("theme: dark\nmouse: on\ntheme: light\n")
        guard case .duplicates(let names)? = read.problems.first?.reason else {
            Issue.record("\(read.problems)")
            return
        }
        #expect(names.map(\.string) == ["theme"])
        #expect(read.settings == Settings())
    }

    /// Nine lines of aliases that would expand to 10⁸ values, also as keys of a mapping, which are compared as a whole.
    @Test(arguments: ["a9: *a8", "? *a8\n: 1\n? *a8\n: 2", "list: [ *a8]"])
    func aliasesAreNotFollowed(_ last: String) throws {
        let bomb = (1..<9).map { number in
            "a\(number): &a\(number) [\((0..<10).map { _ in "*a\(number - 1)" }.joined(separator: ", "))]"
        }
        let read = try reading((["a0: &a0 x"] + bomb + [last]).joined(separator: "\n"))
        #expect(read.problems == [SettingsProblem(.alias, at: .file(line: 1))])
    }

    /// The end of a quoted text at the beginning of a line looks like the beginning of one.
    @Test(arguments: ["\"", "'"]) func aliasesBehindAQuotedTextOfTwoLinesAreNotFollowed(_ quote: String) throws {
        let bomb = (1..<9).map { number in
            "a\(number): &a\(number) [\((0..<10).map { _ in "*a\(number - 1)" }.joined(separator: ","))]"
        }
        let pairs = ["guest: \(quote)a\n  \(quote)", "a0: &a0 x"] + bomb + ["? *a8 : 1", "? *a8 : 2"]
        let read = try reading("{\(pairs.joined(separator: ", "))}")
        #expect(read.problems == [SettingsProblem(.alias, at: .file(line: 2))])
        #expect(YAMLAliases.firstLine(in: "a: |\n  *x &y\nb: 'c\n  *d'\ne: &f g\n") == 5)
    }

    @Test(arguments: [
        "guest: Fish & Chips", "guest: '*R2*'", "guest: \"&x *y\"", "guest: a # *x", "# *x", "guest: 3 * 4",
        "guest: a*b",
        "keys: {list.up: '*'}", "keys:\n  list.up: [\"*\", '&']",
    ])
    func signsThatAreNoAliasesAreText(_ text: String) { #expect(YAMLAliases.firstLine(in: text) == nil) }

    @Test(arguments: [
        "a: &x 1", "a: *x", "- *x", "a: [1, *x]", "{a: *x}", "? *x", "a:\n  *x", "&x a: 1", "[\"y\", *x]",
        "a: 'b''c'\nd: *x",
        "{\"a\":*x}",
    ])
    func anAliasIsFoundWhereverItStands(_ text: String) { #expect(YAMLAliases.firstLine(in: text) != nil) }

    @Test(arguments: ["[", "{", "- ", "? ", "a:\n", "!!x "])
    func deepNestingEnds(_ piece: String) throws {
        let read = try reading(String(repeating: piece, count: 30_000 / piece.utf8.count))
        #expect(!read.problems.isEmpty)
        #expect(read.settings == Settings())
    }

    @Test func aFloodOfSectionsEnds() throws {
        let sections = (0..<500).map { "  s\($0): {title: T, path: p\($0)}" }
        let read = try reading("sections:\n" + sections.joined(separator: "\n"))
        #expect(read.settings.sections.count == OwnSection.limit)
        #expect(read.problems.map(\.reason) == [.tooManySections(limit: OwnSection.limit)])
    }

    @Test func aFileThatIsThereIsNeverOverwritten() throws {
        try withPath { directory in
            let path = directory + "/banchan/config.yaml"
            try SettingsFile.create("theme: dark\n", at: path)
            #expect(throws: SettingsFile.InitError.exists) { try SettingsFile.create("theme: light\n", at: path) }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "theme: dark\n")
        }
    }

    @Test func aLinkIsNotWrittenThrough() throws {
        try withPath { directory in
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            let (link, target) = (directory + "/config.yaml", directory + "/target")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
            #expect(throws: SettingsFile.InitError.exists) { try SettingsFile.create("", at: link) }
            #expect(!FileManager.default.fileExists(atPath: target))
        }
    }
}
