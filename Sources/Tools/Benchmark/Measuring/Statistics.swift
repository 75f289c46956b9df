/// Statistics of a series of values.
enum Statistics {
    /// Returns the middle value, or the mean of the two middle values; `nil` for no values.
    static func median(_ values: [Double]) -> Double? { percentile(50, of: values) }

    /// Returns the value below which `percent` of all values lie, interpolated linearly; `nil` for no values.
    static func percentile(_ percent: Double, of values: [Double]) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        let position = Double(sorted.count - 1) * percent / 100
        let lower = Int(position)
        let upper = min(lower + 1, sorted.count - 1)
        return sorted[lower] + (sorted[upper] - sorted[lower]) * (position - Double(lower))
    }
}

extension Duration {
    var milliseconds: Double { self / .milliseconds(1) }
}
