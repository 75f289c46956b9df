import Foundation
import Testing

/// The code that fetches, stores and announces sections does not depend on their contents.
@Suite struct GenericRepositoryTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/ShopClient").standardizedFileURL

    private func files(in folder: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: GenericRepositoryTests.sources.appending(path: folder), includingPropertiesForKeys: nil)
    }

    @Test func theRepositoryItsSourceAndItsFilesNameNoKindOfRow() throws {
        let files =
            try files(in: "Repository") + files(in: "HTTP").filter { $0.lastPathComponent.contains("Section") }
            + files(in: "Disk").filter { $0.lastPathComponent.contains("Snapshot") }
        #expect(files.count >= 8)
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(text.firstMatch(of: /(?i)dish|juice|fruit|drink/) == nil, "\(file.lastPathComponent)")
        }
    }
}
