import Foundation

extension Day {
    /// The day that many days later; this one where the calendar does not go so far.
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

    /// The day that it is at `date` in this machine's time zone; `nil` outside of the years that days may have.
    public init?(here date: Date) {
        var (seconds, parts) = (time_t(date.timeIntervalSince1970.rounded(.down)), tm())
        guard localtime_r(&seconds, &parts) != nil else { return nil }
        self.init(year: Int(parts.tm_year) + Day.firstYearOfC, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    }

    private static let firstYearOfC = 1900
    private static let noon: Int32 = 12
}
