/// A reader of untrusted input, together with the rules that hold for any input.
struct FuzzTarget: Sendable {
    let name: String
    /// Valid inputs, from which others are generated.
    let seeds: [[UInt8]]
    /// Reads `bytes`. Throws `BrokenRule` if a rule is violated.
    let read: @Sendable (_ bytes: [UInt8]) throws -> Void

    static let all: [FuzzTarget] = [
        .menu, .page, .juice, .drinks, .orders, .files, .cards, .events, .keys, .heads, .pictures,
    ]
}

/// A rule that has to hold for any input was violated.
struct BrokenRule: Error, CustomStringConvertible {
    let description: String
}

/// Throws if the rule does not hold.
func expect(_ holds: Bool, _ rule: String) throws(BrokenRule) {
    guard holds else { throw BrokenRule(description: rule) }
}

extension Array {
    /// Returns the array divided into pieces of `size` elements; the last piece may be shorter.
    func pieces(of size: Int) -> [[Element]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}
