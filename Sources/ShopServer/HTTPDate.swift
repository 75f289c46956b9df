import Foundation

extension Date {
    /// As HTTP writes a date (RFC 9110, 5.6.7): "Sun, 06 Nov 1994 08:49:37 GMT".
    var httpText: String {
        var seconds = time_t(timeIntervalSince1970.rounded(.down))
        var parts = tm()
        guard gmtime_r(&seconds, &parts) != nil else { return "" }
        let day = "\(Date.weekdays[Int(parts.tm_wday)]), \(parts.tm_mday.twoDigits)"
        let date = "\(day) \(Date.months[Int(parts.tm_mon)]) \(parts.tm_year + 1900)"
        return "\(date) \(parts.tm_hour.twoDigits):\(parts.tm_min.twoDigits):\(parts.tm_sec.twoDigits) GMT"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

extension Int32 {
    fileprivate var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
