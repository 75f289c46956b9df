import Foundation
import Platform
import Testing

@Suite struct AtomicFileWriterTests {
    let directory = TemporaryDirectory()
    var path: String { directory.path("file") }

    @Test(arguments: [false, true]) func theFileIsThereOnceItIsCommitted(_ durably: Bool) throws {
        let writer = try AtomicFileWriter(replacing: path)
        try writer.write(Data("one ".utf8))
        try writer.write(Data())
        try writer.write(Data("two".utf8))
        #expect(!FileManager.default.fileExists(atPath: path))
        try writer.commit(durably: durably)
        #expect(try content() == "one two")
        #expect(try directory.names == ["file"])
    }

    @Test func anOlderFileStaysUntilThen() throws {
        try Data("old".utf8).write(to: URL(filePath: path))
        let writer = try AtomicFileWriter(replacing: path)
        try writer.write(Data("new".utf8))
        #expect(try content() == "old")
        try writer.commit(durably: true)
        #expect(try content() == "new")
    }

    @Test(arguments: [false, true]) func aNewFileHasNoNameUntilItIsCommitted(_ durably: Bool) throws {
        let writer = try AtomicFileWriter(making: path)
        try writer.write(Data("new".utf8))
        #expect(try directory.names == [])
        try writer.commit(durably: durably)
        #expect(try content() == "new")
        #expect(try mode(of: path) == 0o600)
        #expect(try directory.names == ["file"])
    }

    @Test func aPlaceThatIsTakenIsLeftToTheOlderFile() throws {
        try Data("old".utf8).write(to: URL(filePath: path))
        #expect(throws: POSIXError(.EEXIST)) {
            let writer = try AtomicFileWriter(making: path)
            try writer.write(Data("new".utf8))
            try writer.commit(durably: true)
        }
        #expect(try content() == "old")
        #expect(try directory.names == ["file"])
    }

    @Test func onlyItsOwnerMayReadItWhateverMayBeReadOfTheOlder() throws {
        #expect(
            FileManager.default.createFile(
                atPath: path, contents: Data("old".utf8), attributes: [.posixPermissions: 0o644]))
        let writer = try AtomicFileWriter(replacing: path)
        try writer.commit(durably: false)
        #expect(try mode(of: path) == 0o600)
    }

    @Test func aModeThatIsGivenIsThatOfTheFile() throws {
        let writer = try AtomicFileWriter(replacing: path, mode: 0o644)
        try writer.commit(durably: false)
        #expect(try mode(of: path) == 0o644)
    }

    @Test func aWriterThatGoesAwayLeavesNothingBehind() throws {
        try Data("old".utf8).write(to: URL(filePath: path))
        try AtomicFileWriter(replacing: path).write(Data("new".utf8))
        #expect(try content() == "old")
        #expect(try directory.names == ["file"])
    }

    @Test func aFileThatCannotTakeItsPlaceIsToldAndLeavesNothingBehind() throws {
        try FileManager.default.createDirectory(atPath: path + "/full", withIntermediateDirectories: true)
        #expect(throws: POSIXError(.EISDIR)) {
            try AtomicFileWriter(replacing: path).commit(durably: true)
        }
        #expect(try directory.names == ["file"])
    }

    @Test func aDirectoryThatIsNotThereIsTold() {
        #expect(throws: POSIXError(.ENOENT)) { try AtomicFileWriter(replacing: directory.path("none/file")) }
        #expect(throws: POSIXError(.ENOTDIR)) { try AtomicFileWriter(replacing: "/dev/null/file") }
    }

    @Test func aSymbolicLinkIsReplacedAndNotFollowed() throws {
        let target = directory.path("target")
        try Data("target".utf8).write(to: URL(filePath: target))
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        let writer = try AtomicFileWriter(replacing: path)
        try writer.write(Data("new".utf8))
        try writer.commit(durably: true)
        #expect(try content() == "new")
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "target")
    }

    @Test func ofManyWritersAtOnceOneFileIsWhole() async throws {
        let path = path
        let contents = (0..<20).map { Data(repeating: UInt8(ascii: "a") + UInt8($0), count: 50_000) }
        try await withThrowingTaskGroup { group in
            for content in contents {
                group.addTask {
                    let writer = try AtomicFileWriter(replacing: path)
                    try writer.write(content)
                    try writer.commit(durably: false)
                }
            }
            try await group.waitForAll()
        }
        #expect(contents.contains(try Data(contentsOf: URL(filePath: path))))
        #expect(try directory.names == ["file"])
    }

    @Test func onlyWhatIsAbandonedIsRemoved() throws {
        for (name, age) in [(".new-aaaaaa", 7_200.0), (".new-bbbbbb", 60), ("old", 7_200)] {
            #expect(FileManager.default.createFile(atPath: directory.path(name), contents: nil))
            let date = Date(timeIntervalSinceNow: -age)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: directory.path(name))
        }
        AtomicFileWriter.removeAbandoned(in: directory.path(""))
        #expect(try directory.names == [".new-bbbbbb", "old"])
        AtomicFileWriter.removeAbandoned(in: directory.path("none"))
    }

    private func content() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
}

/// A temporary directory that is removed when the object is released.
final class TemporaryDirectory: Sendable {
    private let url = FileManager.default.temporaryDirectory.appending(component: "banchan-\(UUID())")

    init() { try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }

    /// The names of its files, sorted.
    var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() } }

    func path(_ name: String) -> String { name.isEmpty ? url.path : url.path + "/" + name }
}

func mode(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}
