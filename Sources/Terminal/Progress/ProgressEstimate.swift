/// The state of long work at one moment.
public struct ProgressEstimate: Hashable, Sendable {
    /// The number of finished items; `nil` if they are not counted.
    public var count: Int?
    public var total: Int?
    /// The finished fraction from 0 to 1; takes precedence over `count` and `total`.
    public var fraction: Double?

    public init(count: Int? = nil, total: Int? = nil, fraction: Double? = nil) {
        self.count = count
        self.total = total
        self.fraction = fraction
    }

    /// Before this, the progress says little about the remaining time.
    private static let soonest = Duration.seconds(1)
    private static let minFraction = 0.02

    /// Returns the progress bar after `elapsed` time.
    public func bar(_ words: ProgressTexts, after elapsed: Duration) -> ProgressBar {
        let part = fraction ?? total.flatMap { total in count.map { total == 0 ? 1 : Double($0) / Double(total) } }
        let numbers = [count, count == nil ? nil : total].compactMap { $0.map { "\($0.grouped)" } }
        return ProgressBar(
            title: words.title, fraction: part, count: numbers.joined(separator: "/"),
            time: time(words, part, elapsed))
    }

    private func time(_ words: ProgressTexts, _ part: Double?, _ elapsed: Duration) -> String {
        guard elapsed >= ProgressEstimate.soonest else { return "" }
        guard let part else {
            let (number, unit) = ProgressTexts.Unit.rounded(elapsed)
            return words.passed(number, unit)
        }
        guard part >= ProgressEstimate.minFraction, part < 1 else { return "" }
        let (number, unit) = ProgressTexts.Unit.rounded(elapsed * ((1 - part) / part))
        return words.left(number, unit)
    }
}

extension Int {
    /// The number with commas between thousands.
    fileprivate var grouped: String {
        let digits = Array(String(self))
        return digits.enumerated().reduce(into: "") { text, digit in
            if digit.offset > 0, (digits.count - digit.offset) % 3 == 0 { text += "," }
            text.append(digit.element)
        }
    }
}
