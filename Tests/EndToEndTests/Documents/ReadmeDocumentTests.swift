import Foundation
import Testing

/// What README promises.
struct ReadmeDocumentTests {
    private static let maxLines = 150

    @Test func aPersonFinishesIt() throws {
        let lines = try Repository.text("README.md").split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= ReadmeDocumentTests.maxLines + 1)
    }

    /// The script takes both commands out of README, so that they are run for each change.
    @Test func theScriptOfEveryChangeRunsItsTwoCommands() async throws {
        let root = Repository.root.path
        let lines = try Repository.text(".ci/run").split(separator: "\n").filter { $0.contains("README.md)") }
        let script = lines.map(String.init) + [#"printf '%s\n' "$install" "$testing" "$tests""#]
        let output = try await shell("cd \(root) && " + script.joined(separator: "\n"))
        let found = output.standardOutput.split(separator: "\n")
        try #require(found.count == 3, "\(output)")
        #expect(found[0].hasPrefix("apt-get update && apt-get install -y lib"))
        #expect(found[1].hasPrefix("apt-get install -y lib"))
        #expect(found[2] == "swift test -c release --disable-testable-imports")
    }

    /// Names with a version of the software are not the same in other editions of the system.
    @Test(arguments: Document.all) func packagesAreNamedWithoutAVersion(_ document: Document) {
        for command in document.commands where command.contains("apt-get install") {
            let names = command.split { " ()`".contains($0) }
            for name in names {
                #expect(name.wholeMatch(of: /postgresql-\d+|.*t64|libcurl\d|libchafa\d|libvterm\d/) == nil, "\(name)")
            }
        }
    }

    @Test func itsFiguresAreThoseOfTheMeasurements() throws {
        let readme = try Document("README.md").table(after: "## How fast")
        let peers = try Document("Resources/docs/measurements.md").table(after: "## Beside other programs")
        #expect(readme.count == 2 + 6)
        for row in readme.dropFirst(2) {
            let figures = try #require(peers.first { $0[0] == row[0] }, "\(row[0])")
            for (title, figure) in zip(readme[0].filter { !$0.isEmpty }, row.dropFirst()) {
                let column = try #require(peers[0].firstIndex(of: title), "\(title)")
                #expect(figures[column] == figure, "\(title), \(row[0])")
            }
        }
    }
}
