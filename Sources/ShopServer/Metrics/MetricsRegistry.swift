import NIOConcurrencyHelpers

/// The properties that all series of one metric share.
struct MetricFamily: Sendable {
    enum Kind: Hashable, Sendable {
        case counter
        case gauge
        /// A histogram with the upper bounds of its buckets, in seconds.
        case histogram([Double])
    }

    /// The metric's name, following https://prometheus.io/docs/practices/naming/
    let name: String
    let kind: Kind
    let help: String
}

/// The counters, gauges and histograms of one server.
final class MetricsRegistry: Sendable {
    private struct ID: Hashable {
        let family: String
        let labels: [MetricLabel]
    }

    /// The most series that are stored; further ones are not recorded.
    private static let maxSeries = 4_096

    private let families: [MetricFamily]
    private let all = NIOLockedValueBox<[ID: MetricSeries]>([:])

    init(_ families: [MetricFamily]) { self.families = families }

    func series(_ family: MetricFamily, _ labels: [(String, String)] = []) -> MetricSeries {
        let id = ID(family: family.name, labels: labels.map { MetricLabel(name: $0.0, value: $0.1) }.sorted())
        return all.withLockedValue { all in
            if let known = all[id] { return known }
            let new = MetricSeries(of: family.kind)
            if all.count < MetricsRegistry.maxSeries { all[id] = new }
            return new
        }
    }

    var count: Int { all.withLockedValue(\.count) }
}

/// One counter, gauge or histogram.
final class MetricSeries: Sendable {
    fileprivate struct Value {
        /// The value of a counter or gauge, or the sum of a histogram.
        var amount = 0.0
        var count = 0
        /// The number of recorded values in each bucket, not cumulative.
        var buckets: [Int]
    }

    private let bounds: [Double]
    private let value: NIOLockedValueBox<Value>

    fileprivate init(of kind: MetricFamily.Kind) {
        bounds = if case .histogram(let bounds) = kind { bounds } else { [] }
        value = NIOLockedValueBox(Value(buckets: bounds.map { _ in 0 }))
    }

    fileprivate var present: Value { value.withLockedValue(\.self) }

    func add(_ amount: Double) { value.withLockedValue { $0.amount += amount } }

    func set(_ amount: Double) { value.withLockedValue { $0.amount = amount } }

    /// Adds a value to a histogram.
    func record(_ amount: Double) {
        value.withLockedValue { value in
            value.amount += amount
            value.count += 1
            if let bucket = bounds.firstIndex(where: { amount <= $0 }) { value.buckets[bucket] += 1 }
        }
    }
}

/// A label that distinguishes the series of one family.
struct MetricLabel: Hashable, Sendable, Comparable {
    let name: String
    let value: String

    static func < (left: MetricLabel, right: MetricLabel) -> Bool {
        (left.name, left.value) < (right.name, right.value)
    }
}

// MARK: Text

extension MetricsRegistry {
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// All series in the Prometheus text format, version 0.0.4:
    /// https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
    var text: String {
        let series = Dictionary(grouping: all.withLockedValue(\.self), by: \.key.family)
        var text = ""
        for family in families {
            guard let series = series[family.name] else { continue }
            text += "# HELP \(family.name) \(MetricsRegistry.escaped(help: family.help))\n"
            text += "# TYPE \(family.name) \(family.kind.text)\n"
            for (id, series) in series.sorted(by: { $0.key.labels.lexicographicallyPrecedes($1.key.labels) }) {
                text += family.lines(of: series.present, id.labels)
            }
        }
        return text
    }

    fileprivate static func escaped(help: String) -> String {
        help.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
    }
}

extension MetricFamily {
    fileprivate func lines(of value: MetricSeries.Value, _ labels: [MetricLabel]) -> String {
        guard case .histogram(let bounds) = kind else {
            return line("", labels, MetricFamily.formatted(value.amount))
        }
        var (lines, count) = ("", 0)
        for (bound, more) in zip(bounds, value.buckets) {
            count += more
            let bound = MetricLabel(name: "le", value: MetricFamily.formatted(bound))
            lines += line("_bucket", labels + [bound], "\(count)")
        }
        return lines + line("_bucket", labels + [MetricLabel(name: "le", value: "+Inf")], "\(value.count)")
            + line("_sum", labels, MetricFamily.formatted(value.amount)) + line("_count", labels, "\(value.count)")
    }

    private func line(_ ending: String, _ labels: [MetricLabel], _ value: String) -> String {
        let pairs = labels.map { label in
            "\(label.name)=\"\(MetricsRegistry.escaped(help: label.value).replacing("\"", with: "\\\""))\""
        }
        return "\(name)\(ending)\(pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}") \(value)\n"
    }

    private static func formatted(_ value: Double) -> String { Int(exactly: value).map { "\($0)" } ?? "\(value)" }
}

extension MetricFamily.Kind {
    fileprivate var text: String {
        switch self {
        case .counter: "counter"
        case .gauge: "gauge"
        case .histogram: "histogram"
        }
    }
}
