import Foundation
import Glibc
import Platform

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
    private var place: URL { sessions.appending(path: "left") }

    /// Creates the value for the directory of guests' data at `sessions`.
    init(below sessions: URL) { self.sessions = sessions }

    /// Moves `directory` here. If that fails, it is removed, since its place is needed.
    func add(_ directory: URL) {
        guard access(directory.path, F_OK) == 0 else { return }
        try? PrivateDirectory.create(at: place.path, durably: false)
        guard rename(directory.path, place.appending(path: UUID().uuidString).path) != 0 else { return }
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
        AbandonedData.names(in: place).prefix(AbandonedData.maxAtOnce).lazy.compactMap { name in
            let url = place.appending(path: name)
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
