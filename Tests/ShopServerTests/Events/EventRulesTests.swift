import Domain
import Storage
import Testing

@testable import ShopServer

@Suite struct EventRulesTests {
    private let versions = SectionVersions([
        .fruits: .init(version: 9, sequence: 12), .juices: .init(version: 2, sequence: 7),
    ])
    private let sections: [SectionID] = [.juices, .fruits, .main]

    @Test(arguments: [
        (nil, [0, 7, 12]), (12, []), (11, [12]), (7, [12]), (6, [7, 12]), (0, [7, 12]), (13, [0, 7, 12]),
        (-1, [0, 7, 12]),
    ]) func newsIsWhatCameAfterwardsOldestFirst(_ position: Int?, _ numbers: [Int]) {
        #expect(versions.events(of: sections, after: position).map(\.sequence) == numbers)
    }

    @Test func newsIsWrittenAsAnEvent() {
        let news = SequencedEvent(sequence: 12, event: SectionEvent(section: .fruits, version: 9))
        #expect(news.text == "event: section\nid: 12\ndata: {\"section\":\"juice/fruits\",\"version\":9}\n\n")
    }

    @Test func theHeartBeatsAtItsIntervalWhileSomebodyHears() {
        let start = ContinuousClock.now
        var heart = Heartbeat(every: .seconds(15))
        #expect(heart.pause(at: start) == nil)
        var beats: [Int] = []
        for second in 0...46 where heart.beats(at: start + .seconds(second), isHeard: true) { beats.append(second) }
        #expect(beats == [15, 30, 45])
        #expect(heart.pause(at: start + .seconds(46)) == .seconds(14))
        #expect(heart.pause(at: start + .seconds(100)) == .zero)
    }

    @Test func aHeartThatNobodyHearsIsStillAndBeginsAnew() {
        let start = ContinuousClock.now
        var heart = Heartbeat(every: .seconds(15))
        _ = heart.beats(at: start, isHeard: true)
        let unheard = heart.beats(at: start + .seconds(20), isHeard: false)
        #expect(!unheard)
        #expect(heart.pause(at: start + .seconds(20)) == nil)
        let early = heart.beats(at: start + .seconds(30), isHeard: true)
        #expect(!early)
        #expect(heart.pause(at: start + .seconds(30)) == .seconds(15))
    }
}
