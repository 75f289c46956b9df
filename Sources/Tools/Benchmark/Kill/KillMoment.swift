/// The moment of a kill.
struct KillMoment: Sendable {
    /// The number of actions completed before it.
    let count: Int
    /// The delay after them in microseconds, which puts the kill in the middle of the next action.
    let delay: UInt32

    /// Chooses a random moment after at most `count` actions.
    init(atMost count: Int, using random: inout some RandomNumberGenerator) {
        self.count = Int.random(in: 0...count, using: &random)
        delay = UInt32.random(in: 0...KillMoment.maxDelay, using: &random)
    }

    private static let maxDelay: UInt32 = 3_000
}
