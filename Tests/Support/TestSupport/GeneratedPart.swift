import Foundation
import Testing

/// The part of a document between `<!-- NAME -->` and `<!-- end of NAME -->`, which is made from the program's own
/// descriptions. What follows a colon in a name tells it from others of its kind and is not in its end.
///
/// If `BANCHAN_WRITE_SCREENS` is set, tests rewrite it.
public struct GeneratedPart: Sendable {
    public static let isRewritten =
        ProcessInfo.processInfo.environment["BANCHAN_WRITE_SCREENS"]?.isEmpty == false

    private let name: String
    private let path: String

    /// `path` leads from the repository's root to the document.
    public init(_ name: String, of path: String) { (self.name, self.path) = (name, path) }

    /// Expects the part to be `text`, or rewrites it.
    public func expectOrRewrite(_ text: String, _ location: SourceLocation = #_sourceLocation) throws {
        // Parts of one document are rewritten by tests that run at the same time.
        try GeneratedPart.lock.withLock { try expectOrRewriteAlone(text, location) }
    }

    private static let lock = NSLock()

    private func expectOrRewriteAlone(_ text: String, _ location: SourceLocation) throws {
        let file = GeneratedPart.repository.appending(path: path)
        var document = try String(contentsOf: file, encoding: .utf8)
        let kind = name.prefix { $0 != ":" }
        let start = try #require(document.range(of: "<!-- \(name) -->\n"), sourceLocation: location)
        let end = try #require(
            document.range(of: "<!-- end of \(kind) -->", range: start.upperBound..<document.endIndex),
            sourceLocation: location)
        let part = start.upperBound..<end.lowerBound
        let isSame = document[part] == text
        guard GeneratedPart.isRewritten, !isSame else {
            #expect(isSame, "\(path), \(name), has to be:\n\(text)", sourceLocation: location)
            return
        }
        document.replaceSubrange(part, with: text)
        try document.write(to: file, atomically: true, encoding: .utf8)
    }

    private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(components: "..", "..", "..").standardizedFileURL
}
