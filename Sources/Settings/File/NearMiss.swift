/// Finds what somebody meant who made a slip.
enum NearMiss {
    /// Slips that a name of that length may have.
    private static func mostSlips(_ length: Int) -> Int { length < 4 ? 1 : length < 12 ? 2 : 3 }
    /// Longer texts are no slip of any name.
    private static let longest = 64

    /// The one of `names` that is nearest to `text`; `nil` where none is near.
    static func suggestion(for text: String, among names: some Sequence<String>) -> String? {
        let typed = Array(text.lowercased().unicodeScalars.prefix(longest + 1))
        guard typed.count <= longest else { return nil }
        return names.map { ($0, distance(typed, Array($0.unicodeScalars))) }
            .filter { $0.1 <= mostSlips(typed.count) }
            .min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
    }

    /// How many letters are to be put in, taken out, replaced or swapped with their neighbours (optimal string alignment).
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var rows = [Array(0...right.count)]
        for row in left.indices {
            var line = [row + 1]
            for column in right.indices {
                let isSame = left[row] == right[column]
                var least = min(rows[row][column] + (isSame ? 0 : 1), rows[row][column + 1] + 1, line[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    least = min(least, rows[row - 1][column - 1] + 1)
                }
                line.append(least)
            }
            rows.append(line)
        }
        return rows[left.count][right.count]
    }
}
