import Canvas
import Domain
import Foundation
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

@Suite struct WantedTimeTests {
    /// 12:00 on 24 November 2026 in Seoul.
    private let noon = Date(timeIntervalSince1970: 1_795_489_200)
    private let seoul = TimeZone(identifier: "Asia/Seoul")!

    @Test(arguments: [
        ("18:30", 390), ("12:00", 0), (" 9:05 ", 1_265), ("11:59", 1_439), ("11-25 12:00", 1_440),
        ("12/1 00:00", 9_360), ("12.24 11:00", 43_140),
    ])
    func aTimeIsTheNextThatTheShopsClockShows(_ text: String, _ minutes: Int) throws {
        let date = try #require(WantedTime.date(text, after: noon, in: seoul))
        #expect(abs(date.timeIntervalSince(noon) - Double(minutes) * 60) < 1)
    }

    @Test func whatLastsUntilThePresentMinuteLastsUntilTomorrow() throws {
        let now = noon + 20
        for (countsPresentMinute, seconds) in [(true, -20), (false, 86_400.0 - 20)] {
            let date = try #require(
                WantedTime.date("12:00", after: now, in: seoul, countsPresentMinute: countsPresentMinute))
            #expect(abs(date.timeIntervalSince(now) - seconds) < 1)
        }
    }

    @Test func aTimeThatHasPassedTodayIsShownWithItsDay() throws {
        for (typed, text) in [("11:59", "11-25 11:59"), ("12:01", nil), ("23:59", nil), ("00:00", "11-25 00:00")] {
            let date = try #require(WantedTime.date(typed, after: noon, in: seoul))
            #expect(WantedTime.textOfOtherDay(date, than: noon, in: seoul) == text, "\(typed)")
        }
    }

    @Test(arguments: ["", "24:00", "12:60", "noon", "1230", "13-01 10:00", "2-30 10:00", "11-23 10:00", "12-25 10:00"])
    func anythingElseIsNone(_ text: String) { #expect(WantedTime.date(text, after: noon, in: seoul) == nil) }
}
