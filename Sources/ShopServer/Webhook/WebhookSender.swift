import Domain
import Foundation
import Platform
import ShopHTTP
import Storage

/// Sends the messages in the outbox one at a time. Sleeps while the outbox is empty.
///
/// Messages are delivered at least once: if the program dies after sending but before recording that, the message is
/// sent again. Delivery never delays an order.
struct WebhookSender: Sendable {
    let address: WebhookAddress
    let store: any Store
    let rules: WebhookRules
    /// Whether orders that were taken while there was no webhook are announced as well.
    var announcesMissedOrders = false
    /// Signalled for each new order that is to be announced.
    let wakeUp = WakeUpSignal()
    private let loader = HTTPLoader()

    /// The largest response body that is read, in bytes; Slack's is "ok".
    private static let maxAnswerSize = 64 * 1_024

    /// Sends until cancelled.
    func run() async {
        // Another program may have queued messages to be sent again.
        let watch = store.watchChanges { [wakeUp] in wakeUp.signal() }
        defer { watch.cancel() }
        var (failures, hasMissed) = (0, announcesMissedOrders)
        while !Task.isCancelled {
            do {
                if hasMissed { try await store.announceMissedOrders() }
                hasMissed = false
                try await sendNext()
                failures = 0
            } catch {
                // The store is unavailable for now; the messages are safe in it.
                failures += 1
                await wakeUp.wait(upTo: rules.pause(after: failures))
            }
        }
        loader.invalidate()
    }

    /// Sends the next message, or waits until there may be one.
    private func sendNext() async throws {
        switch try await store.claimMessage(at: .now, lease: rules.lease, pace: rules.pace) {
        case .message(let message): try await send(message)
        case .later(let date): await wakeUp.wait(upTo: .seconds(max(0, date.timeIntervalSinceNow)))
        case .nothing: await wakeUp.wait()
        }
    }

    private func send(_ message: OutboxMessage) async throws {
        let answer = await answer(to: Announcement(of: message.order))
        // Interrupted by the program's shutdown. The message becomes available again when its lease expires.
        if Task.isCancelled, case .failure = answer { return }
        let outcome = rules.outcome(of: answer, attempt: message.attempts, now: .now)
        try await store.settle(message, outcome)
    }

    private func answer(to announcement: Announcement) async -> Result<HTTPAnswer, FetchFailure> {
        guard let call = address.call(posting: announcement.body) else { return .failure(.unreachable) }
        let limits = HTTPLimits(
            bodyBytes: WebhookSender.maxAnswerSize, idle: rules.deadline, deadline: rules.deadline, redirects: 0)
        do throws(FetchFailure) {
            return .success(try await loader.send(call, limits: limits))
        } catch {
            return .failure(error)
        }
    }
}
