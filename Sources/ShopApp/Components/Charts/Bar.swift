import Canvas
import Domain

/// A count as a bar, of as many as there can be. In ASCII: what fills blocks is two columns wide in some terminals.
struct Bar {
    let count: Int
    var most = Bar.mostStock
    let columns: Int

    /// Of a fruit, and of a drink.
    private static let mostStock = FruitStock.counts.upperBound
    static let widest = 50
    /// Digits of a stock.
    static let digits = 3
    private static let narrowest = 5

    /// Columns of what there is. One piece is seen already, and all of it only when there is no room for more.
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
