/// The colour pairs of pictures: which number of curses' stands for which two colours.
///
/// Curses hands out numbers by itself, and takes back the one that was not used for longest when all are taken: but
/// then it searches all of them for each, and a screen that took a millisecond takes minutes. So they are counted here:
/// when half of them are taken, all are forgotten before the next frame, which then has to be painted whole.
struct ColorPairs {
    /// A number, and whether curses has to be told what it stands for now.
    struct Pair: Equatable {
        let number: Int32
        let isNew: Bool
    }

    private struct Colors: Hashable {
        let foreground: Int32
        let background: Int32
    }

    /// The first number; those below are of inks.
    private let first: Int32
    private let limit: Int
    private var numbers: [Colors: Int32] = [:]

    /// Numbers from `first` on, below `end`.
    init(first: Int32, end: Int32) {
        self.first = first
        limit = max(0, Int(end - first))
    }

    /// Whether there are any numbers.
    var hasRoom: Bool { limit > 0 }

    /// Whether so many are taken that a frame might need more than are left.
    var isNearlyFull: Bool { numbers.count * 2 > limit }

    /// The pair of these two colours; `nil` when no number is left.
    mutating func pair(_ foreground: Int32, _ background: Int32) -> Pair? {
        let colors = Colors(foreground: foreground, background: background)
        if let number = numbers[colors] { return Pair(number: number, isNew: false) }
        guard numbers.count < limit else { return nil }
        let number = first + Int32(numbers.count)
        numbers[colors] = number
        return Pair(number: number, isNew: true)
    }

    /// From now on no number stands for anything.
    mutating func forgetAll() { numbers.removeAll(keepingCapacity: true) }
}
