import Foundation
import Glibc
import NIOConcurrencyHelpers
import Platform
import ShopClient

/// The directory in which the data of a guest who is recognised is kept for the next visit: the cart, waiting orders and
/// the identity at the shop. It is created with the first thing that is kept there, and removed when it holds nothing.
///
/// It is held as long as this object exists, so that nothing else removes it.
final class GuestFolder: Sendable {
    /// The directory of all guests' folders, below the directory of guests' data.
    static func all(below sessions: URL) -> URL { sessions.appending(path: "known") }

    let directory: URL
    private let identity: String
    private let held = NIOLockedValueBox<HeldDirectory?>(nil)

    /// Finds the folder of the guest identified by `identity`, which a file there repeats: file names are limited in
    /// length, and two guests may get the same one. Creates nothing. Returns `nil` if the folder is another guest's.
    init?(of identity: String, below sessions: URL) {
        directory = GuestFolder.all(below: sessions).appending(path: FileName.of(identity))
        self.identity = identity
        guard access(directory.path, F_OK) == 0 else { return }
        guard let folder = try? PrivateDirectory.hold(at: directory.path), owner ?? identity == identity else {
            return nil
        }
        held.withLockedValue { $0 = folder }
        // The time of the last visit.
        utimensat(AT_FDCWD, directory.path, nil, AT_SYMLINK_NOFOLLOW)
    }

    var exists: Bool { held.withLockedValue { $0 != nil } }

    /// Creates the folder unless it exists. Returns `false` if that is not possible, or if it is another guest's by now.
    func create() -> Bool {
        held.withLockedValue { held in
            guard let folder = held ?? (try? PrivateDirectory.hold(at: directory.path)) else { return false }
            if owner == nil { try? writeOwner() }
            guard owner == identity else { return false }
            held = folder
            return true
        }
    }

    private var ownerFile: String { directory.appending(path: "guest").path }

    private var owner: String? {
        (try? Data(contentsOf: URL(filePath: ownerFile))).map { String(decoding: $0, as: UTF8.self) }
    }

    private func writeOwner() throws {
        let writer = try AtomicFileWriter(replacing: ownerFile)
        try writer.write(Data(identity.utf8))
        try writer.commit(durably: false)
    }

    /// Whether a cart, or an order that waits or was refused, is stored.
    var holdsOrders: Bool { !files(below: "data").isEmpty }

    /// Releases the folder, and removes it if it holds nothing and no other visit uses it.
    func removeIfEmpty() {
        held.withLockedValue { $0 = nil }
        guard let claimed = PrivateDirectory.claim(directory.path) else { return }
        withExtendedLifetime(claimed) {
            if !holdsOrders, files(below: "state/banchan/terminals").isEmpty {
                try? FileManager.default.removeItem(at: directory)
            }
        }
    }

    /// Returns the files below that path, at any depth, without directories.
    private func files(below path: String) -> [URL] {
        let root = directory.appending(path: path)
        let names = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
        return (names?.compactMap { $0 as? URL } ?? []).filter { !$0.hasDirectoryPath }
    }
}

/// Directories of guests' data that are removed once the money under their identities is paid out: those of guests who
/// are not recognised and whose program was killed, and the folders of guests who have not come for long.
struct AbandonedData: Sendable {
    /// A directory, which no other program pays out meanwhile.
    struct Directory {
        let url: URL
        fileprivate let claim: HeldDirectory

        func remove() { try? FileManager.default.removeItem(at: url) }
    }

    /// How long a guest's folder is kept after the last visit, in seconds: 400 days.
    private static let maxAge = 400 * 86_400
    /// The maximum number of folders whose age is checked at a time.
    private static let maxChecked = 2_000
    /// The maximum number of directories that are paid out at a time, because a guest waits meanwhile.
    private static let maxAtOnce = 16

    private let sessions: URL
    private var abandoned: URL { sessions.appending(path: "left") }

    init(below sessions: URL) { self.sessions = sessions }

    /// Moves `directory` here. If that fails, it is removed, since its place is needed.
    func add(_ directory: URL) {
        guard access(directory.path, F_OK) == 0 else { return }
        try? PrivateDirectory.create(at: abandoned.path, durably: false)
        guard rename(directory.path, abandoned.appending(path: UUID().uuidString).path) != 0 else { return }
        try? FileManager.default.removeItem(at: directory)
    }

    /// Moves the folders here of guests whose last visit is too long ago.
    func addExpired() {
        let folders = GuestFolder.all(below: sessions)
        // All have their turn, also where there are too many to check at a time.
        for name in AbandonedData.names(in: folders).shuffled().prefix(AbandonedData.maxChecked) {
            let folder = folders.appending(path: name)
            guard AbandonedData.isExpired(folder), let claim = PrivateDirectory.claim(folder.path) else { continue }
            withExtendedLifetime(claim) { if AbandonedData.isExpired(folder) { add(folder) } }
        }
    }

    /// The directories that no other program pays out, each claimed when the iteration reaches it.
    var directories: some Sequence<Directory> {
        AbandonedData.names(in: abandoned).prefix(AbandonedData.maxAtOnce).lazy.compactMap { name in
            let url = abandoned.appending(path: name)
            return PrivateDirectory.claim(url.path).map { Directory(url: url, claim: $0) }
        }
    }

    private static func isExpired(_ folder: URL) -> Bool {
        var facts = stat()
        return lstat(folder.path, &facts) == 0 && time(nil) - facts.st_mtim.tv_sec > maxAge
    }

    private static func names(in directory: URL) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    }
}
