/// The texts of a progress line in the user's language.
public struct ProgressTexts: Sendable {
    public let title: String
    /// Texts for the remaining and the elapsed time.
    let left: @Sendable (Int, Unit) -> String
    let passed: @Sendable (Int, Unit) -> String

    public enum Unit: Hashable, Sendable { case seconds, minutes, hours }

    public init(
        title: String, left: @escaping @Sendable (Int, Unit) -> String,
        passed: @escaping @Sendable (Int, Unit) -> String
    ) {
        self.title = title
        self.left = left
        self.passed = passed
    }

    public static func english(_ title: String) -> ProgressTexts {
        ProgressTexts(title: title, left: { "\($0) \($1.english) left" }, passed: { "\($0) \($1.english)" })
    }

    public static func korean(_ title: String) -> ProgressTexts {
        ProgressTexts(title: title, left: { "\($0)\($1.korean) 남음" }, passed: { "\($0)\($1.korean)" })
    }
}

extension ProgressTexts.Unit {
    fileprivate var english: String {
        switch self {
        case .seconds: "s"
        case .minutes: "min"
        case .hours: "h"
        }
    }

    fileprivate var korean: String {
        switch self {
        case .seconds: "초"
        case .minutes: "분"
        case .hours: "시간"
        }
    }

    /// Returns the duration rounded up, in the largest unit of which it has at least two.
    static func rounded(_ duration: Duration) -> (Int, ProgressTexts.Unit) {
        let seconds = max(1, Int((duration / .seconds(1)).rounded(.up)))
        if seconds < 120 { return (seconds, .seconds) }
        if seconds < 7_200 { return ((seconds + 59) / 60, .minutes) }
        return ((seconds + 3_599) / 3_600, .hours)
    }
}
