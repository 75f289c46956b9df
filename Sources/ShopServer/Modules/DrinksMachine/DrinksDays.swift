import Domain
import Foundation

// What looks different although nobody does anything: drinks go bad overnight.
extension MachineService {
    /// What the sections show beside the stock, as texts that differ where it does.
    var contents: [SectionID: String] {
        let day = Day(here: clock())?.text ?? ""
        return Dictionary(grouping: assortment.offers) { $0.product.drinkClass.kind }.reduce(into: [:]) { texts, kind in
            let labels = kind.value.map(\.content)
            let all = kind.key == .milk ? labels + [day] : labels
            texts[kind.key.section] = EntityTag(of: all.joined(separator: "\n").utf8).opaque
        }
    }

    /// How long it is until the next day here.
    var untilTomorrow: Duration {
        let now = clock()
        var (seconds, parts) = (time_t(now.timeIntervalSince1970.rounded(.down)), tm())
        guard localtime_r(&seconds, &parts) != nil else { return MachineService.longestDay }
        (parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec) = (parts.tm_mday + 1, 0, 0, 0)
        // Whether that is summer time, the system knows.
        parts.tm_isdst = -1
        let midnight = Date(timeIntervalSince1970: Double(mktime(&parts)))
        return min(max(.seconds(midnight.timeIntervalSince(now)), .milliseconds(1)), MachineService.longestDay)
    }

    /// With the hour that is given back when summer time ends.
    private static let longestDay = Duration.seconds(25 * 3_600)
}
