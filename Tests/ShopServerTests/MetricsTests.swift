import Domain
import Foundation
import TestSupport
import Testing

@testable import ShopServer

@Suite struct MetricsTests {
    @Test func everyLineIsOfTheFormat() async throws {
        try await withOrderingShop { shop in
            _ = try await shop.place(OrderingShop.order())
            for path in ["woowa/side", "nowhere", "orders/7", "health"] { _ = try await ask(shop.url, path) }
            let reply = try await shop.keep("metrics")
            #expect(reply.status == 200)
            #expect(reply["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
            let text = String(decoding: reply.body, as: UTF8.self)
            // No request was refused, so that family is absent.
            let families = MetricFamily.all.map(\.name).filter { $0 != MetricFamily.refused.name }
            #expect(try MetricsText(text).families.keys.sorted() == families.sorted())
        }
    }

    @Test func requestsAreCountedByRouteAndNotByPath() async throws {
        try await withOrderingShop { shop in
            let order: Order = try await shop.place(OrderingShop.order()).value()
            for _ in 0..<3 { _ = try await shop.keep("orders/\(order.id)") }
            for number in 0..<5 { _ = try await ask(shop.url, "nowhere/\(number)") }
            let metrics = try await shop.metrics()
            let name = MetricFamily.requests.name
            #expect(metrics[name, ["method": "GET", "route": "/orders/{id}", "status": "200"]] == 3)
            #expect(metrics[name, ["method": "POST", "route": "/orders", "status": "201"]] == 1)
            #expect(metrics[name, ["method": "GET", "route": "none", "status": "404"]] == 5)
            #expect(metrics.families[name]?.count == 3)
        }
    }

    @Test func latenciesAreAHistogram() async throws {
        try await withOrderingShop { shop in
            for _ in 0..<4 { _ = try await ask(shop.url, "health") }
            let metrics = try await shop.metrics()
            let (name, labels) = (MetricFamily.requestSeconds.name, ["method": "GET", "route": "/health"])
            let buckets = ["0.001", "0.05", "5", "+Inf"].map { bound in
                metrics[name + "_bucket", labels.merging(["le": bound]) { $1 }] ?? -1
            }
            #expect(buckets == buckets.sorted())
            #expect(buckets.last == 4)
            #expect(metrics[name + "_count", labels] == 4)
            #expect(try #require(metrics[name + "_sum", labels]) > 0)
        }
    }

    @Test func whatTheStoreKeepsIsTold() async throws {
        let nowhere = try #require(WebhookAddress("http://127.0.0.1:1/hook"))
        try await withOrderingShop(configure: { $0.webhook = nowhere }) { shop in
            let order: Order = try await shop.place(OrderingShop.order()).value()
            for _ in 0..<2 { _ = try await shop.place(OrderingShop.order()) }
            _ = try await shop.move(order.id, to: .preparing, seen: .received)
            let metrics = try await shop.metrics()
            #expect(metrics["banchan_orders", ["state": "received"]] == 2)
            #expect(metrics["banchan_orders", ["state": "preparing"]] == 1)
            #expect(metrics["banchan_orders", ["state": "handed_over"]] == 0)
            #expect(metrics["banchan_outbox_messages", ["state": "waiting"]] == 3)
            #expect(try #require(metrics["banchan_outbox_oldest_message_age_seconds", [:]]) >= 0)
            #expect(metrics["banchan_store_up", [:]] == 1)
            try shop.moveStoreAway()
            #expect(try await shop.metrics()["banchan_store_up", [:]] == 0)
            try shop.moveStoreBack()
        }
    }

    @Test func whatLimitsRefuseIsCountedByTheirNames() async throws {
        try await withOrderingShop(configure: { $0.limits.changes = 1 }) { shop in
            for _ in 0..<3 { _ = try await shop.place(OrderingShop.order()) }
            #expect(try await shop.metrics()["banchan_limit_refusals_total", ["limit": "changes"]] == 2)
        }
    }

    @Test func onlyTheKeeperReadsThem() async throws {
        try await withOrderingShop { shop in
            let statuses = [
                try await ask(shop.url, "metrics").status, try await shop.keep("metrics", token: "guess").status,
            ]
            #expect(statuses == [401, 403])
        }
    }

