import Foundation
import GRDB
import NIOConcurrencyHelpers
import Platform
import SQLiteFile

/// The index as it was last read, with what this program changed since.
struct LatestIndex: Sendable {
    enum Change: Sendable {
        case put(Contact)
        case gone(ContactID)
    }

    /// More changes than this are read anew rather than put in one by one.
    private static let mostChanges = 8

    var index: PhoneBookIndex?
    var changes: [Change] = []
    /// SQLite's number for what other connections have changed, as it was when that was last looked at.
    var othersVersion: Int?
    var watch: FileWatch?

    /// The present index, if nobody else changed anything.
    mutating func present() -> PhoneBookIndex? {
        defer { changes = [] }
        guard let known = index, changes.count <= LatestIndex.mostChanges else { return nil }
        index = changes.reduce(known) { index, change in
            switch change {
            case .put(let contact): index.putting(contact)
            case .gone(let id): index.removing(id)
            }
        }
        return index
    }
}

extension PhoneBookStore {
    /// All contacts as they are now. The same index, without reading anything, for as long as nobody changes anything.
    public func index() async throws(PhoneBookError) -> PhoneBookIndex {
        try await perform { [self] database in
            try noticeOthers(database)
            if let index = latest.withLockedValue({ $0.present() }) { return index }
            let index = try database.read { try IndexReading.index(in: $0) }
            latest.withLockedValue { $0.index = index }
            return index
        }
    }

    /// At most `limit` contacts that somebody who types `text` for a name may mean, the likeliest first.
    public func suggestions(for text: String, limit: Int = 5) async throws(PhoneBookError) -> [Contact] {
        try await index().suggestions(for: text, limit: limit)
    }

    /// Notes what this program changed, and tells everybody: this program, and through the times of the file all others
    /// that have it open, so that nobody has to look again and again. On the phone book's thread, after the commit.
    func changed(_ change: LatestIndex.Change?) {
        latest.withLockedValue { latest in
            if let change, latest.index != nil { latest.changes.append(change) } else { latest.index = nil }
        }
        // Without opening the file: closing it again would drop the locks that SQLite has on it.
        utimensat(AT_FDCWD, path, nil, 0)
        NotificationCenter.default.post(PhoneBookDidChange(), subject: self)
    }

    /// Begins to look out for what other programs change. On the phone book's thread.
    func watchOthers(_ database: DatabaseQueue) throws {
        guard latest.withLockedValue({ $0.othersVersion == nil }) else { return }
        let watch = FileWatch([.attributes(of: path)]) { [weak self] in self?.fileChanged() }
        latest.withLockedValue { $0.watch = watch }
        try noticeOthers(database)
    }

    private func fileChanged() {
        // Where it cannot be read now, whoever reads it next notices, or is told why not.
        thread.enqueue { [weak self] database in try? self?.noticeOthers(database) }
    }

    /// Tells everybody if another program changed anything since this was last asked; then nothing that was read counts
    /// any more.
    private func noticeOthers(_ database: DatabaseQueue) throws {
        let version = try database.read { try Int.fetchOne($0, sql: "PRAGMA data_version") } ?? 0
        let isChanged = latest.withLockedValue { latest in
            let earlier = latest.othersVersion
            guard earlier != version else { return false }
            latest.othersVersion = version
            latest.index = nil
            latest.changes = []
            return earlier != nil
        }
        if isChanged { NotificationCenter.default.post(PhoneBookDidChange(), subject: self) }
    }
}
