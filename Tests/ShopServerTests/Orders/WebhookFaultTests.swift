import Domain
import Foundation
import Storage
import TerminalText
import TestPeers
import TestSupport
import Testing

@testable import ShopServer

/// The order's message arrives in the end, whatever the receiver of the webhook answers.
@Suite struct WebhookFaultTests {
    /// The number of concurrent trials.
    private static let width = 10
    /// The numbers before it belong to the kinds of request that a terminal makes.
    private static let number = 8
    private static let answer = ValidResponse(type: "text/html", "ok".utf8)

    @Test func everyFaultIsGotOverAndTheMessageArrives() async throws {
        var complaints: [String] = []
        try await withThrowingTaskGroup(of: String?.self) { group in
            var rest = Fault.share(WebhookFaultTests.number, of: WebhookFaultTests.answer, parts: 3)[...]
            for fault in rest.prefix(WebhookFaultTests.width) {
                group.addTask { try await WebhookFaultTests.complaint(about: fault) }
            }
            rest = rest.dropFirst(WebhookFaultTests.width)
            while let complaint = try await group.next() {
                if let complaint { complaints.append(complaint) }
                if let fault = rest.popFirst() {
                    group.addTask { try await WebhookFaultTests.complaint(about: fault) }
                }
            }
        }
        #expect(complaints.isEmpty, "\(complaints.count):\n\(complaints.joined(separator: "\n"))")
    }

    /// Whoever answers 2xx has the message, whatever the rest of the answer is.
    @Test(arguments: [100_000, 1 << 20]) func anAnswerMayBeLarge(_ size: Int) async throws {
        let server = try FaultyServer { _ in ValidResponse(type: "text/html", repeatElement(0x20, count: size)) }
        defer { server.stop() }
        // Not hastily: the one attempt must not time out, however slow the machine is.
        #expect(try await WebhookFaultTests.announce(to: server, by: WebhookRules()))
        #expect(server.requests.proper == 1)
    }

    /// Announces an order to a server whose first answer has that fault. Returns a description of the failure, or `nil`
    /// if everything went well.
    private static func complaint(about fault: Fault) async throws -> String? {
        let server = try FaultyServer { _ in answer }
        defer { server.stop() }
        server.inject(fault, count: 1)
        guard try await announce(to: server) else { return "no address" }
        let (faulty, proper) = server.requests
        let mustRepeat = fault.outcome == .fails && !fault.hasGoodHead
        if faulty != 1 { return "\(fault): was met \(faulty) times" }
        if mustRepeat, proper == 0 { return "\(fault): was not sent again" }
        return nil
    }

    /// Announces an order to `server`, until its message is delivered. Returns whether the server has an address.
    private static func announce(to server: FaultyServer, by rules: WebhookRules = .hasty) async throws -> Bool {
        let database = FileManager.default.temporaryDirectory.appending(component: "banchan-\(UUID()).sqlite").path
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database + end) } }
        let store = try SQLiteStore(at: database)
        _ = try await store.transaction { try $0.keep(.announced) }
        guard let address = WebhookAddress("http://127.0.0.1:\(server.port)/services/hunter2") else {
            return false
        }
        let sender = WebhookSender(address: address, store: store, rules: rules, shop: .ofTests)
        let sending = Task { await sender.run() }
        // Asks for a time half a day ago, at which nothing was due, so that this call claims no message.
        let earlier = Date.now.addingTimeInterval(-12 * 3_600)
        try await wait(atMost: .seconds(300)) {
            try await store.claimMessage(at: earlier, lease: .zero, pace: .zero, maxPause: .seconds(86_400)) == .nothing
        }
        sending.cancel()
        await sending.value
        return true
    }
}

extension NewOrder {
    fileprivate static var announced: NewOrder {
        NewOrder(
            who: "지훈",
            lines: [
                OrderLine(item: OrderedItem(.menu, "H0002"), title: "시금치나물", quantity: 1, unitPrice: Won(3_900))
            ], day: .ofTests, placedAt: .now, isAnnounced: true)
    }
}

extension WebhookRules {
    /// Rules under which a fault is noticed, and the message sent again, soon.
    fileprivate static var hasty: WebhookRules {
        var rules = quick
        rules.deadline = .seconds(1)
        rules.lease = .seconds(20)
        rules.maxRequestedPause = .milliseconds(20)
        return rules
    }
}
