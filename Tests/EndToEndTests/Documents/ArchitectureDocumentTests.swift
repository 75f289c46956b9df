import Foundation
import Testing

/// The architecture as it is: its files, names and counts are those of the sources.
@Suite struct ArchitectureDocumentTests {
    private static let document = Result { try Document("Resources/docs/architecture.md") }
    private static let maxLines = 300

    @Test func aPersonFinishesIt() throws {
        #expect(
            try ArchitectureDocumentTests.document.get().text.split(separator: "\n", omittingEmptySubsequences: false)
                .count <= ArchitectureDocumentTests.maxLines + 1)
    }

    /// What stands as code and is a path, from the root, from `Sources`, or from a target.
    @Test func everyPathExists() throws {
        let paths = try ArchitectureDocumentTests.names().filter { $0.contains("/") }
        #expect(paths.count > 50)
        for path in paths {
            let places = ["", "Sources/"] + ArchitectureDocumentTests.targets.map { "Sources/\($0)/" }
            let exists = places.contains { place in
                ["", ".swift"].contains {
                    FileManager.default.fileExists(atPath: Repository.file(place + path + $0).path)
                }
            }
            #expect(exists, "\(path)")
        }
    }

    /// What stands as code and is a name of ours is declared somewhere, or is the name of a file or folder.
    @Test func everyNameIsOneOfTheSources() async throws {
        let files = ArchitectureDocumentTests.files(in: ["Sources", "Tests", "Resources", "CNcurses"])
        var known = Set(files.flatMap(\.pathComponents))
        known.formUnion(files.map { $0.deletingPathExtension().lastPathComponent })
        let kinds = "class|struct|enum|actor|protocol|func|var|let|case|typealias"
        let declared = try await shell(
            "cd \(Repository.root.path) && grep -rhoE --include='*.swift' '\\b(\(kinds)) `?[A-Za-z_]+[A-Za-z_0-9]*' Sources Tests"
        )
        for line in declared.standardOutput.split(separator: "\n") {
            known.insert(String(line.split { " `".contains($0) }.last ?? ""))
        }
        let names = try ArchitectureDocumentTests.names().filter { !$0.contains("/") }
        #expect(names.count > 80)
        for name in names where !ArchitectureDocumentTests.others.contains(name) {
            let isKnown = name.split(separator: ".").allSatisfy { known.contains(String($0)) }
            #expect(isKnown, "\(name)")
        }
    }

    /// Names of the system, of libraries and of protocols, and words that the document advises against.
    private static let others: Set<String> = [
        "AsyncStream", "Banchan-Sections", "DispatchQueue.global", "LISTEN", "Last-Event-ID", "NIOLockedValueBox",
        "NotificationCenter", "Package.swift", "Task.sleep", "Thread.start", "r", "URLSession", "max", "openapi.yaml",
        "want",
        "withTaskExecutorPreference", "settle", "tell", "poll", "write", "retry", "banchan-benchmark",
    ]

    @Test func itsCountsAreRightWithinATenth() throws {
        let text = try ArchitectureDocumentTests.document.get().text.replacing("\n", with: " ")
        let sources = try #require(
            text.firstMatch(
                of:
                    /`Sources` has (\d+) Swift files with ([\d.]+) thousand lines. Half of the files have at most (\d+) lines, and the longest has (\d+)/
            ))
        let tests = try #require(
            text.firstMatch(
                of: /`Tests` has (\d+) files with ([\d.]+) thousand lines and ([\d,]+) tests, and (\d+) recorded/))
        let (ours, theirs) = (try lines(in: "Sources"), try lines(in: "Tests"))
        expect(sources.1, is: ours.count)
        expect(sources.2, is: Double(ours.reduce(0, +)) / 1_000)
        expect(sources.3, is: ours.sorted()[ours.count / 2])
        expect(sources.4, is: ours.max() ?? 0)
        expect(tests.1, is: theirs.count)
        expect(tests.2, is: Double(theirs.reduce(0, +)) / 1_000)
        let files = ArchitectureDocumentTests.files(in: ["Tests"])
        let count = try files.filter { $0.pathExtension == "swift" }.reduce(0) { count, file in
            count + (try String(contentsOf: file, encoding: .utf8).matches(of: /@Test\b/).count)
        }
        expect(tests.3, is: count)
        expect(tests.4, is: files.count { $0.deletingLastPathComponent().lastPathComponent == "Screens" })
    }

    /// A second way that stays has a page that says why, what it costs and what would end it.
    @Test func everyDecisionIsListedAndSaysWhatItCosts() throws {
        let pages = Document.all.filter {
            $0.path.contains("/decisions/") && !$0.path.hasSuffix("README.md")
        }
        let list = try Document("Resources/docs/decisions/README.md")
        #expect(pages.count >= 14)
        for page in pages {
            let name = URL(filePath: page.path).lastPathComponent
            #expect(list.links.contains(name), "\(name)")
            for part in ["Decision", "Why", "What it costs", "What would let it go"] {
                #expect(page.text.contains("**\(part).**"), "\(name): \(part)")
            }
        }
    }
}

extension ArchitectureDocumentTests {
    private static let targets =
        (try? FileManager.default.contentsOfDirectory(atPath: Repository.file("Sources").path)) ?? []

    /// The pieces of code that are names or paths, without the arguments of functions.
    private static func names() throws -> Set<String> {
        let prose = try document.get().text.split(separator: "```").enumerated().filter { $0.offset % 2 == 0 }
        let pieces = prose.flatMap { $0.element.matches(of: /`([^`\n]+)`/).map { String($0.1) } }
        return Set(
            pieces.compactMap { piece in
                piece.wholeMatch(of: /([A-Za-z_][\w+\/.-]*)(?:\([\w: ]*\))?/).map { String($0.1) }
            })
    }

    private static func files(in folders: [String]) -> [URL] {
        folders.flatMap { folder in
            let all = FileManager.default.enumerator(
                at: Repository.file(folder), includingPropertiesForKeys: [.isRegularFileKey])
            return (all?.allObjects ?? []).compactMap { $0 as? URL }.filter {
                (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
            }
        }
    }

    /// The numbers of lines of the Swift files in a folder.
    private func lines(in folder: String) throws -> [Int] {
        try ArchitectureDocumentTests.files(in: [folder]).filter { $0.pathExtension == "swift" }.map { file in
            try Data(contentsOf: file).count { $0 == UInt8(ascii: "\n") }
        }
    }

    private func expect<Number: BinaryInteger>(
        _ text: Substring, is number: Number, location: SourceLocation = #_sourceLocation
    ) { expect(text, is: Double(number), location: location) }

    private func expect(_ text: Substring, is number: Double, location: SourceLocation = #_sourceLocation) {
        let said = Double(text.filter { $0 != "," }) ?? 0
        #expect(abs(said - number) <= 0.1 * number, "\(said), and it is \(number)", sourceLocation: location)
    }
}
