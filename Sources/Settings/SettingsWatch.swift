import Foundation
import Platform

/// Watches the settings file and reports changed settings. Sleeps in between.
public struct SettingsWatch: Sendable {
    private let reader: SettingsReader

    public init(_ reader: SettingsReader) { self.reader = reader }

    /// Calls `onChange` for each change since `last` was read, until its task is cancelled.
    public func run(since last: ReadSettings, onChange: @escaping @Sendable (ReadSettings) -> Void) async {
        guard let file = reader.file else { return }
        let (changes, change) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let watch = FileWatch(SettingsWatch.places(of: file)) { change.yield() }
        // Catches changes made before the watch began.
        change.yield()
        var last = last
        for await _ in changes {
            let now = reader.read()
            guard now != last else { continue }
            last = now
            onChange(now)
        }
        watch.cancel()
    }

    /// Returns the directories to watch: from the nearest existing one down to the file's own, so that their creation
    /// is noticed, and, if the file is a symbolic link, the directory of its target.
    private static func places(of file: String) -> [FileWatch.Place] {
        func directory(of path: String) -> String { (path as NSString).deletingLastPathComponent }
        var paths = [directory(of: file)]
        repeat { paths.insert(directory(of: paths[0]), at: 0) } while !FileManager.default.fileExists(atPath: paths[0])
        let real = directory(of: URL(filePath: file).resolvingSymlinksInPath().path)
        return (paths + [real]).map { .content(of: $0) }
    }
}
