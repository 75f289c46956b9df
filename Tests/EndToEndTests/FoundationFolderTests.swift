import Foundation
import TestSupport
import Testing

/// Libraries must leave nothing in the user's directories.
@Suite(.takingTurns) struct FoundationFolderTests {
    @Test func onlyTheProgramsOwnFoldersAreThereAfterwards() async throws {
        let scratch = try Scratch()
        let program = try RunningProgram(Built.banchan, ["menu"], environment: scratch.environment)
        #expect(try await program.ended().end == .fine)
        for directory in ["data", "cache"] {
            let path = scratch.url.appending(path: directory).path
            let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
            #expect(names.filter { $0 != "banchan" } == [], "\(directory)")
        }
    }
}
