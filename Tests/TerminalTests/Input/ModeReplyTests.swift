import Testing

@testable import Terminal

@Suite struct ModeReplyTests {
    @Test(arguments: [(0, false), (1, true), (2, true), (3, false), (4, false)])
    func aTerminalTellsWhetherItKnowsAMode(_ state: Int, _ isKnown: Bool) {
        var decoder = KeyDecoder(sequences: .common)
        #expect(decoder.decode(Array("\u{1B}[?2026;\(state)$y".utf8)).isEmpty)
        #expect(decoder.drainReplies() == [.mode(2_026, isKnown: isKnown)])
    }

    @Test func aReplyThatIsNoneIsNoKeyEither() {
        var decoder = KeyDecoder(sequences: .common)
        #expect(decoder.decode(Array("\u{1B}[?2026y\u{1B}[?;$y".utf8)).isEmpty)
        #expect(decoder.drainReplies().allSatisfy { $0 != .mode(2_026, isKnown: true) })
    }
}
