import Testing

@testable import ShopApp

@Suite struct InputPaceTests {
    private let start = ContinuousClock.now

    @Test func aKeySoonAfterAnotherIsHurriedUntilTheyRest() {
        var pace = InputPace()
        pace.note(hasInput: true, at: start)
        #expect(!pace.isHurried)
        pace.note(hasInput: true, at: start + .milliseconds(100))
        #expect(pace.isHurried)
        #expect(pace.timeToRest(at: start + .milliseconds(150)) == .milliseconds(100))
        pace.note(hasInput: false, at: start + .milliseconds(249))
        #expect(pace.isHurried)
        pace.note(hasInput: false, at: start + .milliseconds(250))
        #expect(!pace.isHurried)
        #expect(pace.timeToRest(at: start + .milliseconds(300)) == .zero)
        pace.note(hasInput: true, at: start + .milliseconds(400))
        #expect(!pace.isHurried)
    }

    @Test func whatIsSentTogetherIsNotHurried() {
        var pace = InputPace()
        for time in 0..<5 { pace.note(hasInput: true, at: start + .milliseconds(time)) }
        #expect(!pace.isHurried)
        pace.note(hasInput: true, at: start + .milliseconds(9))
        #expect(pace.isHurried)
    }
}
