/// Suggests the name that a misspelt one was meant to be.
public enum NameSuggestion {
    /// The maximum number of typing errors in a name of that length.
    private static func maxTypos(_ length: Int) -> Int { length < 4 ? 1 : length < 12 ? 2 : 3 }
    /// Texts longer than this get no suggestion.
    private static let longest = 64

    /// Returns the name closest to `text`, or `nil` if none is close.
    public static func suggestion(for text: String, among names: some Sequence<String>) -> String? {
        let typed = Array(text.lowercased().unicodeScalars.prefix(longest + 1))
        guard typed.count <= longest else { return nil }
        return names.map { ($0, distance(typed, Array($0.lowercased().unicodeScalars))) }
            .filter { $0.1 <= maxTypos(typed.count) }
            .min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
    }

    /// Returns the edit distance: insertions, deletions, substitutions and swaps of neighbours (optimal string
    /// alignment).
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
