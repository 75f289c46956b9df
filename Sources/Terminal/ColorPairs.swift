/// Allocates curses colour pair numbers for the colours of pictures.
///
/// Curses can allocate pairs itself and reuses the least recently used one when all are taken, but then it searches
/// all pairs on every allocation, and a screen that took a millisecond takes minutes. So they are counted here: when
/// half of them are taken, all are forgotten before the next frame, which then has to be painted completely.
struct ColorPairs {
    /// A pair number, and whether curses still has to be told its colours.
    struct Pair: Equatable {
        let number: Int32
        let isNew: Bool
    }

    private struct Colors: Hashable {
        let foreground: Int32
        let background: Int32
    }

    /// The first number; lower ones belong to inks.
    private let first: Int32
    private let limit: Int
    private var numbers: [Colors: Int32] = [:]

    /// Allocates from `first` up to, but not including, `end`.
    init(first: Int32, end: Int32) {
        self.first = first
        limit = max(0, Int(end - first))
    }

    /// Whether any numbers can be allocated at all.
    var hasRoom: Bool { limit > 0 }

    /// Whether so many numbers are taken that the next frame might need more than are left.
    var isNearlyFull: Bool { numbers.count * 2 > limit }

    /// Returns the pair of these two colours, or `nil` if no number is left.
    mutating func pair(_ foreground: Int32, _ background: Int32) -> Pair? {
        let colors = Colors(foreground: foreground, background: background)
        if let number = numbers[colors] { return Pair(number: number, isNew: false) }
        guard numbers.count < limit else { return nil }
        let number = first + Int32(numbers.count)
        numbers[colors] = number
        return Pair(number: number, isNew: true)
    }

    /// Frees all numbers.
    mutating func forgetAll() { numbers.removeAll(keepingCapacity: true) }
}
