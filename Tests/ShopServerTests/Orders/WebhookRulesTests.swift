import Domain
import Foundation
import ShopHTTP
import Storage
import TerminalText
import TestSupport
import Testing

@testable import ShopServer

@Suite struct WebhookRulesTests {
    private let rules = WebhookRules()
    private let now = Date(timeIntervalSince1970: 784_111_777)

    @Test(arguments: [200, 201, 204]) func whatArrivedIsDone(_ status: Int) {
        #expect(outcome(status, attempt: 7) == .delivered)
    }

    @Test(arguments: [408, 500, 502, 503, 504, 599]) func whatMayPassHoldsTheOthersForThreeTries(_ status: Int) {
        #expect(outcome(status, attempt: 1) == retry(.status(status), in: 1, others: 1))
        #expect(outcome(status, attempt: 2) == retry(.status(status), in: 2, others: 2))
        #expect(outcome(status, attempt: 3) == retry(.status(status), in: 4, isAside: true))
        #expect(outcome(status, attempt: 1_000_000) == retry(.status(status), in: 300, isAside: true))
        #expect(outcome(status, attempt: 1, after: .timedOut) == retry(.status(status), in: 1, isAside: true))
    }

    @Test func aRateLimitHoldsAllMessagesAndIsNeverGivenUp() {
        #expect(outcome(429, attempt: 1) == retry(.status(429), in: 1, others: 1))
        #expect(outcome(429, attempt: 9) == retry(.status(429), in: 256, others: 256, isAside: true))
    }

    @Test(arguments: [
        (FetchFailure.unreachable, DeliveryFailure.unreachable), (.interrupted, .interrupted), (.timedOut, .timedOut),
        (.redirected, .interrupted), (.tooLarge(limit: 1), .interrupted),
    ])
    func noAnswerHoldsTheOthersForThreeTries(_ failure: FetchFailure, _ told: DeliveryFailure) {
        func outcome(_ attempt: Int) -> OutboxOutcome {
            rules.outcome(of: .failure(failure), attempt: attempt, now: now)
        }
        #expect(outcome(2) == retry(told, in: 2, others: 2))
        #expect(outcome(3) == retry(told, in: 4, isAside: true))
    }

    @Test(arguments: [400, 403, 404, 410]) func aRefusalIsTriedAFewTimesAndLetsOthersGo(_ status: Int) {
        #expect(outcome(status, attempt: 1) == retry(.status(status), in: 1, isAside: true))
        #expect(outcome(status, attempt: 4) == retry(.status(status), in: 8, isAside: true))
        #expect(outcome(status, attempt: 5, after: .status(status)) == .failed(.status(status)))
        #expect(outcome(status, attempt: 5, after: .redirected(host: "")) == .failed(.status(status)))
    }

    @Test(arguments: [DeliveryFailure.status(500), .status(429), .timedOut, .unreachable, .interrupted])
    func oneRefusalAmongFailuresThatPassGivesNothingUp(_ earlier: DeliveryFailure) {
        #expect(outcome(403, attempt: 11, after: earlier) == retry(.status(403), in: 300, isAside: true))
    }

    @Test(arguments: [
        ("https://new.example/services/hunter2", "new.example"), ("//other.example:8443/x?hunter2", "other.example"),
        ("https://user:hunter2@named.example/", "named.example"), ("/services/hunter2", ""), ("", ""), ("::", ""),
        ("https://\u{1B}[31m.example/", ""),
    ])
    func aRedirectIsARefusalThatNamesTheHostAlone(_ location: String, _ host: String) {
        for status in [301, 302, 303, 307, 308] {
            let outcome = outcome(status, attempt: 5, after: .status(404), fields: ["location": location])
            #expect(outcome == .failed(.redirected(host: host)))
        }
    }

    @Test(arguments: [
        ("30", 30.0), (" 7 ", 7), ("0", 1), ("99999", 3_600), ("99999999999999999999999", 3_600),
        ("Sun, 06 Nov 1994 08:50:37 GMT", 60), ("Sun, 06 Nov 1994 08:49:37 GMT", 1),
        ("Sun, 06 Nov 2094 08:49:37 GMT", 3_600), ("Sun, 06 Nov 1894 08:49:37 GMT", 1),
    ])
    func aPauseThatIsAskedForIsKeptWithinBounds(_ field: String, _ seconds: Double) {
        let fields = ["retry-after": field]
        #expect(outcome(429, attempt: 2, fields: fields) == retry(.status(429), in: seconds, others: seconds))
        #expect(outcome(503, attempt: 2, fields: fields) == retry(.status(503), in: seconds, others: 2))
        // One that is tried on its own is tried no sooner for it, and holds nothing.
        let later = max(seconds, 4)
        #expect(outcome(503, attempt: 3, fields: fields) == retry(.status(503), in: later, isAside: true))
    }

