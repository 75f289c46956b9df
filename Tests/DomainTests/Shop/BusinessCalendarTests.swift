import Domain
import Foundation
import TestPeers
import Testing

/// The zones put clocks forward and back at several hours, leave out a day, or are a quarter of an hour off.
@Suite struct BusinessCalendarTests {
    private static let zones = [
        "Asia/Seoul", "Asia/Kathmandu", "America/New_York", "America/St_Johns", "America/Sao_Paulo", "America/Havana",
        "Africa/Cairo", "Africa/Casablanca", "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Chatham", "Etc/UTC",
    ]
    private static let starts = ["00:00", "00:01", "00:30", "02:30", "05:00", "23:30"]
    /// Between 2005 and 2035.
    private static let times = 1_104_537_600...2_051_222_400

    private static func calendar(_ zone: String, _ start: String) throws -> BusinessCalendar {
        BusinessCalendar(
            zone: try #require(TimeZone(identifier: zone)), dayStarts: try #require(TimeOfDay(start)))
    }

    @Test(arguments: zones) func everyInstantBelongsToExactlyOneDay(_ zone: String) throws {
        var generator = SeededGenerator(seed: 41)
        for start in BusinessCalendarTests.starts {
            let calendar = try BusinessCalendarTests.calendar(zone, start)
            for _ in 0..<200 {
                let seconds = Int.random(in: BusinessCalendarTests.times, using: &generator)
                let time = Date(timeIntervalSince1970: Double(seconds))
                let day = try #require(calendar.day(of: time))
                let around = (-2...2).map { day.adding(days: $0) }
                let holding = around.filter { calendar.times(of: $0)?.contains(time) ?? false }
                #expect(holding == [day], "\(zone) \(start) \(time)")
            }
        }
    }

    @Test(arguments: zones) func daysTouchAlsoWhereClocksAreMoved(_ zone: String) throws {
        for start in BusinessCalendarTests.starts {
            let calendar = try BusinessCalendarTests.calendar(zone, start)
            for first in ["20100101", "20111201", "20260101"] {
                var day = try #require(Day(text: first))
                var end: Date?
                for _ in 0..<366 {
                    if let times = calendar.times(of: day) {
                        if let end { #expect(times.lowerBound == end, "\(zone) \(start) \(day)") }
                        end = times.upperBound
                        #expect(calendar.day(of: times.lowerBound) == day, "\(zone) \(start)")
                        #expect(
                            calendar.day(of: times.upperBound.addingTimeInterval(-0.001)) == day, "\(zone) \(start)")
                    }
                    day = day.adding(days: 1)
                }
            }
        }
    }

    @Test(arguments: [
        ("Asia/Seoul", "05:00", "2026-11-21T19:59:59Z", "20261121"),
        ("Asia/Seoul", "05:00", "2026-11-21T20:00:00Z", "20261122"),
        ("Asia/Kathmandu", "00:00", "2026-11-21T18:14:59Z", "20261121"),
        ("Asia/Kathmandu", "00:00", "2026-11-21T18:15:00Z", "20261122"),
        ("America/New_York", "02:30", "2026-03-08T07:29:59Z", "20260307"),
        ("America/New_York", "02:30", "2026-03-08T07:30:00Z", "20260308"),
    ]) func aDayBeginsAtItsTimeInItsZone(_ zone: String, _ start: String, _ time: String, _ day: String) throws {
        let calendar = try BusinessCalendarTests.calendar(zone, start)
        #expect(calendar.day(of: try Date(time, strategy: .iso8601))?.text == day)
    }

    @Test func aDayIsAsLongAsTheClocksMakeIt() throws {
        let calendar = try BusinessCalendarTests.calendar("America/New_York", "00:00")
        let hours = try ["20260307", "20260308", "20261101"].map { text in
            let day = try #require(Day(text: text))
            let times = try #require(calendar.times(of: day))
            return times.upperBound.timeIntervalSince(times.lowerBound) / 3_600
        }
        #expect(hours == [24, 23, 25])
        let samoa = try BusinessCalendarTests.calendar("Pacific/Apia", "05:00")
        #expect(samoa.times(of: try #require(Day(text: "20111230"))) == nil)
    }
}
