/// Something that reads what others wrote, and what holds of it for any input.
struct FuzzTarget: Sendable {
    let name: String
    /// Good inputs; others are made from them.
    let seeds: [[UInt8]]
    /// Reads `bytes`. Throws `BrokenRule` where something does not hold.
    let read: @Sendable (_ bytes: [UInt8]) throws -> Void

    static let all: [FuzzTarget] = [
        .menu, .page, .juice, .drinks, .orders, .files, .cards, .events, .keys, .heads, .pictures,
    ]
}

/// What should hold for any input, and did not for this one.
struct BrokenRule: Error, CustomStringConvertible {
    let description: String
}

/// Throws where a rule does not hold.
func expect(_ holds: Bool, _ rule: String) throws(BrokenRule) {
    guard holds else { throw BrokenRule(description: rule) }
}

extension Array {
    /// The pieces of `size` elements that it consists of, the last one as long as is left.
    func pieces(of size: Int) -> [[Element]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}
