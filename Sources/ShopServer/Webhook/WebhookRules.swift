import Foundation
import ShopHTTP
import Storage

/// The timing and retry rules for webhook messages.
public struct WebhookRules: Hashable, Sendable {
    /// The minimum time between two messages. Slack allows about one a second.
    public var pace = Duration.seconds(1)
    /// The timeout of one attempt as a whole.
    public var deadline = Duration.seconds(15)
    /// How long a claimed message is reserved for the program that sends it. Longer than the deadline, so that the
    /// message is handed out again only if that program is gone.
    public var lease = Duration.seconds(30)
    /// The back-off after the first failed attempt; it doubles with each further one.
    public var firstPause = Duration.seconds(1)
    public var maxPause = Duration.seconds(300)
    /// The longest back-off that a `Retry-After` field may ask for.
    public var maxRequestedPause = Duration.seconds(3_600)
    /// The number of attempts after which a message that the webhook rejects is given up. Connection failures,
    /// timeouts, rate limits and server errors are retried without limit.
    public var maxRefusals = 5

    public init() {}

    /// Returns what to do after `answer` to the attempt with that number, which counts from 1.
    func outcome(
        of answer: Result<HTTPAnswer, FetchFailure>, attempt: Int, now: Date
    ) -> OutboxOutcome {
        guard case .success(let answer) = answer else { return .pause(until: now + pause(after: attempt)) }
        switch answer.status {
        case 200...299: return .delivered
        case 408, 429, 500...599:
            let requested = answer.header("Retry-After").flatMap { RetryAfter.pause($0, now: now) }
            return .pause(until: now + (requested.map(bounded) ?? pause(after: attempt)))
        default: return attempt < maxRefusals ? .again(at: now + pause(after: attempt)) : .failed
        }
    }

    /// Returns the back-off after that many failed attempts.
    func pause(after attempts: Int) -> Duration {
        // After this many doublings the result exceeds `maxPause` anyway.
        let doublings = min(max(0, attempts - 1), 30)
        return min(maxPause, firstPause * (1 << doublings))
    }

    private func bounded(_ requested: Duration) -> Duration { min(max(requested, pace), maxRequestedPause) }
}

extension Date {
    static func + (date: Date, duration: Duration) -> Date { date.addingTimeInterval(duration / .seconds(1)) }
}

/// Parses the `Retry-After` field (RFC 9110, 10.2.3).
enum RetryAfter {
    /// Returns how long `field` asks to wait, given in seconds or as a date. Returns `nil` if it is neither.
    static func pause(_ field: String, now: Date) -> Duration? {
        let text = field.trimmingCharacters(in: .whitespaces)
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            // A number that overflows means "forever"; the caller limits it.
            return .seconds(Int(text).map { min($0, longest) } ?? longest)
        }
        return Date(httpText: text).map { .seconds(min(max(0, $0.timeIntervalSince(now)), Double(longest))) }
    }

    /// A year in seconds: far above every limit, and far from overflow.
    private static let longest = 365 * 24 * 3_600
}
