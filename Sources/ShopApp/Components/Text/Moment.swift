import Foundation

extension Date {
    /// Returns date and time in the given time zone: "11-21 21:04".
    func moment(in zone: TimeZone) -> String {
        let parts = parts(in: zone)
        return "\(two(parts.month))-\(two(parts.day)) \(two(parts.hour)):\(two(parts.minute))"
    }

    /// Returns the time in the given time zone: "21:04:07".
    func timeOfDay(in zone: TimeZone) -> String {
        let parts = parts(in: zone)
        return "\(two(parts.hour)):\(two(parts.minute)):\(two(parts.second))"
    }

    private func parts(in zone: TimeZone) -> DateComponents {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar.dateComponents([.month, .day, .hour, .minute, .second], from: self)
    }

    private func two(_ number: Int?) -> String { String(((number ?? 0) + 100) % 100 + 100).suffix(2).description }
}
