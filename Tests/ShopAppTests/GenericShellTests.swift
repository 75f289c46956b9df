import Foundation
import Testing

/// What all counters have in common names none of them.
struct GenericShellTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/ShopApp").standardizedFileURL

    @Test(arguments: ["Shell", "Components"])
    func noFileNamesACounter(_ folder: String) throws {
        let place = GenericShellTests.sources.appending(path: folder)
        let files = try #require(FileManager.default.enumerator(at: place, includingPropertiesForKeys: nil))
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        #expect(files.count > 10)
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(
                text.firstMatch(of: /Juice|Drink|Vending|Contact|Dish|Pokemon|Order/) == nil,
                "\(file.lastPathComponent)")
        }
    }
}
