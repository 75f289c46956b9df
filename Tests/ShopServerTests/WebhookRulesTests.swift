import Domain
import Foundation
import ShopHTTP
import Storage
import TerminalText
import Testing

@testable import ShopServer

@Suite struct WebhookRulesTests {
    private let rules = WebhookRules()
    private let now = Date(timeIntervalSince1970: 784_111_777)

    @Test(arguments: [200, 201, 204]) func whatArrivedIsDone(_ status: Int) {
        #expect(outcome(status, attempt: 7) == .delivered)
    }

    @Test(arguments: [408, 429, 500, 502, 503, 504, 599]) func whatMayPassHoldsEverythingForAWhile(_ status: Int) {
        #expect(outcome(status, attempt: 1) == .pause(until: now + 1))
        #expect(outcome(status, attempt: 4) == .pause(until: now + 8))
        #expect(outcome(status, attempt: 1_000_000) == .pause(until: now + 300))
    }

    @Test(arguments: [FetchFailure.unreachable, .interrupted, .timedOut, .redirected, .tooLarge(limit: 1)])
    func noAnswerHoldsEverythingForAWhile(_ failure: FetchFailure) {
        #expect(rules.outcome(of: .failure(failure), attempt: 2, now: now) == .pause(until: now + 2))
    }

    @Test(arguments: [301, 400, 403, 404, 410]) func aRefusalIsTriedAFewTimesAndLetsOthersGo(_ status: Int) {
        #expect(outcome(status, attempt: 1) == .again(at: now + 1))
        #expect(outcome(status, attempt: 4) == .again(at: now + 8))
        #expect(outcome(status, attempt: 5) == .failed)
    }

    @Test(arguments: [
        ("30", 30.0), (" 7 ", 7), ("0", 1), ("99999", 3_600), ("99999999999999999999999", 3_600),
        ("Sun, 06 Nov 1994 08:50:37 GMT", 60), ("Sun, 06 Nov 1994 08:49:37 GMT", 1),
        ("Sun, 06 Nov 2094 08:49:37 GMT", 3_600), ("Sun, 06 Nov 1894 08:49:37 GMT", 1),
    ])
    func aPauseThatIsAskedForIsKeptWithinBounds(_ field: String, _ seconds: Double) {
        #expect(outcome(429, attempt: 3, fields: ["retry-after": field]) == .pause(until: now + seconds))
        #expect(outcome(503, attempt: 3, fields: ["retry-after": field]) == .pause(until: now + seconds))
    }

    @Test(arguments: ["", "soon", "-1", "1.5", "1e3", "Sunday", "Sun, 06 Foo 1994 08:49:37 GMT", "٣"])
    func aPauseThatIsNoneIsOurs(_ field: String) {
        #expect(outcome(429, attempt: 3, fields: ["retry-after": field]) == .pause(until: now + 4))
    }

    @Test func aLeaseOutlastsAnAttempt() { #expect(rules.lease > rules.deadline) }

    @Test func anAnnouncementSaysWhoForHowMuchWhat() throws {
        func text(_ who: String, _ title: String, _ quantity: Int) throws -> String? {
            let order = Order(
                id: 1, who: PlainText(who),
                lines: [
                    OrderLine(
                        item: OrderedItem(.menu, "H1"), title: PlainText(title), quantity: quantity,
                        unitPrice: Won(15_900))
                ], steps: [OrderStep(.received, at: now, by: .guest)], placedAt: now)
            return try JSONDecoder().decode([String: String].self, from: Announcement(of: order).body)["text"]
        }
        #expect(try text("지훈", "[소반가] 갈비", 1) == "지훈 - 15,900원 - [소반가] 갈비")
        #expect(try text("지훈", "갈비", 2) == "지훈 - 31,800원 - 갈비 × 2")
        #expect(try text("<@U1>&", "a<b>&amp;", 1) == "&lt;@U1&gt;&amp; - 15,900원 - a&lt;b&gt;&amp;amp;")
    }

    @Test func anAnnouncementOfManyLinesIsBoundedAndCountsTheRest() throws {
        let line = OrderLine(
            item: OrderedItem(.menu, "H1"), title: PlainText(String(repeating: "갈", count: 300)), quantity: 1,
            unitPrice: Won(100))
        let order = Order(
            id: 1, who: "지훈", lines: Array(repeating: line, count: 50),
            steps: [OrderStep(.received, at: now, by: .guest)], placedAt: now)
        let text = try JSONDecoder().decode([String: String].self, from: Announcement(of: order).body)["text"]
        let titles = Array(repeating: line.title.string, count: 3).joined(separator: ", ")
        #expect(text == "지훈 - 5,000원 - \(titles), +47")
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

    private func outcome(_ status: Int, attempt: Int, fields: [String: String] = [:]) -> OutboxOutcome {
        rules.outcome(
            of: .success(HTTPAnswer(status: status, headers: fields, body: Data())), attempt: attempt, now: now)
    }
}
