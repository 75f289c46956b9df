import Foundation
import NIOConcurrencyHelpers

extension Date {
    /// The date in the format of HTTP (RFC 9110, 5.6.7): "Sun, 06 Nov 1994 08:49:37 GMT".
    public var httpText: String {
        var seconds = time_t(timeIntervalSince1970.rounded(.down))
        var parts = tm()
        guard gmtime_r(&seconds, &parts) != nil else { return "" }
        let day = "\(Date.weekdays[Int(parts.tm_wday)]), \(parts.tm_mday.twoDigits)"
        let date = "\(day) \(Date.months[Int(parts.tm_mon)]) \(parts.tm_year + 1900)"
        return "\(date) \(parts.tm_hour.twoDigits):\(parts.tm_min.twoDigits):\(parts.tm_sec.twoDigits) GMT"
    }

    /// The current time in the format of HTTP, cached for one second.
    public static var httpTextOfNow: String {
        let second = time(nil)
        return latest.withLockedValue { latest in
            if latest.second != second { latest = (second, Date(timeIntervalSince1970: Double(second)).httpText) }
            return latest.text
        }
    }

    private static let latest = NIOLockedValueBox((second: time_t(0), text: Date(timeIntervalSince1970: 0).httpText))

    /// Parses a date in the format above, which is the one that servers have to send. Returns `nil` for any other
    /// format.
    public init?(httpText: String) {
        guard let parts = httpText.wholeMatch(of: Date.httpForm)?.output,
            let day = Int32(parts.1), let month = Date.months.firstIndex(of: String(parts.2)),
            let year = Int32(parts.3), let hour = Int32(parts.4), let minute = Int32(parts.5),
            let second = Int32(parts.6)
        else { return nil }
        var date = tm()
        (date.tm_mday, date.tm_mon, date.tm_year) = (day, Int32(month), year - 1900)
        (date.tm_hour, date.tm_min, date.tm_sec) = (hour, minute, second)
        self.init(timeIntervalSince1970: Double(timegm(&date)))
    }

    private static var httpForm: Regex<(Substring, Substring, Substring, Substring, Substring, Substring, Substring)> {
        /[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT/
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

extension Int32 {
    fileprivate var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
