import Foundation
import Testing

/// Libraries must leave nothing in the user's directories but empty ones, which Foundation creates for a session.
@Suite struct FoundationFolderTests {
    @Test func onlyTheProgramsOwnFilesAreThereAfterwards() async throws {
        let scratch = try Scratch()
        let program = try RunningProgram(Built.banchan, ["menu"], environment: scratch.environment)
        #expect(try await program.ended().end == .fine)
        for directory in ["data", "cache"] {
            let place = scratch.url.appending(path: directory)
            let paths = FileManager.default.enumerator(atPath: place.path)?.compactMap { $0 as? String } ?? []
            let others = paths.filter { !$0.hasPrefix("banchan/") }
            let files = others.filter { opendir(place.appending(path: $0).path).map { closedir($0) } == nil }
            #expect(files == [], "\(directory)")
        }
    }
}
