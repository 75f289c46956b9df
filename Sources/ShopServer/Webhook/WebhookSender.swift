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

    /// The largest response body that is read, in bytes; Slack's is "ok".
    private static let maxAnswerSize = 64 * 1_024

    /// What is known of the messages that are held up.
    private struct Backlog {
        var isTold = false
        /// Whether there may be one that is not known yet.
        var mayBegin = true
        var latestFailure: DeliveryFailure?
    }

    /// Sends until cancelled.
    func run() async {
        // Another program may have queued messages to be sent again.
        let watch = store.watchChanges { [wakeUp] in wakeUp.signal() }
        defer { watch.cancel() }
        var (failures, hasMissed, backlog) = (0, announcesMissedOrders, Backlog())
        while !Task.isCancelled {
            do {
                if hasMissed { try await store.announceMissedOrders() }
                hasMissed = false
                try await report(&backlog)
                try await sendNext(&backlog)
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
    private func sendNext(_ backlog: inout Backlog) async throws {
        switch try await store.claimMessage(at: .now, lease: rules.lease, pace: rules.pace) {
        case .message(let message):
            guard let failure = try await send(message) else { return }
            (backlog.latestFailure, backlog.mayBegin) = (failure, true)
        case .later(let date): await wakeUp.wait(upTo: .seconds(max(0, date.timeIntervalSinceNow)))
        case .nothing: await wakeUp.wait()
        }
    }

    /// Reports when messages begin to be held up, and when none is any more, by whichever server they were sent.
    private func report(_ backlog: inout Backlog) async throws {
        guard backlog.isTold || backlog.mayBegin else { return }
        let held = try await store.read { try $0.outboxBacklog() }
        backlog.mayBegin = false
        guard backlog.isTold != (held != nil) else { return }
        backlog.isTold = held != nil
        onProblem(held.map { .messagesWait($0, backlog.latestFailure) } ?? .messagesDelivered)
    }

    /// Sends the message and records the outcome. Returns the failure, or `nil` if it was delivered or if this program
    /// stops.
    private func send(_ message: OutboxMessage) async throws -> DeliveryFailure? {
        let answer = await answer(
            to: Announcement(message.kind, of: message.order, words: words, in: shop.value.calendar.zone))
        // Interrupted by the program's shutdown. The message becomes available again when its lease expires.
        if Task.isCancelled, case .failure = answer { return nil }
        let outcome = rules.outcome(
            of: answer, attempt: message.attempts, isAside: message.failure != nil, now: .now)
        try await store.record(message, outcome)
        return switch outcome {
        case .delivered: nil
        case .retry(let retry): retry.failure
        case .failed(let failure): failure
        }
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
