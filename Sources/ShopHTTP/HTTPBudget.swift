import NIOConcurrencyHelpers

/// The memory that all answers under way may take together.
///
/// Each answer has a limit of its own; several large ones at once would still be more than the program should need.
final class HTTPBudget: Sendable {
    /// Bytes of all bodies under way together: as many as the largest answer may have alone.
    private static let total = 32 << 20
    /// An answer up to this size is never refused for what others take.
    private static let small = 2 << 20

    private let taken = NIOLockedValueBox(0)

    /// Takes `count` further bytes for an answer that has `present` already; `false` where there is no room for it.
    func take(_ count: Int, present: Int) -> Bool {
        taken.withLockedValue { taken in
            guard present + count <= HTTPBudget.small || taken + count <= HTTPBudget.total else { return false }
            taken += count
            return true
        }
    }

    /// Gives the bytes of an answer back that is no longer under way.
    func giveBack(_ count: Int) { taken.withLockedValue { $0 -= count } }
}
