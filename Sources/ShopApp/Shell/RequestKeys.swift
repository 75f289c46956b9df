import Foundation

/// A generator of idempotency keys for requests. The keys of one run of the program all differ; those of two runs
/// differ by their random seed.
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
