import Foundation
import TestSupport
import Testing

@Suite struct ManualTests {
    @Test(.enabled(if: Installed.has("man"), "man is missing"))
    func manFindsThePagesOfAllCommands() async throws {
        let scratch = try Scratch()
        let manuals = scratch.url.appending(path: "data/man").path
        let told = try await runWithoutTerminal(["man", "install"], environment: scratch.all)
        #expect(told.status == 0)
        #expect(told.standardOutput.hasSuffix("export MANPATH=\(manuals):\n"))
        for command in ["", "-menu", "-juice-make", "-order", "-doctor", "-serve"] {
            let page = try await shell(
                "man banchan\(command) | cat", environment: ["MANPATH": "\(manuals):", "MANWIDTH": "80"])
            #expect(page.standardError == "")
            let words = page.words
            #expect(words.contains(" NAME banchan\(command) "))
            #expect(words.contains(" EXIT STATUS 0 All went well."))
        }
        let order = try await shell(
            "man banchan-order | cat", environment: ["MANPATH": "\(manuals):", "MANWIDTH": "80"])
        #expect(order.words.contains(" [--quantity count] "))
    }

    @Test(.enabled(if: Installed.has("mandoc"), "mandoc is missing"))
    func mandocHasNoWarnings() async throws {
        let scratch = try Scratch()
        let manuals = scratch.url.appending(path: "manuals").path
        let told = try await runWithoutTerminal(["man", "install", "--directory", manuals])
        #expect(told.status == 0)
        let count = try FileManager.default.contentsOfDirectory(atPath: "\(manuals)/man1").count
        #expect(told.standardOutput.contains("Wrote \(count) manual pages"))
        let problems = try await shell("cd \(manuals)/man1 && mandoc -T lint -W warning *.1")
        #expect(problems.standardOutput == "")
        let page = try await shell("mandoc -T utf8 \(manuals)/man1/banchan.1 | col -b")
        #expect(page.standardOutput.contains("banchan-order(1)"))
    }

    /// Root installs them for everybody, whatever root's umask is.
    @Test func everybodyMayReadPagesInADirectoryThatIsNamed() async throws {
        let scratch = try Scratch()
        let manuals = scratch.path("share/man")
        let command = "umask 077; exec '\(Built.banchan)' man install --directory '\(manuals)'"
        #expect(try await shell(command, environment: scratch.all).status == 0)
        for (path, mode) in [("share", 0o755), ("share/man/man1", 0o755), ("share/man/man1/banchan.1", 0o644)] {
            let facts = try FileManager.default.attributesOfItem(atPath: scratch.path(path))
            #expect(facts[.posixPermissions] as? Int == mode, "\(path)")
        }
    }

    @Test func helpListsTheExitCodes() async throws {
        let help = try await runWithoutTerminal(["--help"]).standardOutput
            .replacing("\n", with: " ")
        for code in ["0 all went well", "2 the shop cannot be reached", "3 the shop refused", "64 a command line"] {
            #expect(help.contains(code))
        }
        let text = try Repository.text("Resources/docs/manual.md")
        for row in ["| 0 | all went well |", "| 1 | ", "| 2 | ", "| 3 | ", "| 64 | "] { #expect(text.contains(row)) }
    }
}

extension Output {
    /// What was printed, with single blanks between words: versions of groff differ in how they indent and justify.
    fileprivate var words: String { standardOutput.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
