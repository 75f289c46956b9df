import Domain
import Foundation
import Platform

/// The last known sections of one shop, on disk.
///
/// A section is kept twice: `<name>.json` has all rows, `<name>.head.json` the first few, so that a first screen never
/// waits for thousands. Where the first few are all, the head stands alone. Each file is whole in itself: when the two
/// are of different times, as after a crash between them, the one with all rows counts.
public struct SnapshotStore: Sendable {
    /// Rows in a head: more than the tallest screen shows.
    public static let headRows = 100
    /// Rows of which so many are written in one go, between looks at whether to go on.
    static let batchRows = 1_000
    /// Bytes beyond which a file is not read: more than these rows can take, and than a body may have, written again.
    static let largestHead = 8 << 20
    static let largestWhole = 256 << 20

    private let directory: CacheDirectory
    private let shop: String

    /// Keeps the sections of `shop`, which is any text that names it, in `directory`. Nothing is created before the
    /// first write.
    public init(directory: URL, shop: String) {
        self.directory = CacheDirectory(path: directory.path)
        self.shop = shop
    }

    /// The store for the shop at `address`, or for the embedded one, below the user's cache directory: that of
    /// `XDG_CACHE_HOME`, or `~/.cache`. `nil` where the environment names neither.
    public static func standard(
        for address: ShopAddress?, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> SnapshotStore? {
        guard let cache = BaseDirectory.cache.url(in: environment) else { return nil }
        let shop = address?.description ?? "own"
        let directory = cache.appendingPathComponent("banchan").appendingPathComponent(FileName.of(shop))
        return SnapshotStore(directory: directory, shop: shop)
    }

    /// The first rows of `section`, or all where they are few; `nil` when nothing is known, or nothing readable.
    /// Quick, whatever the section's size.
    public func head(of section: SectionDefinition) -> Snapshot? {
        read(headFile(section), of: section, atMost: SnapshotStore.largestHead)
    }

    /// All rows of `section`; `nil` when they are not known. Takes its time where there are many.
    public func whole(of section: SectionDefinition) -> Snapshot? {
        let head = head(of: section)
        if let head, head.isWhole { return head }
        let whole = read(wholeFile(section), of: section, atMost: SnapshotStore.largestWhole)
        guard var whole, whole.isWhole else { return nil }
        if let head, head.validator == whole.validator { whole.confirmedAt = max(head.confirmedAt, whole.confirmedAt) }
        return whole
    }

    private func read(_ file: String, of section: SectionDefinition, atMost limit: Int) -> Snapshot? {
        guard let data = directory.read(file, atMost: limit) else { return nil }
        return section.stored(data).flatMap { header, rows in
            header.snapshot(rows, shop: shop, section: section.id)
        }
    }

    /// Writes all of `snapshot`, which is whole. What could not be written is reported and leaves the older files as
    /// they were. Where there are many rows, `isWanted` is asked now and then, and ends it.
    @discardableResult
    public func write(
        _ snapshot: Snapshot, of section: SectionDefinition, while isWanted: () -> Bool = { true }
    ) -> SnapshotWriting {
        guard snapshot.rows.count > SnapshotStore.headRows else {
            let written = confirm(snapshot, of: section)
            if written == .done { directory.remove(wholeFile(section)) }
            return written
        }
        let written = directory.replace(wholeFile(section)) { file in
            try encode(snapshot, snapshot.rows.indices, of: section, into: file, while: isWanted)
        }
        return written == .done ? confirm(snapshot, of: section) : written
    }

    /// Writes only the head of `snapshot`, whose rows are on disk already: what it says of the time is new.
    @discardableResult
    public func confirm(_ snapshot: Snapshot, of section: SectionDefinition) -> SnapshotWriting {
        let first = snapshot.rows.indices.prefix(SnapshotStore.headRows)
        return directory.replace(headFile(section)) { file in
            try encode(snapshot, first, of: section, into: file) { true }
        }
    }

    /// Writes those of the rows batch by batch, so that they are never in memory a second time.
    private func encode(
        _ snapshot: Snapshot, _ rows: Range<Int>, of section: SectionDefinition, into file: AtomicFileWriter,
        while isWanted: () -> Bool
    ) throws {
        // {"format":2,...} without its end: the rows follow.
        let header = try JSONEncoder().encode(SnapshotHeader(snapshot, shop: shop, section: section.id)).dropLast()
        try file.write(header + Data(#","rows":["#.utf8))
        for start in stride(from: 0, to: rows.count, by: SnapshotStore.batchRows) {
            guard isWanted() else { throw CancellationError() }
            let batch = start..<min(start + SnapshotStore.batchRows, rows.count)
            let written = try section.encode(snapshot.rows, batch).dropFirst().dropLast()
            try file.write(start == 0 ? Data(written) : Data(",".utf8) + written)
        }
        try file.write(Data("]}".utf8))
    }

    private func headFile(_ section: SectionDefinition) -> String { FileName.of(section.id.path) + ".head.json" }
    private func wholeFile(_ section: SectionDefinition) -> String { FileName.of(section.id.path) + ".json" }
}

/// How a write to disk went.
public enum SnapshotWriting: Hashable, Sendable {
    case done
    /// It was not wanted any more before it was done.
    case cancelled
    /// The system's error number.
    case failed(Int32)
}
