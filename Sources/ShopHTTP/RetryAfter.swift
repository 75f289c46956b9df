import Domain
import Foundation

/// Parses the `Retry-After` field (RFC 9110, 10.2.3).
public enum RetryAfter {
    /// Returns how long `field` asks to wait, given in seconds or as a date. Returns `nil` if it is neither.
    public static func pause(_ field: String, now: Date) -> Duration? {
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

extension HTTPAnswer {
    /// The longest delay that a server is granted.
    private static let maxDelay = Duration.seconds(300)
    /// The delay after 429 without a field that names one.
    private static let delayAfterTooMany = Duration.seconds(30)

    /// The delay of the `Retry-After` field, at most five minutes; `nil` if it is missing or cannot be read.
    public var retryAfter: Duration? {
        header("Retry-After").flatMap { RetryAfter.pause($0, now: Date()) }.map { min($0, HTTPAnswer.maxDelay) }
    }

    /// Why an answer that is not the content asked for is none, and when to ask again if the server says so.
    public var failure: FetchFailure { delay.map { .later(status: status, after: $0) } ?? .status(status) }

    /// The delay before the same is asked for again; `nil` if the server does not ask for one.
    var delay: Duration? {
        guard status >= 400 else { return nil }
        return retryAfter ?? (status == 429 ? HTTPAnswer.delayAfterTooMany : nil)
    }
}
