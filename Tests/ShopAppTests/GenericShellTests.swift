import Foundation
import Testing

/// Code shared by all counters refers to none of them, and no counter accesses the whole state.
struct GenericShellTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/ShopApp").standardizedFileURL

    @Test(arguments: ["Shell", "Components"])
    func noFileNamesACounter(_ folder: String) throws {
        for (name, text) in try GenericShellTests.files(in: folder) {
            #expect(text.firstMatch(of: /Juice|Drink|Vending|Contact|Dish|Pokemon|Order/) == nil, "\(name)")
        }
    }

    /// A counter changes its own state, and of the shell only what `ShellContext` permits.
    @Test(arguments: ["Components", "Counters"])
    func onlyTheShellSeesTheWholeState(_ folder: String) throws {
        for (name, text) in try GenericShellTests.files(in: folder) {
            #expect(text.firstMatch(of: /ShopState|AddressedRequest|\bEffect\b/) == nil, "\(name)")
        }
    }

    private static func files(in folder: String) throws -> [(name: String, text: String)] {
        let place = sources.appending(path: folder)
        let files = try #require(FileManager.default.enumerator(at: place, includingPropertiesForKeys: nil))
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        #expect(files.count > 10)
        return try files.map { ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) }
    }
}
