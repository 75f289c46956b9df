import Foundation
import Glibc
import Platform
import ShopApp
import ShopHTTP
import ShopServer

/// A slot for one guest at a time, of a limited number. It is held until this object is released or the program ends,
/// however it ends.
///
/// It has a directory for data that is deleted when the guest leaves. If the guest's program was killed, the data
/// remains until the next guest comes, and is then set aside as abandoned.
final class GuestSlot: Sendable {
    let directory: URL
    private let descriptor: Int32

    private init(directory: URL, descriptor: Int32) {
        self.directory = directory
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// The number of slots, and how many of them one guest may hold.
    struct Limits {
        let all: Int
        let each: Int

        /// The maximum number of unnamed guests from one address: without names, a guest can have any number of keys.
        var nameless: Int { max(1, all / 2) }
    }

    /// Takes the first free slot below `sessions` for `holder`. Throws if there is none or a limit is reached.
    static func acquire(
        below sessions: URL, of limits: Limits, for holder: GuestSlotHolder
    ) throws(VisitProblem) -> GuestSlot {
        let slots = sessions.appending(path: "places")
        guard (try? PrivateDirectory.create(at: slots.path, durably: false)) != nil else { throw .cannotStart }
        // Guests who arrive at the same time are counted one after the other.
        let gate = try descriptor(slots.appending(path: "gate.lock"))
        defer { close(gate) }
        guard flock(gate, LOCK_EX) == 0 else { throw .cannotStart }
        var (free, held) = (GuestSlot?.none, [GuestSlotHolder]())
        let abandoned = AbandonedData(below: sessions)
        for number in 1...max(1, limits.all) {
            let file = try descriptor(slots.appending(path: "\(number).lock"))
            let directory = slots.appending(path: "\(number)")
            if flock(file, LOCK_EX | LOCK_NB) == 0 {
                abandoned.add(directory)
                if free == nil { free = GuestSlot(directory: directory, descriptor: file) } else { close(file) }
            } else {
                if let holder = GuestSlotHolder(in: file) { held.append(holder) }
                close(file)
            }
        }
        guard let free else { throw .full }
        if held.count(where: { holder.isSameGuest(as: $0) }) >= limits.each { throw .crowded(limit: limits.each) }
        if held.count(where: { holder.isSameOrigin(as: $0) }) >= limits.nameless { throw .tooManyFromAddress }
        guard holder.write(to: free.descriptor) else { throw .cannotStart }
        return free
    }

    private static func descriptor(_ file: URL) throws(VisitProblem) -> Int32 {
        let descriptor = open(file.path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .cannotStart }
        return descriptor
    }

    /// Deletes the guest's data, and who held the slot.
    func clear() {
        try? FileManager.default.removeItem(at: directory)
        ftruncate(descriptor, 0)
    }
}

/// The guest who holds a slot, as stored in the slot's lock file.
struct GuestSlotHolder: Equatable, Codable {
    /// The guest's name or key; `nil` if the guest cannot be recognised.
    let guest: String?
    /// Whether the name comes from a line of `authorized_keys` or from the keeper.
    let isNamed: Bool
    /// The address that the connection comes from, as the server counts addresses; `nil` if it is unknown.
    let address: String?

    init(_ identity: GuestIdentity, environment: [String: String]) {
        guest = identity.text
        isNamed = if case .named = identity { true } else { false }
        address = GuestEnvironment.address(in: environment).flatMap { ClientAddress($0) }?.description
    }

    /// Whether both are the same guest. Guests who cannot be recognised are compared by address.
    func isSameGuest(as other: GuestSlotHolder) -> Bool {
        guest == nil && other.guest == nil ? address == other.address : guest == other.guest
    }

    /// Whether both are unnamed and come from the same address.
    func isSameOrigin(as other: GuestSlotHolder) -> Bool {
        !isNamed && !other.isNamed && address != nil && address == other.address
    }

    /// The maximum size in bytes; a longer file is not valid.
    private static let maxFileSize = 32 << 10

    /// Reads the holder from the file. Returns `nil` if it contains none.
    init?(in descriptor: Int32) {
        var bytes = [UInt8](repeating: 0, count: GuestSlotHolder.maxFileSize)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0, let holder = try? JSONDecoder().decode(GuestSlotHolder.self, from: Data(bytes.prefix(count)))
        else { return nil }
        self = holder
    }

    /// Replaces the file's contents. Returns whether that succeeded.
    func write(to descriptor: Int32) -> Bool {
        guard let data = try? JSONEncoder().encode(self), ftruncate(descriptor, 0) == 0 else { return false }
        return data.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) == $0.count }
    }
}
