import Domain
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
    /// The number of attempts for which the other messages wait, so that their order is kept. After that the message is
    /// tried on its own.
    public var maxHeldAttempts = 3
    /// The number of attempts after which a message that the webhook rejects is given up, unless the attempt before failed
    /// otherwise. Connection failures, timeouts, rate limits and server errors are retried without limit.
    public var maxRefusals = 5

    public init() {}

    /// Returns what to do after `answer` to the attempt with that number, which counts from 1. `earlier` is why the message
    /// was tried on its own before; `nil` if it was not.
    func outcome(
        of result: Result<HTTPAnswer, FetchFailure>, attempt: Int, after earlier: DeliveryFailure? = nil, now: Date
    ) -> OutboxOutcome {
        let isAside = earlier != nil || attempt >= maxHeldAttempts
        let answer: HTTPAnswer
        switch result {
        case .success(let success): answer = success
        case .failure(let failure): return retry(after: DeliveryFailure(failure), attempt, isAside, now: now)
        }
        switch answer.status {
        case 200...299: return .delivered
        case 408, 429, 500...599:
            let requested = answer.header("Retry-After").flatMap { RetryAfter.pause($0, now: now) }
            return retry(
                after: .status(answer.status), attempt, isAside, requested: requested.map(bounded), now: now)
        default:
            let failure = DeliveryFailure(refusal: answer)
            // One refusal among failures that pass, as of a gateway while the other side starts, gives nothing up.
            let isFirstRefusal = attempt > 1 && earlier?.isRefusal != true
            guard attempt < maxRefusals || isFirstRefusal else { return .failed(failure) }
            return .retry(OutboxRetry(after: failure, at: now + pause(after: attempt), isAside: true))
        }
    }

    /// Returns the next attempt after a failure that may pass. A rate limit holds for all messages.
    private func retry(
        after failure: DeliveryFailure, _ attempt: Int, _ isAside: Bool, requested: Duration? = nil, now: Date
    ) -> OutboxOutcome {
        let pause = pause(after: attempt)
        let own = isAside ? max(pause, requested ?? pause) : requested ?? pause
        let others = failure == .status(429) ? requested ?? pause : isAside ? nil : pause
        return .retry(
            OutboxRetry(after: failure, at: now + own, othersAt: others.map { now + $0 }, isAside: isAside))
    }

    /// Returns the back-off after that many failed attempts.
    func pause(after attempts: Int) -> Duration {
        // After this many doublings the result exceeds `maxPause` anyway.
        let doublings = min(max(0, attempts - 1), 30)
        return min(maxPause, firstPause * (1 << doublings))
    }

    private func bounded(_ requested: Duration) -> Duration { min(max(requested, pace), maxRequestedPause) }
}

extension DeliveryFailure {
    /// Whether the message was rejected, rather than not received.
    fileprivate var isRefusal: Bool {
        switch self {
        case .status(let status): ![408, 429].contains(status) && !(500...599).contains(status)
        case .redirected: true
        default: false
        }
    }

    /// The longest host name that is shown, in characters (RFC 1035, 2.3.4).
    private static let maxHostLength = 255

    init(_ failure: FetchFailure) {
        self =
            switch failure {
            case .unreachable, .untrusted: .unreachable
            case .timedOut: .timedOut
            default: .interrupted
            }
    }

    /// Creates the failure for an answer that refuses the message. Of the address that a redirect names, only the host
    /// is used: the rest may be as secret as the webhook's own address.
    init(refusal answer: HTTPAnswer) {
        guard (300...399).contains(answer.status) else {
            self = .status(answer.status)
            return
        }
        let host = answer.header("Location").flatMap { URL(string: $0)?.host } ?? ""
        let isPlain =
            host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && host.utf8.count <= DeliveryFailure.maxHostLength
        self = .redirected(host: isPlain ? host : "")
    }
}

extension Date {
    static func + (date: Date, duration: Duration) -> Date { date.addingTimeInterval(duration / .seconds(1)) }
}

/// The URL that orders are announced to. Whoever knows it can post there, so it is treated as a secret and never shown.
public struct WebhookAddress: Sendable {
    private let url: Secret

    /// Parses an http or https URL, ignoring white space around it. `nil` for anything else.
    public init?(_ text: String) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let parts = URLComponents(string: text),
            ["http", "https"].contains(parts.scheme?.lowercased()), parts.host?.isEmpty == false,
            URL(string: text)?.host?.isEmpty == false
        else { return nil }
        url = Secret(text)
    }

    /// Returns the request that posts `body`. Never `nil`, because the URL was validated before.
    func call(posting body: Data) -> HTTPCall? {
        URL(string: url.revealed).map {
            HTTPCall(.post, $0, headers: ["Content-Type": "application/json; charset=utf-8"], body: body)
        }
    }
}

extension WebhookAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { url.description }
    public var debugDescription: String { description }
    public var customMirror: Mirror { url.customMirror }
}
