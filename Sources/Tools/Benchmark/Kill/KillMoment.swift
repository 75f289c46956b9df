/// When something is killed.
struct KillMoment: Sendable {
    /// Things that are done before.
    let count: Int
    /// And then so long, in microseconds: into the middle of the next one.
    let delay: UInt32

    /// After at most so many things.
    init(atMost count: Int, using random: inout some RandomNumberGenerator) {
        self.count = Int.random(in: 0...count, using: &random)
        delay = UInt32.random(in: 0...KillMoment.longestDelay, using: &random)
    }

    private static let longestDelay: UInt32 = 3_000
}
