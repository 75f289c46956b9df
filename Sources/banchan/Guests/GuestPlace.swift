import Foundation
import Glibc
import Platform

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

    /// The first place below `sessions` that nobody holds, of `count`; `nil` where all are taken. Throws where there can be
    /// none.
    static func take(below sessions: URL, of count: Int) throws(POSIXError) -> GuestPlace? {
        let places = sessions.appending(path: "places")
        try PrivateDirectory.create(at: places.path, durably: false)
        for number in 1...max(1, count) {
            let path = places.appending(path: "\(number).lock").path
            let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
                return GuestPlace(directory: places.appending(path: "\(number)"), descriptor: descriptor)
            }
            close(descriptor)
        }
        return nil
    }

    /// Forgets what the guest left.
    func clear() { try? FileManager.default.removeItem(at: directory) }
}
