import NIOConcurrencyHelpers

/// The memory limit for all responses under way together.
///
/// Each response has its own limit; several large ones at once would still use more memory than the program should
/// need.
final class HTTPBudget: Sendable {
    /// The maximum number of bytes of all bodies under way together: as much as the largest single response may have.
    private static let total = 32 << 20
    /// A response up to this size is never refused because of what others use.
    private static let small = 2 << 20

    private let taken = NIOLockedValueBox(0)

    /// Reserves `count` more bytes for a response that already has `present` bytes. Returns `false` if the limit would
    /// be exceeded.
    func take(_ count: Int, present: Int) -> Bool {
        taken.withLockedValue { taken in
            guard present + count <= HTTPBudget.small || taken + count <= HTTPBudget.total else { return false }
            taken += count
            return true
        }
    }

    /// Releases the bytes of a response that is no longer under way.
    func giveBack(_ count: Int) { taken.withLockedValue { $0 -= count } }
}
