import Foundation
import Testing

/// The Debian package with the program under test.
enum DebianPackage {
    /// The path of the package, which is built once for all tests, next to the program.
    static let path = Task {
        let directory = Built.directory.appending(path: "package").path
        let script = Repository.file("Resources/debian/build").path
        let output = try await shell(
            "rm -rf \(directory); \(script) --fast --program \(Built.banchan) --output \(directory)",
            environment: Installed.toolchain)
        try #require(output.status == 0, "\(output.standardError)")
        return output.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
