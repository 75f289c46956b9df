import Foundation
import NIOConcurrencyHelpers
import TestSupport
import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(5))) struct FileWatchTests {
    @Test func aFileThatIsWrittenInADirectoryIsToldOf() async throws {
        try await withDirectory { directory in
            let (changes, told) = AsyncStream.makeStream(of: Void.self)
            let watch = FileWatch([.content(of: directory.path)]) { told.yield() }
            try Data("a".utf8).write(to: directory.appending(component: "a"))
            var news = changes.makeAsyncIterator()
            #expect(await news.next() != nil)
            watch.cancel()
        }
    }

    @Test func newTimesOfAFileAreToldOf() async throws {
        try await withDirectory { directory in
            let file = directory.appending(component: "a").path
            #expect(FileManager.default.createFile(atPath: file, contents: nil))
            let (changes, told) = AsyncStream.makeStream(of: Void.self)
            let watch = FileWatch([.attributes(of: file)]) { told.yield() }
            #expect(utimensat(AT_FDCWD, file, nil, 0) == 0)
            var news = changes.makeAsyncIterator()
            #expect(await news.next() != nil)
            watch.cancel()
        }
    }

    @Test func aDirectoryThatTakesTheWatchedOnesPlaceIsWatchedInstead() async throws {
        try await withDirectory { directory in
            let menu = directory.appending(component: "menu")
            let (changes, told) = AsyncStream.makeStream(of: Void.self)
            let places = [menu, directory].map { FileWatch.Target.content(of: $0.path) }
            let watch = FileWatch(places) { told.yield() }
            var news = changes.makeAsyncIterator()
            try FileManager.default.createDirectory(at: menu, withIntermediateDirectories: false)
            #expect(await news.next() != nil)
            try Data("a".utf8).write(to: menu.appending(component: "a"))
            #expect(await news.next() != nil)
            watch.cancel()
        }
    }

    @Test func manyWatchesOfOneDirectoryAreEachToldAndEndAlone() async throws {
        try await withDirectory { directory in
            let streams = (0..<300).map { _ in AsyncStream.makeStream(of: Void.self) }
            let watches = streams.map { stream in
                FileWatch([.content(of: directory.path)]) { stream.continuation.yield() }
            }
            for watch in watches.dropLast(2) { watch.cancel() }
            try Data("a".utf8).write(to: directory.appending(component: "a"))
            for stream in streams.suffix(2) {
                for await _ in stream.stream { break }
            }
            let connections = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))
                    == "anon_inode:inotify"
            }
            #expect(connections.count <= 3)
            withExtendedLifetime(watches) {}
        }
    }

    @Test func whereTheSystemHasNoWatchesChangesAreToldAllTheSame() async throws {
        try await withDirectory { directory in
            // The first attempt to create a watch fails, and the second succeeds.
            let tries = NIOLockedValueBox(0)
            let notifier = FileNotifier(pollPause: .milliseconds(100)) {
                tries.withLockedValue { $0 += 1 }
                return tries.withLockedValue { $0 } == 1 ? -1 : inotify_init1(Int32(IN_CLOEXEC))
            }
            let (changes, told) = AsyncStream.makeStream(of: Void.self)
            let limits = NIOLockedValueBox(0)
            let watch = FileWatch(
                [.content(of: directory.path)], notifier: notifier, onLimit: { limits.withLockedValue { $0 += 1 } }
            ) { told.yield() }
            #expect(limits.withLockedValue { $0 } == 1)
            var news = changes.makeAsyncIterator()
            #expect(await news.next() != nil)
            #expect(tries.withLockedValue { $0 } == 2)
            try Data("a".utf8).write(to: directory.appending(component: "a"))
            #expect(await news.next() != nil)
            watch.cancel()
        }
    }

    /// A file is behind a link, or behind several, as a ConfigMap of Kubernetes has them.
    @Test(arguments: ["direct", "relative", "directory"])
    func whatLinksLeadToIsWatched(_ kind: String) async throws {
        try await withDirectory { directory in
            let (menu, other) = (directory.appending(component: "menu"), directory.appending(component: "other"))
            let files = FileManager.default
            try files.createDirectory(at: other, withIntermediateDirectories: false)
            try Data("a".utf8).write(to: other.appending(component: "main.json"))
            switch kind {
            case "direct":
                try files.createDirectory(at: menu, withIntermediateDirectories: false)
                symlink("\(other.path)/main.json", "\(menu.path)/main.json")
            case "relative":
                try files.createDirectory(at: menu, withIntermediateDirectories: false)
                symlink("../other", "\(menu.path)/..data")
                symlink("..data/main.json", "\(menu.path)/main.json")
            default: symlink("other", menu.path)
            }
            let (changes, told) = AsyncStream.makeStream(of: Void.self)
            let watch = FileWatch([.content(of: menu.path)]) { told.yield() }
            var news = changes.makeAsyncIterator()
            try Data("b".utf8).write(to: other.appending(component: "main.json"))
            #expect(await news.next() != nil)
            watch.cancel()
        }
    }

    @Test func aLinkThatIsExchangedIsToldOfAndFollowedAnew() async throws {
        try await withDirectory { directory in
            let menu = directory.appending(component: "menu")
            for version in ["v1", "v2"] {
                let place = directory.appending(component: version)
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
                try Data(version.utf8).write(to: place.appending(component: "main.json"))
            }
            symlink("v1", menu.path)
            let changes = Record<Int>()
            let watch = FileWatch([.content(of: menu.path)]) { changes.append(1) }
            symlink("v2", "\(directory.path)/new")
            rename("\(directory.path)/new", menu.path)
            await changes.wait(count: 1)
            let before = changes.count
            try Data("c".utf8).write(to: directory.appending(path: "v2/main.json"))
            await changes.wait(count: before + 1)
            // What it led to before does not matter any more than any other file.
            watch.cancel()
        }
    }

    @Test func linksInACircleAndLinksToNothingAreNoTrouble() throws {
        let directory = FileManager.default.temporaryDirectory.appending(component: "banchan-watch-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        symlink("b", "\(directory.path)/a")
        symlink("a", "\(directory.path)/b")
        symlink("none/at/all", "\(directory.path)/c")
        #expect(LinkChain(of: "\(directory.path)/a").links.count == 40)
        #expect(LinkChain(of: "\(directory.path)/c").end.name == "all")
        FileWatch([.content(of: directory.path)]) {}.cancel()
    }

    private func withDirectory(_ body: (URL) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(component: "banchan-watch-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await body(directory)
    }
}
