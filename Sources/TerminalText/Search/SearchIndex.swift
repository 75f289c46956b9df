/// An index of the folded texts of many rows that is searched in one pass.
public struct SearchIndex: Sendable {
    private var units: [UInt16] = []
    /// For each row the end index of its units.
    private var ends: [Int] = []

    public init() {}

    public var count: Int { ends.count }

    public mutating func reserve(_ rows: Int) { ends.reserveCapacity(rows) }

    /// Appends a row with its searchable texts.
    public mutating func append(_ texts: some Sequence<String>) {
        for text in texts {
            SearchIndex.append(text, to: &units)
            units.append(SearchIndex.separator)
        }
        ends.append(units.count)
    }

    /// Returns the numbers of the rows that match `pattern`, in ascending order.
    public func rows(matching pattern: SearchPattern) -> [Int] {
        let pattern = pattern.units
        var found: [Int] = []
        units.withUnsafeBufferPointer { units in
            pattern.withUnsafeBufferPointer { pattern in
                var start = 0
                for (row, end) in ends.enumerated() {
                    if UnitMatching.contains(units, start..<end, pattern) { found.append(row) }
                    start = end
                }
            }
        }
        return found
    }

    /// The separator between two texts; nothing that can be typed matches it.
    private static let separator: UInt16 = 0

    /// Returns the units of `text` that are significant for searching.
    static func units(of text: String) -> [UInt16] {
        var units: [UInt16] = []
        units.reserveCapacity(text.utf8.count)
        append(text, to: &units)
        return units
    }

    private static func append(_ text: String, to units: inout [UInt16]) {
        let start = units.count
        TextFolding.append(text, to: &units)
        var kept = start
        for place in start..<units.count where !isPassed(units[place]) {
            units[kept] = units[place]
            kept += 1
        }
        units.removeSubrange(kept...)
    }

    /// Hyphens and commas are ignored like spaces: they group the digits of numbers.
    private static func isPassed(_ unit: UInt16) -> Bool {
        unit == UInt16(UInt8(ascii: "-")) || unit == UInt16(UInt8(ascii: ","))
    }
}
