import Domain
import Foundation
import Platform

/// A store on disk of the last known sections of one shop.
///
/// A section is stored twice: `<name>.json` has all rows, `<name>.head.json` the first few, so that a first screen
/// never waits for thousands. If the first few are all, there is only the head. Each file is complete in itself: if the
/// two are of different times, as after a crash between them, the one with all rows counts.
public struct SnapshotStore: Sendable {
    /// The number of rows in a head: more than the tallest screen shows.
    public static let headRows = 100
    /// The number of rows written in one batch, between checks for cancellation.
    static let batchRows = 1_000
    /// The maximum file sizes in bytes: more than these rows can take, and than a response body rewritten as a snapshot
    /// may have.
    static let maxHeadSize = 8 << 20
    static let maxWholeSize = 256 << 20

    private let directory: CacheDirectory
    private let shop: String

    /// Creates a store in the directory at this path for the sections of `shop`, which is any text that names it.
    /// Nothing is created before the first write.
    public init(directory: String, shop: String) {
        self.directory = CacheDirectory(path: directory)
        self.shop = shop
    }

    /// Returns the store for the shop at `address`, or for the embedded one, in the user's cache directory:
    /// `XDG_CACHE_HOME`, or `~/.cache`. Returns `nil` if the environment defines neither.
    public static func standard(
        for address: ShopAddress?, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> SnapshotStore? {
        let shop = address?.description ?? "own"
        return BaseDirectory.cache.path(in: environment).map {
            SnapshotStore(directory: "\($0)/banchan/\(FileName.of(shop))", shop: shop)
        }
    }

    /// Whether nothing was stored before.
    public var isNew: Bool { access(directory.path, F_OK) != 0 }

    /// Returns the first rows of `section`, or all if they are few; `nil` if there is no readable snapshot. Fast,
    /// whatever the section's size.
    public func head(of section: SectionDefinition) -> Snapshot? {
        read(headFile(section), of: section, atMost: SnapshotStore.maxHeadSize)
    }

    /// Returns all rows of `section`, or `nil` if they are not on disk. Slow if there are many.
    public func whole(of section: SectionDefinition) -> Snapshot? {
        let head = head(of: section)
        if let head, head.isWhole { return head }
        let whole = read(wholeFile(section), of: section, atMost: SnapshotStore.maxWholeSize)
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

    /// Writes all of `snapshot`, which must be complete. A failure is returned and leaves the older files as they were.
    /// If there are many rows, `isWanted` is called between batches, and `false` cancels the write.
    @discardableResult
    public func write(
        _ snapshot: Snapshot, of section: SectionDefinition, while isWanted: () -> Bool = { true }
    ) -> DiskWriteResult {
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

    /// Writes only the head of `snapshot`, whose rows are on disk already, to update its confirmation time.
    @discardableResult
    public func confirm(_ snapshot: Snapshot, of section: SectionDefinition) -> DiskWriteResult {
        let first = snapshot.rows.indices.prefix(SnapshotStore.headRows)
        return directory.replace(headFile(section)) { file in
            try encode(snapshot, first, of: section, into: file) { true }
        }
    }

    /// Encodes and writes the rows batch by batch, so that they are never in memory a second time.
    private func encode(
        _ snapshot: Snapshot, _ rows: Range<Int>, of section: SectionDefinition, into file: AtomicFileWriter,
        while isWanted: () -> Bool
    ) throws {
        // The header `{"format":2,...` without its closing brace: the rows follow.
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

public enum DiskWriteResult: Hashable, Sendable {
    case done
    /// The write was cancelled before it was complete.
    case cancelled
    /// The write failed with this `errno`.
    case failed(Int32)
}

/// The last known state of a section.
public struct Snapshot: Sendable, Equatable {
    /// The first rows of the section, or all of them.
    public var rows: SectionRows
    /// The number of rows of the section.
    public var total: Int
    /// The validator that came with the rows, for all of them together.
    public var validator: String?
    /// When the server last confirmed this content.
    public var confirmedAt: Date

    public init(rows: SectionRows, total: Int? = nil, validator: String?, confirmedAt: Date) {
        self.rows = rows
        self.total = total ?? rows.count
        self.validator = validator
        self.confirmedAt = confirmedAt
    }

    public var isWhole: Bool { rows.count == total }
}

/// The fields of a snapshot file other than the rows.
struct SnapshotHeader: Codable {
    /// The format version. A file of another version is not read, and its section is fetched.
    private static let presentFormat = 2

    private(set) var format = presentFormat
    /// The shop and the section; a file of another one is not read, whatever its name.
    let shop: String
    let section: String
    let validator: String?
    /// Seconds since 1970.
    let confirmedAt: Double
    let total: Int

    init(_ snapshot: Snapshot, shop: String, section: SectionID) {
        self.shop = shop
        self.section = section.path
        validator = snapshot.validator
        confirmedAt = snapshot.confirmedAt.timeIntervalSince1970
        total = snapshot.total
    }

    /// More rows than a file of the largest size can have.
    private static let maxRows = 10_000_000

    /// Returns the snapshot with `rows`, or `nil` if the header is not valid for this shop and section. A validator that
    /// cannot be sent is dropped, so that the rows are shown until they are fetched anew.
    func snapshot(_ rows: SectionRows, shop: String, section: SectionID) -> Snapshot? {
        let confirmedAt = Date(timeIntervalSince1970: confirmedAt)
        guard format == SnapshotHeader.presentFormat, self.shop == shop, self.section == section.path,
            (rows.count...max(rows.count, SnapshotHeader.maxRows)).contains(total), confirmedAt.isWritable
        else { return nil }
        return Snapshot(rows: rows, total: total, validator: validator?.sendableField, confirmedAt: confirmedAt)
    }
}

/// The content of a snapshot file: one object whose last value is the rows.
struct SnapshotRecord<Row: Decodable>: Decodable {
    let header: SnapshotHeader
    let rows: [Row]

    private enum CodingKeys: String, CodingKey { case rows }

    init(from decoder: any Decoder) throws {
        header = try SnapshotHeader(from: decoder)
        rows = try decoder.container(keyedBy: CodingKeys.self).decode([Row].self, forKey: .rows)
    }
}

extension Date {
    /// The years 1970, where the clock of a small machine begins, to 2199.
    private static let writableTimes = 0..<7_258_118_400.0

    /// Whether this program can have written the time: one far away would overflow an age, or a calendar.
    var isWritable: Bool { Date.writableTimes.contains(timeIntervalSince1970) }
}
