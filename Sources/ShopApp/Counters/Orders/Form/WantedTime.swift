import Foundation

/// The time for which a guest wants an order, as it is typed: "18:30", the next time that a clock in the shop shows it,
/// or "12-24 18:30".
public enum WantedTime {
    /// How far ahead an order may be wanted, in seconds: as far as the shop accepts.
    private static let farthest = 30.0 * 24 * 3_600

    /// Returns the time; `nil` if the text is none, or if it is more than 30 days away. An order may be wanted for the
    /// present minute, which has begun; what is to last until then would be over.
    public static func date(
        _ text: String, after now: Date, in zone: TimeZone, countsPresentMinute: Bool = true
    ) -> Date? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        guard let match = text.wholeMatch(of: /\s*(?:(\d{1,2})[-\/.](\d{1,2})\s+)?(\d{1,2}):(\d{2})\s*/),
            let hour = Int(match.output.3), let minute = Int(match.output.4)
        else { return nil }
        var parts = DateComponents(hour: hour, minute: minute, second: 0)
        if let month = match.output.1, let day = match.output.2 { (parts.month, parts.day) = (Int(month), Int(day)) }
        let start = countsPresentMinute ? now - 60 : now
        guard parts.isTime, let date = calendar.nextDate(after: start, matching: parts, matchingPolicy: .strict),
            date.timeIntervalSince(now) <= farthest
        else { return nil }
        return date
    }

    /// Returns the time as it is typed and shown; `nil` if it is on the same day as `now`.
    public static func textOfOtherDay(_ date: Date, than now: Date, in zone: TimeZone) -> String? {
        let (text, present) = (text(date, in: zone), text(now, in: zone))
        return text.prefix(dayLength) == present.prefix(dayLength) ? nil : text
    }

    private static let dayLength = "12-24".count

    /// Returns the time as it is typed and shown.
    static func text(_ date: Date, in zone: TimeZone) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents([.month, .day, .hour, .minute], from: date)
        func digits(_ number: Int?) -> String { number.map { $0 < 10 ? "0\($0)" : "\($0)" } ?? "" }
        return "\(digits(parts.month))-\(digits(parts.day)) \(digits(parts.hour)):\(digits(parts.minute))"
    }
}

extension DateComponents {
    fileprivate var isTime: Bool {
        (0..<24).contains(hour ?? -1) && (0..<60).contains(minute ?? -1) && (1...12).contains(month ?? 1)
            && (1...31).contains(day ?? 1)
    }
}
