import Domain
import Foundation
import Platform
import Storage

/// How the messages for one destination of the outbox are delivered.
protocol OutboxDelivery: Sendable {
    var destination: OutboxDestination { get }
    /// How long a claimed message is reserved for the program that sends it. Longer than an attempt may take, so that
    /// the message is handed out again only if that program is gone.
    var lease: Duration { get }
    /// The minimum time between two messages.
    var pace: Duration { get }
    /// The longest time for which it holds a message back after a failed attempt.
    var maxPause: Duration { get }

    /// Called before each message, and whenever there may be a new one. Throws if the store is unavailable.
    mutating func prepare(in store: any Store) async throws

    /// Tries once to deliver the message. Returns `nil` if that was interrupted by the program's shutdown: the message
    /// becomes available again when its lease expires. Throws if the store is unavailable.
    mutating func deliver(_ message: OutboxMessage, in store: any Store) async throws -> OutboxOutcome?

    /// The back-off after that many failures of the store in a row.
    func pause(after failures: Int) -> Duration
}

/// Sends the messages for one destination one at a time. Sleeps while there are none.
///
/// Messages are delivered at least once: if the program dies after sending but before recording that, the message is
/// sent again. Delivery never delays an order.
struct OutboxSender<Delivery: OutboxDelivery>: Sendable {
    let delivery: Delivery
    let store: any Store
    /// Signalled for each new message.
    let wakeUp: WakeUpSignal

    /// Sends until cancelled.
    func run() async {
        // Another program may have queued messages.
        let watch = store.watchChanges { [wakeUp] in wakeUp.signal() }
        defer { watch.cancel() }
        var (delivery, failures) = (delivery, 0)
        while !Task.isCancelled {
            do {
                try await delivery.prepare(in: store)
                try await sendNext(with: &delivery)
                failures = 0
            } catch {
                // The store is unavailable for now; the messages are safe in it.
                failures += 1
                await wakeUp.wait(upTo: delivery.pause(after: failures))
            }
        }
    }

    /// Sends the next message and records the outcome, or waits until there may be one.
    private func sendNext(with delivery: inout Delivery) async throws {
        let claim = try await store.claimMessage(
            to: delivery.destination, at: .now, lease: delivery.lease, pace: delivery.pace, maxPause: delivery.maxPause)
        switch claim {
        case .message(let message):
            guard let outcome = try await delivery.deliver(message, in: store) else { return }
            try await store.record(message, outcome)
        case .later(let date): await wakeUp.wait(upTo: .seconds(max(0, date.timeIntervalSinceNow)))
        case .nothing: await wakeUp.wait()
        }
    }
}
