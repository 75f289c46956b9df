import Foundation
import ShopHTTP
import Storage

/// How often something is sent, and what is made of the answers.
public struct WebhookRules: Hashable, Sendable {
    /// Between two messages. Slack allows about one a second.
    public var pace = Duration.seconds(1)
    /// How long one attempt may take altogether.
    public var deadline = Duration.seconds(15)
    /// How long a message belongs to the program that sends it; longer than the deadline, so that it comes back only
    /// when that program is gone.
    public var lease = Duration.seconds(30)
    /// The pause after a first attempt in vain; each further one doubles it.
    public var firstPause = Duration.seconds(1)
    public var longestPause = Duration.seconds(300)
    /// The longest pause that the other side may ask for.
    public var longestRequestedPause = Duration.seconds(3_600)
    /// How often a message is sent that is refused for what it is.
    public var mostRefusals = 5

    public init() {}

    /// What is made of `answer` to the attempt of that number, which counts from 1.
    func outcome(
        of answer: Result<HTTPAnswer, FetchFailure>, attempt: Int, now: Date
    ) -> OutboxOutcome {
        guard case .success(let answer) = answer else { return .pause(until: now + pause(after: attempt)) }
        switch answer.status {
        case 200...299: return .delivered
        case 408, 429, 500...599:
            let requested = answer.header("Retry-After").flatMap { RetryAfter.pause($0, now: now) }
            return .pause(until: now + (requested.map(bounded) ?? pause(after: attempt)))
        default: return attempt < mostRefusals ? .again(at: now + pause(after: attempt)) : .failed
        }
    }

    /// The pause after that many attempts in vain.
    func pause(after attempts: Int) -> Duration {
        // Beyond this many doublings every pause is the longest one.
        let doublings = min(max(0, attempts - 1), 30)
        return min(longestPause, firstPause * (1 << doublings))
    }

    private func bounded(_ requested: Duration) -> Duration { min(max(requested, pace), longestRequestedPause) }
}

extension Date {
    static func + (date: Date, duration: Duration) -> Date { date.addingTimeInterval(duration / .seconds(1)) }
}

/// The field that tells when to try again (RFC 9110, 10.2.3).
enum RetryAfter {
    /// How long `field` asks to wait: seconds, or until a date. `nil` when it says neither.
    static func pause(_ field: String, now: Date) -> Duration? {
        let text = field.trimmingCharacters(in: .whitespaces)
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            // More digits than a number has mean for ever, which is bounded elsewhere.
            return .seconds(Int(text).map { min($0, longest) } ?? longest)
        }
        return Date(httpText: text).map { .seconds(min(max(0, $0.timeIntervalSince(now)), Double(longest))) }
    }

    /// A year in seconds: far beyond every bound, and far from overflow.
    private static let longest = 365 * 24 * 3_600
}
