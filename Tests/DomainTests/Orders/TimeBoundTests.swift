import Domain
import Foundation
import Testing

@Suite struct TimeBoundTests {
    @Test(arguments: [
        ("today", "today"), ("2026-11-22", "2026-11-22"), ("2026-11-22T18:00:00Z", "2026-11-22T18:00:00Z"),
        ("2026-11-22T18:00:00+09:00", "2026-11-22T09:00:00Z"),
    ])
    func boundsAreParsedFromTheirText(_ text: String, _ again: String) throws {
        let bound = try #require(TimeBound(text))
        #expect(bound.text == again)
        #expect(TimeBound(again) == bound)
    }

    @Test(arguments: [
        "", "Today", "yesterday", "22.11.2026", "2026-11-31", "20261122", "2026-11-22 18:00", "18:00",
        "2026-11-22T18:00", "2026-11-22T24:00:00Z", "2026-11-22T25:00:00+09:00", "2026-02-30T12:00:00Z",
        "2026-11-22T12:60:00Z",
    ])
    func everythingElseIsNoBound(_ text: String) { #expect(TimeBound(text) == nil) }
}
