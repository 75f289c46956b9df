import Foundation
import NIOConcurrencyHelpers
import Testing

@testable import Platform

@Suite struct PrivateDirectoryTests {
    private let directory = TemporaryDirectory()

    private func path(_ name: String) -> String { directory.path(name) }

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    @Test(arguments: [false, true]) func allThatIsMissingIsMadeForItsOwnerOnly(_ durably: Bool) throws {
        let path = directory.path("a/b/c")
        try PrivateDirectory.create(at: path, durably: durably)
        for path in [path, directory.path("a/b"), directory.path("a")] { #expect(try mode(of: path) == 0o700) }
    }

    @Test func oneThatIsThereStaysAsItIs() throws {
        let path = directory.path("a")
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
        #expect(FileManager.default.createFile(atPath: path + "/file", contents: nil))
        try PrivateDirectory.create(at: path + "/")
        #expect(try mode(of: path) == 0o755)
        #expect(FileManager.default.fileExists(atPath: path + "/file"))
    }

    @Test func aFileInItsPlaceOrAboveItIsTold() throws {
        let file = directory.path("file")
        #expect(FileManager.default.createFile(atPath: file, contents: nil))
        for path in [file, file + "/a", file + "/a/b"] {
            #expect(throws: POSIXError(.ENOTDIR)) { try PrivateDirectory.create(at: path) }
        }
        try FileManager.default.createSymbolicLink(atPath: directory.path("link"), withDestinationPath: "nowhere")
        #expect(throws: POSIXError(.ENOTDIR)) { try PrivateDirectory.create(at: directory.path("link/a")) }
    }

    @Test(arguments: ["a/b", "a/b/", "a//b", "a/b//", "한/글"]) func slashesInItsPathMayBeDoubled(_ name: String) throws {
        try PrivateDirectory.create(at: directory.path(name))
        #expect(exists(directory.path(name)))
        #expect(PrivateDirectory.isWritable(at: directory.path(name + "/none/")))
        #expect(FileManager.default.createFile(atPath: directory.path("file"), contents: nil))
        #expect(!PrivateDirectory.isWritable(at: directory.path("file//none/")))
    }

    @Test func anEmptyPathIsNoDirectory() {
        #expect(throws: POSIXError(.ENOENT)) { try PrivateDirectory.create(at: "") }
    }

    @Test func severalProgramsMayMakeTheSameAtOnce() async throws {
        let path = directory.path("a/b/c/d")
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 { group.addTask { try PrivateDirectory.create(at: path) } }
            try await group.waitForAll()
        }
        #expect(try mode(of: path) == 0o700)
    }

    @Test(arguments: ["", "/"]) func oneThatIsHeldCannotBeClaimedNorOneThatIsClaimedHeld(_ end: String) throws {
        #expect(PrivateDirectory.claim(path("data")) == nil)
        var held: HeldDirectory? = try PrivateDirectory.hold(at: path("data") + end)
        #expect(PrivateDirectory.claim(path("data")) == nil)
        withExtendedLifetime(held) {}
        held = nil
        let claimed = try #require(PrivateDirectory.claim(path("data")))
        #expect(PrivateDirectory.claim(path("data")) == nil)
        #expect(throws: POSIXError(.ENOENT)) { try PrivateDirectory.hold(at: path("data")) }
        withExtendedLifetime(claimed) {}
    }

    @Test func aDirectoryIsThereForItsFirstFileHoweverOftenItIsRemovedBefore() async throws {
        let root = path("shared")
        let paths = (0..<200).map { "\(root)/\($0)/data" }
        try PrivateDirectory.create(at: root)
        let isOver = NIOLockedValueBox(false)
        async let removed: Void = {
            repeat {
                for path in paths.flatMap({ [$0, PrivateDirectory.parent(of: $0)] }) {
                    withExtendedLifetime(PrivateDirectory.claim(path)) { if $0 != nil { rmdir(path) } }
                }
            } while !isOver.withLockedValue { $0 }
        }()
        do {
            // Also when this fails, or the test would never end.
            defer { isOver.withLockedValue { $0 = true } }
            for path in paths {
                let held = try PrivateDirectory.hold(at: path)
                try Data().write(to: URL(filePath: path + "/first"))
                withExtendedLifetime(held) {}
            }
        }
        await removed
        #expect(paths.allSatisfy { exists($0 + "/first") })
    }
}
