/// Metrics in the Prometheus text format, version 0.0.4:
/// https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
struct PrometheusText {
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    init(_ families: [MetricFamily], in registry: MetricsRegistry) {
        for family in families {
            let values = registry.values(of: family.name)
            guard !values.isEmpty else { continue }
            text += "# HELP \(family.name) \(PrometheusText.escaped(help: family.help))\n"
            text += "# TYPE \(family.name) \(family.kind.text)\n"
            for (labels, value) in values { add(value, labels, of: family) }
        }
    }

    private mutating func add(_ value: MetricSeries.Value, _ labels: [MetricLabel], of family: MetricFamily) {
        guard case .histogram(let bounds) = family.kind else {
            return addLine(family.name, labels, PrometheusText.number(value.number))
        }
        var count = 0
        for (bound, more) in zip(bounds, value.buckets) {
            count += more
            let bound = MetricLabel(name: "le", value: PrometheusText.number(bound))
            addLine(family.name + "_bucket", labels + [bound], "\(count)")
        }
        addLine(family.name + "_bucket", labels + [MetricLabel(name: "le", value: "+Inf")], "\(value.count)")
        addLine(family.name + "_sum", labels, PrometheusText.number(value.number))
        addLine(family.name + "_count", labels, "\(value.count)")
    }

    private mutating func addLine(_ name: String, _ labels: [MetricLabel], _ value: String) {
        let pairs = labels.map { "\($0.name)=\"\(PrometheusText.escaped(value: $0.value))\"" }
        text += "\(name)\(pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}") \(value)\n"
    }

    private static func escaped(help: String) -> String {
        help.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
    }

    private static func escaped(value: String) -> String { escaped(help: value).replacing("\"", with: "\\\"") }

    private static func number(_ value: Double) -> String {
        Int(exactly: value).map { "\($0)" } ?? "\(value)"
    }
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
