import Foundation

/// Makes the keys of orders: each another one, and those of two runs of the program apart by chance.
struct RequestKeys: Hashable, Sendable {
    private let seed: UUID
    private var count: UInt32 = 0

    init(seed: UUID) { self.seed = seed }

    mutating func next() -> UUID {
        count &+= 1
        var bytes = seed.uuid
        bytes.12 ^= UInt8(truncatingIfNeeded: count >> 24)
        bytes.13 ^= UInt8(truncatingIfNeeded: count >> 16)
        bytes.14 ^= UInt8(truncatingIfNeeded: count >> 8)
        bytes.15 ^= UInt8(truncatingIfNeeded: count)
        return UUID(uuid: bytes)
    }
}
