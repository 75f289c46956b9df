import Foundation
import Glibc
import ShopHTTP

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
