import Foundation
import Testing

/// What commands print where it cannot be written.
@Suite struct PrintingTests {
    private static let commands = [
        "menu", "juice", "drinks --json", "check", "doctor", "config", "config --init", "contacts --json",
        "contacts import /dev/null", "init $DIR/shop", "completions install bash", "man install --directory $DIR/man",
        "--help", "help serve", "menu --help", "--version", "--generate-completion-script zsh",
        "serve --port 0",
    ]

    @Test(arguments: commands) func aFullDiskIsToldAsOne(_ command: String) async throws {
        let output = try await run(command, ">/dev/full")
        #expect(output.status == 1)
        #expect(output.standardError == "banchan: Standard output cannot be written: no space is left.\n")
    }

    @Test(arguments: commands) func aClosedOutputIsToldAsOne(_ command: String) async throws {
        let output = try await run(command, ">&-")
        #expect(output.status == 1)
        #expect(output.standardError == "banchan: Standard output cannot be written: it is closed.\n")
    }

    @Test func whatIsPrintedNowhereIsInNoFile() async throws {
        let scratch = try Scratch()
        let output = try await run("serve --port 0 --database $DIR/shop.sqlite", "<&- >&- 2>&-", scratch)
        #expect(output.status == 1)
        for name in try FileManager.default.subpathsOfDirectory(atPath: scratch.url.path) {
            guard let content = try? Data(contentsOf: scratch.url.appending(path: name)) else { continue }
            #expect(content.firstRange(of: Data("http://".utf8)) == nil, "\(name)")
        }
    }

    /// Runs a command of the program with a redirection. `DIR` is the scratch directory.
    private func run(_ command: String, _ redirection: String, _ scratch: Scratch? = nil) async throws -> Output {
        let scratch = try scratch ?? Scratch()
        let environment = scratch.environment.merging(["DIR": scratch.url.path]) { $1 }
        let output = try await shell("timeout 30 \(Built.banchan) \(command) \(redirection)", environment: environment)
        withExtendedLifetime(scratch) {}
        return output
    }
}
