import CoreMetrics
import NIOConcurrencyHelpers

/// A swift-metrics factory that stores each series under its name and labels.
///
/// Each server has its own, independent of the factory that the process has bootstrapped.
final class MetricsRegistry: MetricsFactory {
    private struct ID: Hashable {
        let name: String
        let labels: [MetricLabel]
    }

    /// The most series that are stored; further ones are not recorded.
    private static let maxSeries = 4_096

    private let series = NIOLockedValueBox<[ID: MetricSeries]>([:])
    private let kinds: [String: MetricFamily.Kind]

    init(_ families: [MetricFamily]) {
        kinds = Dictionary(families.map { ($0.name, $0.kind) }, uniquingKeysWith: { $1 })
    }

    /// Returns the current values of all series of that name, sorted by their labels.
    func values(of name: String) -> [(labels: [MetricLabel], value: MetricSeries.Value)] {
        series.withLockedValue(\.self).filter { $0.key.name == name }
            .map { ($0.key.labels, $0.value.present) }.sorted { $0.0.lexicographicallyPrecedes($1.0) }
    }

    private func series(_ label: String, _ dimensions: [(String, String)]) -> MetricSeries {
        let id = ID(name: label, labels: dimensions.map { MetricLabel(name: $0.0, value: $0.1) }.sorted())
        return series.withLockedValue { all in
            if let known = all[id] { return known }
            let bounds = if case .histogram(let bounds) = kinds[label] { bounds } else { [Double]() }
            let new = MetricSeries(bounds: bounds)
            if all.count < MetricsRegistry.maxSeries { all[id] = new }
            return new
        }
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, dimensions)
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler { series(label, dimensions) }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        series(label, dimensions)
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler { series(label, dimensions) }

    // Series are kept for as long as the server exists.
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
}

/// A single metric series: a counter, a gauge or a histogram.
final class MetricSeries: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
    struct Value: Hashable, Sendable {
        /// The value of a counter or gauge, or the sum of a histogram.
        var number = 0.0
        /// The number of recorded values.
        var count = 0
        /// The number of recorded values in each bucket, not cumulative.
        var buckets: [Int]
    }

    let bounds: [Double]
    private let value: NIOLockedValueBox<Value>

    init(bounds: [Double]) {
        self.bounds = bounds
        value = NIOLockedValueBox(Value(buckets: Array(repeating: 0, count: bounds.count)))
    }

    var present: Value { value.withLockedValue(\.self) }

    func increment(by amount: Int64) { increment(by: Double(amount)) }
    func increment(by amount: Double) { value.withLockedValue { $0.number += amount } }
    func decrement(by amount: Double) { increment(by: -amount) }
    func set(_ number: Int64) { set(Double(number)) }
    func set(_ number: Double) { value.withLockedValue { $0.number = number } }
    func reset() { set(0.0) }
    func record(_ number: Int64) { record(Double(number)) }
    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1_000_000_000) }

    func record(_ number: Double) {
        value.withLockedValue { value in
            value.number += number
            value.count += 1
            if let bucket = bounds.firstIndex(where: { number <= $0 }) { value.buckets[bucket] += 1 }
        }
    }
}
