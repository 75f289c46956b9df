import Domain
import Foundation
import Platform
import ShopHTTP
import Storage

/// Sends what is in the outbox, one message after the other, for as long as it runs. It sleeps while there is nothing
/// to send.
///
/// A message is sent at least once: a program that dies between sending and noting it sends again. Nothing that
/// happens here keeps an order waiting.
struct WebhookSender: Sendable {
    let address: WebhookAddress
    let ledger: any Ledger
    let rules: WebhookRules
    let wakeUp = WakeUpSignal()
    private let loader = HTTPLoader()

    /// The most bytes that are read of an answer: Slack's is "ok".
    private static let largestAnswer = 64 * 1_024

    /// Sends until cancelled.
    func run() async {
        var failures = 0
        while !Task.isCancelled {
            do throws(LedgerError) {
                try await sendNext()
                failures = 0
            } catch {
                // The ledger cannot be used right now; the messages are safe there.
                failures += 1
                await wakeUp.wait(upTo: rules.pause(after: failures))
            }
        }
        loader.invalidate()
    }

    /// Sends the next message, or waits until there may be one.
    private func sendNext() async throws(LedgerError) {
        switch try await ledger.claimMessage(at: .now, lease: rules.lease, pace: rules.pace) {
        case .message(let message): try await send(message)
        case .later(let date): await wakeUp.wait(upTo: .seconds(max(0, date.timeIntervalSinceNow)))
        case .nothing: await wakeUp.wait()
        }
    }

    private func send(_ message: OutboxMessage) async throws(LedgerError) {
        let answer = await answer(to: Announcement(of: message.order.order))
        // Cut off by the end of the program: the message comes up again when its lease has run out.
        if Task.isCancelled, case .failure = answer { return }
        let outcome = rules.outcome(of: answer, attempt: message.attempts, now: .now)
        try await ledger.settle(message, outcome)
    }

    private func answer(to announcement: Announcement) async -> Result<HTTPAnswer, FetchFailure> {
        guard let call = address.call(posting: announcement.body) else { return .failure(.unreachable) }
        let limits = HTTPLimits(
            bodyBytes: WebhookSender.largestAnswer, idle: rules.deadline, deadline: rules.deadline, redirects: 0)
        do throws(FetchFailure) {
            return .success(try await loader.send(call, limits: limits))
        } catch {
            return .failure(error)
        }
    }
}

/// Wakes one task that waits for it. Ringing while nobody waits is not lost, and ringing twice is once.
struct WakeUpSignal: Sendable {
    private let wakeUps: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (wakeUps, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func signal() { continuation.yield() }

    /// Returns when it rings, or the task is cancelled.
    func wait() async {
        for await _ in wakeUps { return }
    }

    /// The same, but returns after `time` at the latest, where there is one.
    func wait(upTo time: Duration?) async {
        guard let time else { return await wait() }
        let timer = OneShotTimer(after: time) { signal() }
        await wait()
        timer.cancel()
    }
}
