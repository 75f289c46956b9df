import Canvas
import Domain

/// A bar that shows a count in proportion to a maximum. ASCII, since block characters are two columns wide in some
/// terminals.
struct Bar {
    let count: Int
    var most = Bar.maxStock
    let columns: Int

    /// The maximum stock of a fruit and of a drink.
    private static let maxStock = FruitStock.counts.upperBound
    static let widest = 50
    /// The number of digits of a stock.
    static let digits = 3
    private static let narrowest = 5

    /// The number of filled columns, rounded up, so that a single piece is already visible.
    var filled: Int {
        guard most > 0 else { return 0 }
        let there = min(max(0, count), most)
        return (there * columns + most - 1) / most
    }

    func add(to line: inout LineBuilder) {
        guard columns >= Bar.narrowest else { return }
        line.left(String(repeating: "=", count: filled), Style(.good, .bold))
        line.left(String(repeating: "-", count: columns - filled), .dim)
    }
}
