import Domain
import Foundation
import Testing

@testable import ShopClient

@Suite struct SectionEntryTests {
    private let time = Date(timeIntervalSince1970: 1_700_000_000)

    private func entry(confirmedAfter seconds: TimeInterval, _ outcome: SectionEntry.Outcome) -> SectionEntry {
        var entry = SectionEntry(.main)
        entry.restore(Snapshot(dishes: dishes(3), validator: "\"a\"", confirmedAt: time))
        entry.requestFetch()
        _ = entry.beginFetch()
        entry.finishFetch(outcome, at: time + seconds)
        return entry
    }

    @Test func anUnchangedAnswerWithinAMinuteOfTheLastIsNotWorthAFile() {
        let entry = entry(confirmedAfter: 59, .same(validator: "\"a\""))
        #expect(!entry.isSavingDue)
        #expect(entry.unsaved == .times)
    }

    @Test func anUnchangedAnswerAMinuteLaterIs() {
        #expect(entry(confirmedAfter: 60, .same(validator: "\"a\"")).isSavingDue)
    }

    @Test func otherRowsAreWrittenAtOnce() {
        #expect(entry(confirmedAfter: 0, .different(SectionRows(dishes(2)), validator: nil)).isSavingDue)
    }
}
