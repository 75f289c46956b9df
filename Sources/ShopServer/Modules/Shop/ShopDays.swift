import Domain
import Foundation
import NIOConcurrencyHelpers

/// The shop's business days, as its file has them now, and its clock. Whatever depends on the day asks here.
struct ShopDays: Sendable {
    private struct Known: Sendable {
        let day: Day
        let times: Range<Date>
        let profile: Int
    }

    let clock: @Sendable () -> Date
    private let shop: LiveResource<ShopProfile>
    private let known = NIOLockedValueBox<Known?>(nil)

    /// A limit for clocks that are moved back meanwhile: the day on which summer time ends is an hour longer.
    private static let maxWait = Duration.seconds(25 * 3_600)

    init(of shop: LiveResource<ShopProfile>, clock: @escaping @Sendable () -> Date) {
        (self.shop, self.clock) = (shop, clock)
    }

    var calendar: BusinessCalendar { shop.value.calendar }

    /// Returns the present business day. Throws `Refusal` if the clock cannot be right.
    func today() throws(Refusal) -> Day {
        guard let today = present(at: clock()) else { throw .internalFault }
        return today.day
    }

    /// The time until the next business day begins.
    var untilTomorrow: Duration {
        let now = clock()
        guard let today = present(at: now) else { return ShopDays.maxWait }
        return min(max(.seconds(today.times.upperBound.timeIntervalSince(now)), .milliseconds(1)), ShopDays.maxWait)
    }

    /// Returns the business day at `now`. It is computed once a day.
    private func present(at now: Date) -> Known? {
        let (profile, number) = shop.version
        if let known = known.withLockedValue(\.self), known.profile == number, known.times.contains(now) {
            return known
        }
        let calendar = profile.calendar
        guard let day = calendar.day(of: now), let times = calendar.times(of: day) else { return nil }
        let present = Known(day: day, times: times, profile: number)
        known.withLockedValue { $0 = present }
        return present
    }
}
