import Foundation
import Testing

/// The documents as a reader meets them: each link leads somewhere, and each page is reached from README.
struct LinkDocumentTests {
    @Test(arguments: Document.all) func everyLinkLeadsSomewhere(_ document: Document) throws {
        for link in document.links where !link.contains("://") {
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let target = LinkDocumentTests.target(of: parts[0], in: document)
            #expect(FileManager.default.fileExists(atPath: Repository.file(target).path), "\(link)")
            guard parts.count == 2 else { continue }
            let anchors = try Document(target).anchors
            #expect(anchors.contains(parts[1]), "\(link)")
        }
    }

    @Test func everyDocumentIsReachedFromTheReadme() throws {
        var (reached, left): (Set<String>, [String]) = ([], ["README.md"])
        while let path = left.popLast() {
            guard reached.insert(path).inserted, path.hasSuffix(".md"), let document = try? Document(path) else {
                continue
            }
            left += document.links.filter { !$0.contains("://") }.map { link in
                LinkDocumentTests.target(of: String(link.prefix { $0 != "#" }), in: document)
            }
        }
        for document in Document.all { #expect(reached.contains(document.path), "\(document.path)") }
        #expect(Document.all.count > 15)
    }

    @Test func aLinkThatLeadsNowhereIsFound() throws {
        let document = try Document("README.md")
        #expect(document.links.contains("Resources/docs/manual.md#keys"))
        #expect(document.anchors.contains("two-commands"))
        #expect(!document.anchors.contains("three-commands"))
    }

    /// Returns the path from the root of what a link without its anchor leads to.
    private static func target(of link: String, in document: Document) -> String {
        guard !link.isEmpty else { return document.path }
        let here = URL(filePath: "/\(document.path)").deletingLastPathComponent()
        return String(here.appending(path: link).standardizedFileURL.path(percentEncoded: false).dropFirst())
    }
}
