import Foundation
import Glibc

/// Who holds a place, as its file says it.
struct GuestPlaceHolder: Equatable, Codable {
    /// By name or key; `nil` for who is not known again.
    let guest: String?
    /// Whether a line of `authorized_keys` or the keeper says the name.
    let isNamed: Bool
    /// Where the connection comes from; `nil` where nothing says it.
    let address: String?

    init(_ identity: GuestIdentity, environment: [String: String]) {
        guest = identity.text
        isNamed = if case .named = identity { true } else { false }
        address = environment[GuestEnvironment.connection]?.split(separator: " ").first.map(String.init)
    }

    /// Who is not known is whoever comes from the same address.
    func isSameGuest(as other: GuestPlaceHolder) -> Bool {
        guest == nil && other.guest == nil ? address == other.address : guest == other.guest
    }

    /// Whether both told no name and come from one address.
    func isSameCrowd(as other: GuestPlaceHolder) -> Bool {
        !isNamed && !other.isNamed && address != nil && address == other.address
    }

    /// A file with more than that is none.
    private static let largestFile = 32 << 10

    /// What the file says; `nil` where that is nothing.
    init?(in descriptor: Int32) {
        var bytes = [UInt8](repeating: 0, count: GuestPlaceHolder.largestFile)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0, let holder = try? JSONDecoder().decode(GuestPlaceHolder.self, from: Data(bytes.prefix(count)))
        else { return nil }
        self = holder
    }

    /// Whether the file says it now, and nothing else.
    func write(to descriptor: Int32) -> Bool {
        guard let data = try? JSONEncoder().encode(self), ftruncate(descriptor, 0) == 0 else { return false }
        return data.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) == $0.count }
    }
}
