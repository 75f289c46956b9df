import Foundation
import Platform

/// Tells of the settings whenever they are others than before. Sleeps in between.
public struct SettingsWatch: Sendable {
    private let reader: SettingsReader

    public init(_ reader: SettingsReader) { self.reader = reader }

    /// Calls `onChange` for each change after `last` was read, until its task is cancelled.
    public func run(since last: ReadSettings, onChange: @escaping @Sendable (ReadSettings) -> Void) async {
        guard let file = reader.file else { return }
        let (changes, change) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let watch = FileWatch(SettingsWatch.places(of: file)) { change.yield() }
        // What changed before the watch began.
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

    /// The directories above the file, from the first that is there downwards, so that none is made unseen, and where the
    /// file is a link, the directory of the file behind it.
    private static func places(of file: String) -> [FileWatch.Place] {
        func directory(of path: String) -> String { (path as NSString).deletingLastPathComponent }
        var paths = [directory(of: file)]
        repeat { paths.insert(directory(of: paths[0]), at: 0) } while !FileManager.default.fileExists(atPath: paths[0])
        let real = directory(of: URL(filePath: file).resolvingSymlinksInPath().path)
        return (paths + [real]).map { .content(of: $0) }
    }
}
