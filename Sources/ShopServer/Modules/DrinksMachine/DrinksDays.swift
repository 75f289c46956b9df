import Domain
import Foundation

// Content that changes with time alone: drinks expire overnight.
extension MachineService {
    /// The content of the sections apart from the stock, as texts that differ when it does.
    var contents: [SectionID: String] {
        let day = Day(here: clock())?.text ?? ""
        return Dictionary(grouping: assortment.offers) { $0.product.drinkClass.kind }.reduce(into: [:]) { texts, kind in
            let labels = kind.value.map(\.content)
            let all = kind.key == .milk ? labels + [day] : labels
            texts[kind.key.section] = EntityTag(of: all.joined(separator: "\n").utf8).opaque
        }
    }

    /// The time until the next day begins in the local time zone.
    var untilTomorrow: Duration {
        let now = clock()
        var (seconds, parts) = (time_t(now.timeIntervalSince1970.rounded(.down)), tm())
        guard localtime_r(&seconds, &parts) != nil else { return MachineService.maxDayDuration }
        (parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec) = (parts.tm_mday + 1, 0, 0, 0)
        // Lets the system determine whether summer time applies then.
        parts.tm_isdst = -1
        let midnight = Date(timeIntervalSince1970: Double(mktime(&parts)))
        return min(max(.seconds(midnight.timeIntervalSince(now)), .milliseconds(1)), MachineService.maxDayDuration)
    }

    /// The length of the day on which summer time ends, which is an hour longer.
    private static let maxDayDuration = Duration.seconds(25 * 3_600)
}
