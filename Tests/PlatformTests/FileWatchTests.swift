import Foundation
import Platform
import Testing

@Suite(.timeLimit(.minutes(5))) struct FileWatchTests {
    @Test func aFileThatIsWrittenInADirectoryIsToldOf() async throws {
        try await withDirectory { directory in
            let (changes, told) = AsyncStream.makeStream(of: Void.self)
            let watch = try #require(FileWatch([.content(of: directory.path)]) { told.yield() })
            try Data("a".utf8).write(to: directory.appending(component: "a"))
            for await _ in changes { break }
            watch.cancel()
        }
    }

    @Test func newTimesOfAFileAreToldOf() async throws {
        try await withDirectory { directory in
            let file = directory.appending(component: "a").path
            #expect(FileManager.default.createFile(atPath: file, contents: nil))
            let (changes, told) = AsyncStream.makeStream(of: Void.self)
            let watch = try #require(FileWatch([.attributes(of: file)]) { told.yield() })
            #expect(utimensat(AT_FDCWD, file, nil, 0) == 0)
            for await _ in changes { break }
            watch.cancel()
        }
    }

    @Test func aDirectoryThatTakesTheWatchedOnesPlaceIsWatchedInstead() async throws {
        try await withDirectory { directory in
            let menu = directory.appending(component: "menu")
            let (changes, told) = AsyncStream.makeStream(of: Void.self)
            let places = [menu, directory].map { FileWatch.Place.content(of: $0.path) }
            let watch = try #require(FileWatch(places) { told.yield() })
            var news = changes.makeAsyncIterator()
            try FileManager.default.createDirectory(at: menu, withIntermediateDirectories: false)
            await news.next()
            try Data("a".utf8).write(to: menu.appending(component: "a"))
            await news.next()
            watch.cancel()
        }
    }

    private func withDirectory(_ body: (URL) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(component: "banchan-watch-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await body(directory)
    }
}