    @Test func labelsAndHelpAreEscaped() {
        let family = MetricFamily(name: "n", kind: .counter, help: "a\\b\nc")
        let registry = MetricsRegistry([family])
        registry.series(family, [("l", "\\ \" \n 반찬")]).add(2)
        #expect(registry.text == "# HELP n a\\\\b\\nc\n# TYPE n counter\nn{l=\"\\\\ \\\" \\n 반찬\"} 2\n")
    }

    @Test func familiesStandInOrderAndTheirSeriesByLabels() {
        let times = MetricFamily(name: "seconds", kind: .histogram([0.5, 1]), help: "Times.")
        let open = MetricFamily(name: "open", kind: .gauge, help: "Now.")
        let unused = MetricFamily(name: "unused", kind: .counter, help: "None.")
        let registry = MetricsRegistry([times, unused, open])
        for value in [3, 7.5] { registry.series(open, [("state", "b"), ("pool", "a")]).set(value) }
        registry.series(open).set(4)
        for value in [0.25, 0.5, 0.75, 2] { registry.series(times, [("route", "/")]).record(value) }
        let text = """
            # HELP seconds Times.
            # TYPE seconds histogram
            seconds_bucket{route="/",le="0.5"} 2
            seconds_bucket{route="/",le="1"} 3
            seconds_bucket{route="/",le="+Inf"} 4
            seconds_sum{route="/"} 3.5
            seconds_count{route="/"} 4
            # HELP open Now.
            # TYPE open gauge
            open 4
            open{pool="a",state="b"} 7.5

            """
        #expect(registry.text == text)
    }

    @Test func soManySeriesAreKeptAndNoMore() {
        let family = MetricFamily(name: "n", kind: .counter, help: "")
        let registry = MetricsRegistry([family])
        for number in 0..<5_000 { registry.series(family, [("l", "\(number)")]).add(1) }
        #expect(registry.count == 4_096)
    }
}

extension OrderingShop {
    fileprivate func metrics() async throws -> MetricsText {
        try MetricsText(String(decoding: try await keep("metrics").body, as: UTF8.self))
    }
}

/// A strict parser of Prometheus' text format. Throws at any line that does not conform.
private struct MetricsText {
    /// The values by name and labels, grouped by family.
    private(set) var families: [String: [String: Double]] = [:]

    subscript(name: String, labels: [String: String]) -> Double? {
        let id = MetricsText.id(name, labels)
        return families.values.lazy.compactMap { $0[id] }.first
    }

    init(_ text: String) throws {
        try #require(text.hasSuffix("\n"))
        var (family, type) = ("", "")
        for line in text.split(separator: "\n") {
            if let help = line.wholeMatch(of: /# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) .+/) {
                family = String(help.output.1)
                try #require(families[family] == nil, "Its lines stand together: \(line)")
                families[family] = [:]
            } else if let typed = line.wholeMatch(of: /# TYPE (\S+) (counter|gauge|histogram)/) {
                try #require(typed.output.1 == family)
                type = String(typed.output.2)
            } else {
                let sample = try #require(
                    line.wholeMatch(of: /([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? ([-+0-9.e]+|\+Inf|NaN)/), "\(line)")
                let name = String(sample.output.1)
                let endings = type == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
                try #require(endings.contains { name == family + $0 }, "\(line)")
                if type == "counter" { try #require(name.hasSuffix("_total")) }
                let id = MetricsText.id(name, try MetricsText.labels(String(sample.output.2 ?? "")))
                try #require(families[family]?[id] == nil, "\(line)")
                let value = try #require(Double(String(sample.output.3)))
                families[family]?[id] = value
            }
        }
    }

    private static func labels(_ text: String) throws -> [String: String] {
        var (labels, rest) = ([String: String](), text[...])
        while !rest.isEmpty {
            let label = try #require(
                rest.prefixMatch(of: /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/), "\(text)")
            try #require(labels.updateValue(String(label.output.2), forKey: String(label.output.1)) == nil)
            rest = rest[label.range.upperBound...]
        }
        return labels
    }

    private static func id(_ name: String, _ labels: [String: String]) -> String {
        "\(name) \(labels.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })"
    }
}