    @Test(arguments: ["", "soon", "-1", "1.5", "1e3", "Sunday", "Sun, 06 Foo 1994 08:49:37 GMT", "٣"])
    func aPauseThatIsNoneIsOurs(_ field: String) {
        let fields = ["retry-after": field]
        #expect(outcome(429, attempt: 2, fields: fields) == retry(.status(429), in: 2, others: 2))
    }

    @Test func aLeaseOutlastsAnAttempt() { #expect(rules.lease > rules.deadline) }

    @Test func anAnnouncementSaysWhoForHowMuchWhat() throws {
        func text(_ who: String, _ title: String, _ quantity: Int) throws -> String? {
            let order = Order(
                id: 1, number: 1, day: .ofTests, who: PlainText(who),
                lines: [
                    OrderLine(
                        item: OrderedItem(.menu, "H1"), title: PlainText(title), quantity: quantity,
                        unitPrice: Won(15_900))
                ], steps: [OrderStep(.received, at: now, by: .guest)], placedAt: now)
            return try JSONDecoder().decode([String: String].self, from: Announcement(of: order, in: .gmt).body)["text"]
        }
        #expect(try text("지훈", "[소반가] 갈비", 1) == "지훈 - 15,900원 - [소반가] 갈비 (#1)\n포장")
        #expect(try text("지훈", "갈비", 2) == "지훈 - 31,800원 - 갈비 × 2 (#1)\n포장")
        #expect(try text("<@U1>&", "a<b>&amp;", 1) == "&lt;@U1&gt;&amp; - 15,900원 - a&lt;b&gt;&amp;amp; (#1)\n포장")
    }

    @Test(arguments: [("Asia/Seoul", "11-22 00:30"), ("Asia/Kathmandu", "11-21 21:15")])
    func anAnnouncementSaysTimesOfTheShop(_ zone: String, _ time: String) throws {
        let wanted = try Date("2026-11-21T15:30:00Z", strategy: .iso8601)
        let order = Order(
            id: 1, number: 1, day: .ofTests, who: "지훈", handover: Handover(.pickup, wantedAt: wanted),
            lines: [OrderLine(item: OrderedItem(.menu, "H1"), title: "갈비", quantity: 1, unitPrice: Won(100))],
            steps: [OrderStep(.received, at: now, by: .guest)], placedAt: now)
        let announcement = Announcement(of: order, in: try #require(TimeZone(identifier: zone)))
        let text = try JSONDecoder().decode([String: String].self, from: announcement.body)["text"]
        #expect(text?.contains("포장, \(time)") == true)
    }

    @Test func aCancellationSaysSoAndWhy() throws {
        var order = Order(
            id: 12, number: 12, day: .ofTests, who: "지훈",
            lines: [OrderLine(item: OrderedItem(.menu, "H1"), title: "갈비", quantity: 2, unitPrice: Won(100))],
            steps: [OrderStep(.received, at: now, by: .guest)], placedAt: now)
        func text(_ words: AnnouncementWords) throws -> String? {
            let body = Announcement(.cancellation, of: order, words: words, in: .gmt).body
            return try JSONDecoder().decode([String: String].self, from: body)["text"]
        }
        #expect(try text(.korean) == "취소: 지훈 - 200원 - 갈비 × 2 (#12)")
        try order.move(to: .cancelled, by: .keeper, at: now, reason: "재료 <소진>")
        #expect(try text(.english) == "Cancelled: 지훈 - 200원 - 갈비 × 2 (#12)\n재료 &lt;소진&gt;")
    }

    @Test func aReductionSaysWhatIsLeftWhatWasTakenOutAndWhy() throws {
        var order = Order(
            id: 12, number: 12, day: .ofTests, who: "지훈",
            lines: [
                OrderLine(item: OrderedItem(.menu, "H1"), title: "갈비 <대>", quantity: 2, unitPrice: Won(100)),
                OrderLine(item: OrderedItem(.menu, "H2"), title: "국", quantity: 1, unitPrice: Won(50)),
            ],
            steps: [OrderStep(.received, at: now, by: .guest)], placedAt: now)
        func text(_ words: AnnouncementWords = .korean) throws -> String? {
            let body = Announcement(.reduction, of: order, words: words, in: .gmt).body
            return try JSONDecoder().decode([String: String].self, from: body)["text"]
        }
        try order.reduce([.init(line: 0, quantity: 1), .init(line: 1, quantity: 0)], at: now, reason: "<소진>") { _ in
            Won(0)
        }
        #expect(try text() == "줄임: 지훈 - 100원 - 갈비 &lt;대&gt; (#12)\n갈비 &lt;대&gt; −1\n국 −1\n&lt;소진&gt;")
        #expect(try text(.english)?.hasPrefix("Reduced: 지훈") == true)
        for state in [OrderState.preparing, .ready, .handedOver] { try order.move(to: state, by: .keeper, at: now) }
        try order.move(to: .refunded, by: .keeper, at: now, reason: "식었어요")
        #expect(try text() == "환불 100원: 지훈 - 100원 - 갈비 &lt;대&gt; (#12)\n갈비 &lt;대&gt; −1\n국 −1\n식었어요")
    }

    @Test func anOrderThatIsAnnouncedLateSaysWhatBecameOfIt() throws {
        let placed = Order(
            id: 12, number: 12, day: .ofTests, who: "지훈",
            lines: [OrderLine(item: OrderedItem(.menu, "H1"), title: "갈비", quantity: 2, unitPrice: Won(100))],
            steps: [OrderStep(.received, at: now, by: .guest)], placedAt: now)
        func text(_ kind: MessageKind = .order, of order: Order) throws -> String? {
            try JSONDecoder().decode([String: String].self, from: Announcement(kind, of: order, in: .gmt).body)["text"]
        }
        var cancelled = placed
        try cancelled.move(to: .cancelled, by: .keeper, at: now, reason: "소진")
        for kind in [MessageKind.order, .reduction] {
            #expect(try text(kind, of: cancelled) == "취소: 지훈 - 200원 - 갈비 × 2 (#12)\n소진")
        }
        var handedOver = placed
        for state in [OrderState.preparing, .ready, .handedOver] {
            try handedOver.move(to: state, by: .keeper, at: now)
        }
        #expect(try text(of: handedOver) == "지훈 - 200원 - 갈비 × 2 (#12)\n포장")
        var refunded = handedOver
        try refunded.move(to: .refunded, by: .keeper, at: now, reason: "식었어요")
        #expect(try text(of: refunded) == "환불 200원: 지훈 - 200원 - 갈비 × 2 (#12)\n식었어요")
        try handedOver.reduce([.init(line: 0, quantity: 1)], at: now, reason: "식었어요") { _ in Won(0) }
        #expect(try text(of: handedOver)?.hasPrefix("환불 100원: 지훈 - 100원 - 갈비 (#12)") == true)
    }

    @Test func anAnnouncementOfManyLinesIsBoundedAndCountsTheRest() throws {
        let line = OrderLine(
            item: OrderedItem(.menu, "H1"), title: PlainText(String(repeating: "갈", count: 300)), quantity: 1,
            unitPrice: Won(100))
        let order = Order(
            id: 1, number: 1, day: .ofTests, who: "지훈", lines: Array(repeating: line, count: 50),
            steps: [OrderStep(.received, at: now, by: .guest)], placedAt: now)
        let text = try JSONDecoder().decode([String: String].self, from: Announcement(of: order, in: .gmt).body)["text"]
        let titles = Array(repeating: line.title.string, count: 3).joined(separator: ", ")
        #expect(text == "지훈 - 5,000원 - \(titles), +47 (#1)\n포장")
    }

    @Test(arguments: [
        "", "hooks.slack.com/services", "ftp://hooks.slack.com/x", "https://", "https:///x", "file:///etc/passwd",
        "https://hooks slack.com", "https://hooks.slack.com/\n/x", "javascript:alert(1)", "https://훅.한국/x",
    ])
    func whatIsNoAddressIsRefused(_ text: String) { #expect(WebhookAddress(text) == nil) }

    @Test func anAddressIsSentToAndShownNowhere() throws {
        let text = "https://hooks.slack.com/services/T0/B0/hunter2"
        let address = try #require(WebhookAddress("  \(text)\n"))
        #expect(address.call(posting: Data())?.url.absoluteString == text)
        var configuration = ShopServer.Configuration(resources: URL(filePath: "/"))
        configuration.webhook = address
        configuration.keeperToken = Secret("hunter2")
        for value in [address, configuration, Optional(address) as Any, [address]] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            for shown in ["\(value)", String(reflecting: value), String(describing: value), dumped] {
                #expect(!shown.contains("hunter2"))
            }
        }
    }

    private func outcome(
        _ status: Int, attempt: Int, after earlier: DeliveryFailure? = nil, fields: [String: String] = [:]
    ) -> OutboxOutcome {
        rules.outcome(
            of: .success(HTTPAnswer(status: status, headers: fields, body: Data())), attempt: attempt,
            after: earlier, now: now)
    }

    private func retry(
        _ failure: DeliveryFailure, in seconds: Double, others: Double? = nil, isAside: Bool = false
    ) -> OutboxOutcome {
        .retry(
            OutboxRetry(
                after: failure, at: now + seconds, othersAt: others.map { now + $0 }, isAside: isAside))
    }
}
