import Foundation
import Glibc
import Platform
import ShopApp

/// A place in which one guest is served. There are only so many. It is held until the program ends, however it ends.
///
/// It has a directory for what is forgotten when the guest leaves. What a guest left behind whose program was killed is there
/// until the next one comes.
final class GuestPlace: Sendable {
    let directory: URL
    private let descriptor: Int32

    private init(directory: URL, descriptor: Int32) {
        self.directory = directory
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// How many places there are, and how many of them one guest may hold.
    struct Limits {
        let all: Int
        let each: Int

        /// Whoever tells no name can have as many keys as they like: of those who come from one address only so many are
        /// served.
        var nameless: Int { max(1, all / 2) }
    }

    /// The first place below `sessions` that nobody holds, for that guest.
    static func take(
        below sessions: URL, of limits: Limits, for holder: GuestPlaceHolder
    ) throws(VisitProblem) -> GuestPlace {
        let places = sessions.appending(path: "places")
        guard (try? PrivateDirectory.create(at: places.path, durably: false)) != nil else { throw .noPlace }
        // Two who come at once count one after the other.
        let gate = try descriptor(places.appending(path: "gate.lock"))
        defer { close(gate) }
        guard flock(gate, LOCK_EX) == 0 else { throw .noPlace }
        var (free, held) = (GuestPlace?.none, [GuestPlaceHolder]())
        for number in 1...max(1, limits.all) {
            let file = try descriptor(places.appending(path: "\(number).lock"))
            if free == nil, flock(file, LOCK_EX | LOCK_NB) == 0 {
                free = GuestPlace(directory: places.appending(path: "\(number)"), descriptor: file)
                continue
            }
            defer { close(file) }
            if flock(file, LOCK_SH | LOCK_NB) != 0, let holder = GuestPlaceHolder(in: file) { held.append(holder) }
        }
        guard let free else { throw .full }
        if held.count(where: { holder.isSameGuest(as: $0) }) >= limits.each { throw .crowded(most: limits.each) }
        if held.count(where: { holder.isSameCrowd(as: $0) }) >= limits.nameless { throw .crowdedAddress }
        guard holder.write(to: free.descriptor) else { throw .noPlace }
        return free
    }

    private static func descriptor(_ file: URL) throws(VisitProblem) -> Int32 {
        let descriptor = open(file.path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .noPlace }
        return descriptor
    }

    /// Forgets what the guest left.
    func clear() { try? FileManager.default.removeItem(at: directory) }
}
