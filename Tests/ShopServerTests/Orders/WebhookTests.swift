import Domain
import Foundation
import NIOConcurrencyHelpers
import Storage
import TerminalText
import TestPeers
import TestSupport
import Testing

@testable import ShopServer

@Suite struct WebhookTests {
    @Test func everyOrderIsAnnouncedOnceAndInOrder() async throws {
        let slack = try FakeSlack()
        try await withAnnouncingShop(to: slack) { shop in
            for who in ["가", "나", "다"] { _ = try await shop.place(OrderingShop.order(who: who)) }
            let radish = OrderingShop.order("H0001", who: "<!channel>", quantity: 2, price: 6_000)
            _ = try await shop.place(radish)
            #expect(
                await slack.messages(4).map(\.text) == [
                    "가 - 3,900원 - 시금치나물 (#1)\n배달", "나 - 3,900원 - 시금치나물 (#2)\n배달",
                    "다 - 3,900원 - 시금치나물 (#3)\n배달",
                    "&lt;!channel&gt; - 14,500원 - [소반가] 무생채 &amp; &lt;깍두기&gt; × 2 (#4)\n배달",
                ])
            try await expectEmptyOutbox(shop)
        }
        #expect(slack.count == 4)
        slack.stop()
    }

    @Test func aDrinkIsAnnouncedInTheNameOfTheMachine() async throws {
        let slack = try FakeSlack()
        try await withAnnouncingShop(to: slack) { shop in
            let session = UUID()
            _ = try await shop.insert(5_000, session: session)
            _ = try await shop.buy("old", session: session)
            _ = try await shop.buy("cola", session: session)
            #expect(await slack.messages(1).map(\.text) == ["음료 자판기 - 2,000원 - 별방울 콜라 (#1)"])
            try await expectEmptyOutbox(shop)
        }
        #expect(slack.count == 1)
        slack.stop()
    }

    @Test func theRequestIsWhatSlackTakes() async throws {
        let slack = try FakeSlack()
        try await withAnnouncingShop(to: slack) { shop in
            _ = try await shop.place(OrderingShop.order())
            let head = try #require(await slack.messages(1).first?.head)
            #expect(head.hasPrefix("POST /services/\(FakeSlack.secret) HTTP/1.1\r\n"))
            #expect(head.lowercased().contains("content-type: application/json"))
        }
        slack.stop()
    }

    @Test(arguments: [FakeSlack.Answer.status(500), .status(503), .status(408), .status(429), .hangUp])
    func whatWentWrongIsSentAgain(_ first: FakeSlack.Answer) async throws {
        let slack = try FakeSlack { $0 < 2 ? first : .ok }
        try await withAnnouncingShop(to: slack) { shop in
            _ = try await shop.place(OrderingShop.order())
            let texts = await slack.messages(3).map(\.text)
            #expect(texts == Array(repeating: "지훈 - 3,900원 - 시금치나물 (#1)\n배달", count: 3))
            try await expectEmptyOutbox(shop)
        }
        #expect(slack.count == 3)
        slack.stop()
    }

    @Test func whatIsNeverAnsweredIsSentAgain() async throws {
        let slack = try FakeSlack { $0 < 2 ? .hang : .ok }
        try await withAnnouncingShop(to: slack, .impatient) { shop in
            _ = try await shop.place(OrderingShop.order())
            let texts = await slack.messages(3).map(\.text)
            #expect(texts == Array(repeating: "지훈 - 3,900원 - 시금치나물 (#1)\n배달", count: 3))
            // On a slow machine an answer may arrive too late and cause further attempts, so the number is not checked.
            try await expectEmptyOutbox(shop)
        }
        slack.stop()
    }

    @Test func aPauseThatSlackAsksForIsKept() async throws {
        let slack = try FakeSlack { $0 == 0 ? .status(429, fields: ["Retry-After: 1"]) : .ok }
        try await withAnnouncingShop(to: slack) { shop in
            for who in ["가", "나"] { _ = try await shop.place(OrderingShop.order(who: who)) }
            let messages = await slack.messages(3)
            #expect(messages[1].time - messages[0].time >= .milliseconds(990))
            #expect(messages.map { $0.text?.first } == ["가", "가", "나"])
        }
        slack.stop()
    }

    @Test func messagesKeepTheirPace() async throws {
        let slack = try FakeSlack()
        var rules = WebhookRules.quick
        rules.pace = .milliseconds(500)
        try await withAnnouncingShop(to: slack, rules) { shop in
            for _ in 0..<3 { _ = try await shop.place(OrderingShop.order()) }
            let messages = await slack.messages(3)
            // Two paces, minus the extra time by which the first message's delivery may have been slower than the last
            // one's.
            #expect(messages[2].time - messages[0].time >= .milliseconds(500))
        }
        slack.stop()
    }

    @Test func aMessageThatNobodyWantsIsKeptAndTheOthersGo() async throws {
        let slack = try FakeSlack { $0 < 3 ? .status(400) : .ok }
        var rules = WebhookRules.quick
        rules.maxRefusals = 3
        try await withAnnouncingShop(to: slack, rules) { shop in
            _ = try await shop.place(OrderingShop.order(who: "가"))
            _ = await slack.messages(3)
            _ = try await shop.place(OrderingShop.order(who: "나"))
            #expect(await slack.messages(4).map { $0.text?.first } == ["가", "가", "가", "나"])
            try await expectEmptyOutbox(shop)
        }
        slack.stop()
    }

    @Test(arguments: [
        FakeSlack.Answer.status(500), .status(302, fields: ["Location: https://new.example/hunter2"]), .hang, .hangUp,
    ])
    func oneMessageThatIsNeverAcceptedDoesNotHoldUpTheOthersAndIsTold(_ answer: FakeSlack.Answer) async throws {
        let isMended = NIOLockedValueBox(false)
        let slack = try FakeSlack.answeringTexts({ text in
            text.hasPrefix("가") && !isMended.withLockedValue(\.self) ? answer : .ok
        })
        let problems = NIOLockedValueBox<[ShopServerError]>([])
        // Only who hangs is given up early: others take longer on a busy machine.
        let rules: WebhookRules = if case .hang = answer { .impatient } else { .quick }
        try await withAnnouncingShop(to: slack, rules) { problem in
            problems.withLockedValue { $0.append(problem) }
        } body: { shop in
            for who in ["가", "나", "다", "라"] { _ = try await shop.place(OrderingShop.order(who: who)) }
            try await wait { Set(slack.received.compactMap { $0.text?.first }).isSuperset(of: "나다라") }
            try await wait { try await shop.undelivered().count == 1 }
            #expect(try await shop.undelivered().first?.order.who == "가")
            // What was received is not recorded as delivered yet, at first.
            try await wait { try await ask(shop.url, "ready").value(Readiness.self).outbox?.count == 1 }
            let backlog = try await ask(shop.url, "ready").value(Readiness.self).outbox
            #expect(backlog?.since == (try await shop.undelivered().first?.since))
            try await wait { problems.withLockedValue(\.count) == 1 }
            isMended.withLockedValue { $0 = true }
            try await wait {
                // What was refused for good is sent again when the keeper asks for it.
                if try await shop.undelivered().first?.isRefused == true { _ = try await shop.resend(nil) }
                return try await shop.undelivered().isEmpty
            }
            #expect(try await ask(shop.url, "ready").value(Readiness.self).outbox == nil)
            try await wait { problems.withLockedValue(\.last) == .messagesDelivered }
        }
        let told = problems.withLockedValue(\.self)
        guard case .messagesWait(let backlog, let failure)? = told.first, told.count == 2 else {
            Issue.record("\(told)")
            return
        }
        #expect(backlog.count == 1)
        if case .status(302, _) = answer { #expect(failure == .redirected(host: "new.example")) }
        // No redirect was followed.
        #expect(slack.received.allSatisfy { $0.head.contains(FakeSlack.secret) })
        slack.stop()
    }

    @Test func cancelledOrdersAreNotAnnouncedAndCancellationsOfAnnouncedOnesAre() async throws {
        let isOpen = NIOLockedValueBox(false)
        let slack = try FakeSlack.answeringTexts({ _ in isOpen.withLockedValue(\.self) ? .ok : .status(429) })
        try await withAnnouncingShop(to: slack) { shop in
            _ = try await shop.place(OrderingShop.order(who: "가"))
            _ = await slack.messages(1)
            let (gone, guest) = try await shop.placed()
            _ = try await shop.cancel(gone.id, by: guest)
            // What is sent before is refused.
            let refused = slack.received.count
            isOpen.withLockedValue { $0 = true }
            try await expectEmptyOutbox(shop)
            let count = slack.count
            let (told, other) = try await shop.placed()
            _ = await slack.messages(count + 1)
            try await expectEmptyOutbox(shop)
            _ = try await shop.cancel(told.id, by: other)
            _ = await slack.messages(count + 2)
            try await expectEmptyOutbox(shop)
            let texts = slack.received.dropFirst(refused).compactMap(\.text)
            #expect(!texts.contains { $0.contains("(#\(gone.id))") })
            #expect(texts.filter { $0.contains("(#\(told.id))") }.map { $0.hasPrefix("취소: ") } == [false, true])
            #expect(slack.count == count + 2)
        }
        slack.stop()
    }

    @Test func anAnnouncedOrderThatGotSmallerIsToldAndOneThatWaitsIsSentAsItIs() async throws {
        let isOpen = NIOLockedValueBox(true)
        let slack = try FakeSlack.answeringTexts({ _ in isOpen.withLockedValue(\.self) ? .ok : .status(429) })
        try await withAnnouncingShop(to: slack) { shop in
            let order: Order = try await shop.place(OrderingShop.order(quantity: 3)).value()
            _ = await slack.messages(1)
            try await expectEmptyOutbox(shop)
            #expect(try await shop.reduce(order.id, [(0, 2)], "하나 <없음>").status == 200)
            let told = await slack.messages(2).last?.text
            #expect(told == "줄임: 지훈 - 7,800원 - 시금치나물 × 2 (#1)\n시금치나물 −1\n하나 &lt;없음&gt;")
            try await expectEmptyOutbox(shop)
            // The last message of an order that is cancelled says that.
            _ = try await shop.move(order.id, to: .cancelled, seen: .received, reason: "다 나갔어요")
            #expect(await slack.messages(3).last?.text?.hasPrefix("취소: 지훈") == true)
            try await expectEmptyOutbox(shop)
        }
        slack.stop()
    }

    private struct Readiness: Decodable { let outbox: OutboxBacklog? }

    @Test func anOrderNeverWaitsForSlack() async throws {
        let slack = try FakeSlack { _ in .hang }
        var rules = WebhookRules.quick
        rules.deadline = .seconds(60)
        rules.lease = .seconds(90)
        try await withAnnouncingShop(to: slack, rules) { shop in
            _ = try await shop.place(OrderingShop.order())
            _ = await slack.messages(1)
            for _ in 0..<20 { #expect(try await shop.place(OrderingShop.order()).status == 201) }
            #expect(try await shop.kept.count == 21)
            #expect(slack.count == 1)
        }
        slack.stop()
    }

    @Test func whatWasNotSentIsSentAfterARestart() async throws {
        let lost = try FakeSlack { _ in .hang }
        let second = try FakeSlack()
        try await withOrderingShop { shop in
            try await withOtherServer(for: shop, announcingTo: lost, .impatient) { other in
                _ = try await other.place(OrderingShop.order(who: "가"))
                _ = await lost.messages(1)
            }
            try await withOtherServer(for: shop, announcingTo: second) { _ in
                #expect(await second.messages(1).map(\.text) == ["가 - 3,900원 - 시금치나물 (#1)\n배달"])
            }
        }
        lost.stop()
        second.stop()
    }

    @Test func twoProgramsOnOneStoreSendEachMessageOnce() async throws {
        let slack = try FakeSlack()
        try await withAnnouncingShop(to: slack) { shop in
            try await withOtherServer(for: shop, announcingTo: slack) { _ in
                for number in 0..<20 { _ = try await shop.place(OrderingShop.order(who: "손님\(number)")) }
                let texts = await slack.messages(20).compactMap(\.text)
                #expect(Set(texts).count == 20)
                try await expectEmptyOutbox(shop)
            }
        }
        #expect(slack.count == 20)
        slack.stop()
    }

    @Test func anOrderOfSeveralLinesIsOneMessage() async throws {
        let slack = try FakeSlack()
        try await withAnnouncingShop(to: slack) { shop in
            _ = try await shop.order([OrderingShop.spinachLine, OrderingShop.soupLine], fee: 2_500)
            #expect(await slack.messages(1).map(\.text) == ["지훈 - 17,300원 - 시금치나물 × 2, 미역국 (#1)\n배달"])
            try await expectEmptyOutbox(shop)
        }
        #expect(slack.count == 1)
        slack.stop()
    }

    @Test func whatWasRefusedIsListedForTheKeeperAndSentAgainWhenAsked() async throws {
        let slack = try FakeSlack { $0 < 2 ? .status(400) : .ok }
        var rules = WebhookRules.quick
        rules.maxRefusals = 1
        try await withAnnouncingShop(to: slack, rules) { shop in
            for who in ["가", "나"] { _ = try await shop.place(OrderingShop.order(who: who)) }
            try await wait { try await shop.undelivered().count == 2 }
            #expect(try await shop.undelivered().map(\.order) == (try await shop.kept))
            #expect(try await shop.undelivered().map(\.attempts) == [1, 1])
            #expect(try await shop.resend([9]) == [])
            #expect(try await shop.resend([2]) == [2])
            #expect(await slack.messages(3).last?.text?.first == "나")
            // By another program that has the database open.
            let path = shop.directory.appending(component: "shop.sqlite").path
            let resent = try await SQLiteStore(at: path).transaction { try $0.resendFailed(orders: nil) }
            #expect(resent == [1])
            #expect(await slack.messages(4).last?.text?.first == "가")
            try await wait { try await shop.undelivered().isEmpty }
            #expect(try await shop.keep("orders/undelivered", token: nil).status == 401)
        }
        slack.stop()
    }

    @Test func ordersFromBeforeTheWebhookAreAnnouncedWhenAsked() async throws {
        let slack = try FakeSlack()
        try await withOrderingShop { shop in
            for who in ["가", "나"] { _ = try await shop.place(OrderingShop.order(who: who)) }
            let (cancelled, session) = try await shop.placed()
            _ = try await shop.cancel(cancelled.id, by: session)
            try await withOtherServer(for: shop, announcingTo: slack) { other in
                _ = try await other.place(OrderingShop.order(who: "다"))
                #expect(await slack.messages(1).map { $0.text?.first } == ["다"])
                try await expectEmptyOutbox(shop)
            }
            for _ in 0..<2 {
                try await withOtherServer(for: shop, announcingTo: slack, announcesMissed: true) { _ in
                    #expect(await slack.messages(3).map { $0.text?.first } == ["다", "가", "나"])
                    try await expectEmptyOutbox(shop)
                }
            }
        }
        #expect(slack.count == 3)
        slack.stop()
    }

    @Test func withoutAWebhookNothingIsPutIntoTheOutbox() async throws {
        try await withOrderingShop { shop in
            _ = try await shop.place(OrderingShop.order())
            let claim = try await shop.store.claimMessage(at: .now, lease: .seconds(1), pace: .zero, maxPause: .zero)
            #expect(claim == .nothing)
        }
    }

    /// Waits until the outbox is empty.
    private func expectEmptyOutbox(_ shop: OrderingShop) async throws {
        try await wait {
            try await shop.store.claimMessage(at: .now, lease: .zero, pace: .zero, maxPause: .seconds(3_600))
                == .nothing
        }
    }

    private func withAnnouncingShop(
        to slack: FakeSlack, _ rules: WebhookRules = .quick,
        onProblem: (@Sendable (ShopServerError) -> Void)? = nil,
        body: @escaping @Sendable (OrderingShop) async throws -> Void
    ) async throws {
        try await withOrderingShop(
            webhook: WebhookAddress(slack.url), rules: rules, onProblem: onProblem, drinks: DrinksMenu.text(), body)
    }

    /// Runs a second server on the same store while `body` runs.
    private func withOtherServer(
        for shop: OrderingShop, announcingTo slack: FakeSlack, _ rules: WebhookRules = .quick,
        announcesMissed: Bool = false, _ body: @escaping @Sendable (OrderingShop) async throws -> Void
    ) async throws {
        var configuration = ShopServer.Configuration(resources: shop.directory)
        let store = try SQLiteStore(at: shop.directory.appending(component: "shop.sqlite").path)
        configuration.store = store
        configuration.webhook = WebhookAddress(slack.url)
        configuration.webhookRules = rules
        configuration.announcesMissedOrders = announcesMissed
        try await withServer(configuration) { url in
            try await body(OrderingShop(url: url, store: store, directory: shop.directory))
        }
    }
}

extension WebhookRules {
    /// The default rules with pauses that are short enough for tests.
    static var quick: WebhookRules {
        var rules = WebhookRules()
        rules.pace = .milliseconds(1)
        rules.firstPause = .milliseconds(1)
        rules.maxPause = .milliseconds(20)
        return rules
    }

    /// The same with a short timeout for an answer.
    static var impatient: WebhookRules {
        var rules = quick
        rules.deadline = .milliseconds(200)
        rules.lease = .milliseconds(400)
        return rules
    }
}
