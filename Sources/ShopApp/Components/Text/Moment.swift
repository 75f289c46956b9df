import Foundation

extension Date {
    /// Day and time where the shop is looked at: "11-21 21:04".
    func moment(in zone: TimeZone) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents([.month, .day, .hour, .minute], from: self)
        func two(_ number: Int?) -> String { String(((number ?? 0) + 100) % 100 + 100).suffix(2).description }
        return "\(two(parts.month))-\(two(parts.day)) \(two(parts.hour)):\(two(parts.minute))"
    }
}
