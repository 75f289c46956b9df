import Domain
import Foundation
import Platform
import ShopHTTP
import Storage

/// Posts the messages for the webhook.
struct WebhookSender: Sendable {
    let address: WebhookAddress
    let store: any Store
    let rules: WebhookRules
    /// What the shop says of itself: its zone.
    let shop: LiveResource<ShopProfile>
    /// Whether orders that were taken while there was no webhook are announced as well.
    var announcesMissedOrders = false
    /// The word that a message about a cancellation begins with.
    var words = AnnouncementWords.korean
    /// Called when messages begin to be held up, and again when none is any more.
    var onProblem: @Sendable (ShopServerError) -> Void = { _ in }
    /// Signalled for each new order that is to be announced, and for each cancellation.
    let wakeUp = WakeUpSignal()
    private let loader = HTTPLoader()

    /// Sends until cancelled.
    func run() async {
        let delivery = WebhookDelivery(sender: self, hasMissed: announcesMissedOrders)
        await OutboxSender(delivery: delivery, store: store, wakeUp: wakeUp).run()
        loader.invalidate()
    }

    fileprivate func post(_ kind: MessageKind, of order: Order) async -> Result<HTTPAnswer, FetchFailure> {
        await answer(to: Announcement(kind, of: order, words: words, in: shop.value.calendar.zone))
    }

    private func answer(to announcement: Announcement) async -> Result<HTTPAnswer, FetchFailure> {
        guard let call = address.call(posting: announcement.body) else { return .failure(.unreachable) }
        let limits = HTTPLimits(bodyBytes: .max, idle: rules.deadline, deadline: rules.deadline, redirects: 0)
        do throws(FetchFailure) {
            // Whatever follows the head, the message was accepted or not.
            return .success(try await loader.head(of: call, limits: limits))
        } catch {
            return .failure(error)
        }
    }
}

private struct WebhookDelivery: OutboxDelivery {
    let sender: WebhookSender
    /// Whether there may be orders that were never announced, but should be.
    var hasMissed: Bool
    /// Whether it was reported that messages are held up.
    private var isTold = false
    /// Whether there may be one that is not known yet.
    private var mayBegin = true
    private var latestFailure: DeliveryFailure?

    init(sender: WebhookSender, hasMissed: Bool) { (self.sender, self.hasMissed) = (sender, hasMissed) }

    let destination = OutboxDestination.webhook
    var lease: Duration { sender.rules.lease }
    var pace: Duration { sender.rules.pace }
    var maxPause: Duration { max(sender.rules.maxPause, sender.rules.maxRequestedPause) }

    func pause(after failures: Int) -> Duration { sender.rules.pause(after: failures) }

    mutating func prepare(in store: any Store) async throws {
        if hasMissed { try await store.announceMissedOrders() }
        hasMissed = false
        guard isTold || mayBegin else { return }
        let held = try await store.read { try $0.outboxBacklog() }
        mayBegin = false
        // Reported when messages begin to be held up, and when none is any more, by whichever server they were sent.
        guard isTold != (held != nil) else { return }
        isTold = held != nil
        sender.onProblem(held.map { .messagesWait($0, latestFailure) } ?? .messagesDelivered)
    }

    mutating func deliver(_ message: OutboxMessage, in store: any Store) async throws -> OutboxOutcome? {
        // Nobody is told of closings here.
        guard let order = message.order else { return .delivered }
        let answer = await sender.post(message.kind, of: order)
        if Task.isCancelled, case .failure = answer { return nil }
        let outcome = sender.rules.outcome(
            of: answer, attempt: message.attempts, after: message.failure, now: .now)
        switch outcome {
        case .delivered: break
        case .retry(let retry): (latestFailure, mayBegin) = (retry.failure, true)
        case .failed(let failure): (latestFailure, mayBegin) = (failure, true)
        }
        return outcome
    }
}
