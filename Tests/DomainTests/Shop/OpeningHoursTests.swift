import Domain
import Foundation
import TestPeers
import Testing

/// The hours of a shop, in zones that put clocks forward and back, leave out a day, or are a quarter of an hour off.
@Suite struct OpeningHoursTests {
    private static let zones = [
        "Asia/Seoul", "Asia/Kathmandu", "America/New_York", "America/Havana", "Africa/Cairo", "Australia/Lord_Howe",
        "Pacific/Apia", "Etc/UTC",
    ]
    /// Between 2005 and 2035.
    private static let times = 1_104_537_600...2_051_222_400

    private static func hours(_ json: String) throws -> OpeningHours {
        try JSONDecoder().decode(OpeningHours.self, from: Data(json.utf8))
    }

    private static func time(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    private static func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name)) }

    /// Returns random hours: up to three spans on most days, some of them over midnight.
    private static func hours(using generator: inout SeededGenerator) throws -> OpeningHours {
        var spans: [OpeningHours.Weekday: [OpeningHours.Span]] = [:]
        for day in OpeningHours.Weekday.allCases where Int.random(in: 0..<4, using: &generator) > 0 {
            spans[day] = (0..<Int.random(in: 1...3, using: &generator)).compactMap { _ in
                let ends = (0..<2).map { _ in TimeOfDay(minutes: Int.random(in: 0..<96, using: &generator) * 15) }
                return OpeningHours.Span("\(ends[0])-\(ends[1])")
            }
        }
        return OpeningHours(spans)
    }

    @Test(arguments: zones) func openingAndClosingAreWhereItChangesAndNothingChangesBefore(_ name: String) throws {
        var generator = SeededGenerator(seed: 7)
        let zone = try OpeningHoursTests.zone(name)
        for _ in 0..<60 {
            let hours = try OpeningHoursTests.hours(using: &generator)
            let time = Date(
                timeIntervalSince1970: Double(Int.random(in: OpeningHoursTests.times, using: &generator)))
            let isOpen = hours.isOpen(at: time, in: zone)
            let change = isOpen ? hours.closing(after: time, in: zone) : hours.opening(from: time, in: zone)
            if isOpen { #expect(hours.opening(from: time, in: zone) == time) }
            guard let change else {
                #expect(hours.spans.isEmpty || isOpen)
                continue
            }
            #expect(change > time)
            #expect(hours.isOpen(at: change, in: zone) != isOpen, "\(name) \(hours) \(time)")
            #expect(hours.isOpen(at: change - 1, in: zone) == isOpen, "\(name) \(hours) \(time)")
            for _ in 0..<20 {
                let between = time + Double.random(in: 0..<change.timeIntervalSince(time), using: &generator)
                #expect(hours.isOpen(at: between, in: zone) == isOpen, "\(name) \(hours) \(time) \(between)")
            }
        }
    }

    /// Without moved clocks, a shop is open when its clock says so.
    @Test func itIsOpenWhenTheClockShowsATimeOfItsSpans() throws {
        var generator = SeededGenerator(seed: 8)
        let zone = try OpeningHoursTests.zone("Asia/Seoul")
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        for _ in 0..<300 {
            let hours = try OpeningHoursTests.hours(using: &generator)
            let time = Date(
                timeIntervalSince1970: Double(Int.random(in: OpeningHoursTests.times, using: &generator)))
            let parts = calendar.dateComponents([.weekday, .hour, .minute], from: time)
            let minute = parts.hour! * 60 + parts.minute!
            // Sunday is 1.
            let today = (parts.weekday! + 5) % 7
            func spans(_ day: Int) -> [OpeningHours.Span] {
                hours.spans[OpeningHours.Weekday.allCases[day]] ?? []
            }
            let expected =
                spans(today).contains { $0.opens.minutes <= minute && minute < $0.end }
                || spans((today + 6) % 7).contains { minute + 1_440 < $0.end }
            #expect(hours.isOpen(at: time, in: zone) == expected, "\(hours) \(time)")
        }
    }

    /// 28 November 2026 is a Saturday.
    @Test(arguments: [
        ("2026-11-28T01:59:59Z", false, "2026-11-28T02:00:00Z"), ("2026-11-28T02:00:00Z", true, "2026-11-28T05:30:00Z"),
        ("2026-11-28T05:30:00Z", false, "2026-11-28T08:00:00Z"), ("2026-11-28T08:00:00Z", true, "2026-11-28T17:00:00Z"),
        // 02:00 on Sunday, which is closed until Monday.
        ("2026-11-28T16:59:59Z", true, "2026-11-28T17:00:00Z"), ("2026-11-28T17:00:00Z", false, "2026-11-30T02:00:00Z"),
    ]) func aSpanMayLastOverMidnightAndADayMayHaveNone(_ time: String, _ isOpen: Bool, _ change: String) throws {
        let hours = try OpeningHoursTests.hours(
            #"{"mon": ["11:00-14:30"], "sat": ["11:00-14:30", "17:00-02:00"], "sun": []}"#)
        let (zone, time) = (try OpeningHoursTests.zone("Asia/Seoul"), try OpeningHoursTests.time(time))
        #expect(hours.isOpen(at: time, in: zone) == isOpen)
        let next = isOpen ? hours.closing(after: time, in: zone) : hours.opening(from: time, in: zone)
        #expect(next == (try OpeningHoursTests.time(change)))
    }

    /// New York puts clocks forward on 8 March 2026 at 02:00, and back on 1 November at 02:00.
    @Test(arguments: [
        // 02:30 is left out: the span begins an hour later by the clock.
        (#"{"sun": ["02:30-06:00"]}"#, "2026-03-08T06:59:59Z", "2026-03-08T07:30:00Z", "2026-03-08T10:00:00Z"),
        // The night is an hour shorter, or longer.
        (#"{"sat": ["22:00-04:00"]}"#, "2026-03-07T12:00:00Z", "2026-03-08T03:00:00Z", "2026-03-08T08:00:00Z"),
        (#"{"sat": ["22:00-04:00"]}"#, "2026-10-31T12:00:00Z", "2026-11-01T02:00:00Z", "2026-11-01T09:00:00Z"),
        // 01:30 is there twice: the first one counts.
        (#"{"sun": ["01:30-03:00"]}"#, "2026-11-01T05:00:00Z", "2026-11-01T05:30:00Z", "2026-11-01T08:00:00Z"),
    ]) func clocksThatAreMovedMoveTheHours(_ json: String, _ time: String, _ opens: String, _ closes: String) throws {
        let (hours, zone) = (try OpeningHoursTests.hours(json), try OpeningHoursTests.zone("America/New_York"))
        let opening = hours.opening(from: try OpeningHoursTests.time(time), in: zone)
        #expect(opening == (try OpeningHoursTests.time(opens)))
        #expect(hours.closing(after: try #require(opening), in: zone) == (try OpeningHoursTests.time(closes)))
    }

    @Test func aShopMayNeverOpenOrNeverClose() throws {
        let (zone, now) = (try OpeningHoursTests.zone("Asia/Seoul"), Date(timeIntervalSince1970: 1_800_000_000))
        let never = try OpeningHoursTests.hours(#"{"mon": []}"#)
        #expect(!never.isOpen(at: now, in: zone))
        #expect(never.opening(from: now, in: zone) == nil)
        let days = OpeningHours.Weekday.allCases.map { #""\#($0.rawValue)": ["00:00-24:00"]"# }
        let always = try OpeningHoursTests.hours("{\(days.joined(separator: ", "))}")
        #expect(always.isOpen(at: now, in: zone))
        #expect(always.closing(after: now, in: zone) == nil)
        let touching = try OpeningHoursTests.hours(#"{"fri": ["17:00-24:00"], "sat": ["00:00-03:00"]}"#)
        let friday = try OpeningHoursTests.time("2026-11-27T09:00:00Z")
        #expect(touching.closing(after: friday, in: zone) == (try OpeningHoursTests.time("2026-11-27T18:00:00Z")))
    }

    @Test func theEndOfASpanCountsWhereItIsAskedFor() throws {
        let (hours, zone) = (try OpeningHoursTests.hours(#"{"sat": ["11:00-14:30"]}"#), TimeZone.gmt)
        let end = try OpeningHoursTests.time("2026-11-28T14:30:00Z")
        #expect(!hours.isOpen(at: end, in: zone))
        #expect(hours.isOpen(at: end, in: zone, untilEnd: true))
        #expect(!hours.isOpen(at: end + 1, in: zone, untilEnd: true))
    }

    @Test func hoursAreTheSameBehindTheirEncoding() throws {
        let json = #"{"mon":["11:00-14:30","17:00-02:00"],"sun":["00:00-24:00"]}"#
        let hours = try OpeningHoursTests.hours(json)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(hours), as: UTF8.self) == json)
        #expect(
            try OpeningHoursTests.hours(#"{"mon":["11:00-14:30","17:00-02:00"],"sun":["00:00-24:00"],"tue":[]}"#)
                == hours)
    }

    @Test(arguments: [
        #"{"mon": ["11:00"]}"#, #"{"mon": ["11:00-11:00"]}"#, #"{"mon": ["24:00-02:00"]}"#, #"{"mon": "11:00-14:00"}"#,
        #"{"mon": ["11-14"]}"#, #"{"mon": ["11:00-24:01"]}"#, #"{"monday": ["11:00-14:00"]}"#, "[]",
        #"{"mon": ["11:00-14:00-15:00"]}"#, #"{"mon": ["1:00-2:00", "x"]}"#,
    ]) func whatAreNoHoursIsRefused(_ json: String) {
        #expect(throws: DecodingError.self) { try OpeningHoursTests.hours(json) }
    }
}
