import Foundation

extension Day {
    /// Returns the day that many days later, or this day if the result is outside the supported years.
    public func adding(days: Int) -> Day {
        var parts = tm()
        (parts.tm_year, parts.tm_mon) = (Int32(year - Day.firstYearOfC), Int32(month - 1))
        (parts.tm_mday, parts.tm_hour) = (Int32(clamping: day + days), Day.noon)
        var seconds = timegm(&parts)
        guard gmtime_r(&seconds, &parts) != nil else { return self }
        let later = Day(
            year: Int(parts.tm_year) + Day.firstYearOfC, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
        return later ?? self
    }

    /// Creates the day of `date` in this machine's time zone. Returns `nil` if the year is outside the supported range.
    public init?(here date: Date) {
        var (seconds, parts) = (time_t(date.timeIntervalSince1970.rounded(.down)), tm())
        guard localtime_r(&seconds, &parts) != nil else { return nil }
        self.init(year: Int(parts.tm_year) + Day.firstYearOfC, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    }

    private static let firstYearOfC = 1900
    private static let noon: Int32 = 12
}
