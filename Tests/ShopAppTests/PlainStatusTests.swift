import Canvas
import Domain
import Settings
import ShopClient
import Terminal
import TerminalText
import Testing

@testable import ShopApp

/// The status line of plain mode, which screen readers speak: every change is announced, in order.
struct PlainStatusTests {
    private func text(_ number: Int) -> LocalizedText { LocalizedText("\(number)번", "number \(number)") }

    private func shop() -> ShopState {
        var settings = Settings()
        settings.plain = true
        return ShopState(
            size: Size(width: 80, height: 24), sections: Fixture.sections, counters: [MenuCounter()],
            connection: .connected, settings: settings, now: Fixture.noon)
    }

    /// Returns the successive texts of the line until none is waiting.
    private func heard(_ state: inout ShopState) -> [String] {
        var texts: [String] = []
        while texts.count < 20 {
            texts.append(state.plainStatus.text[.korean])
            let next = reduce(&state, .timerFired(.spoken, at: Fixture.noon)).first { $0.isSpoken }
            if next == nil { break }
        }
        return texts
    }

    @Test func anArrivalDoesNotTakeThePlaceOfAKeysAnswer() {
        var state = shop()
        let effects = state.press(.down)
        #expect(effects.contains { $0.isSpoken })
        let answer = state.plainStatus.text[.korean]
        #expect(answer.hasPrefix("2/"))
        _ = reduce(&state, .sectionChanged(Fixture.section(.soup, [Fixture.galbi], version: 2), at: Fixture.noon))
        #expect(state.plainStatus.text[.korean] == answer)
        let texts = heard(&state)
        #expect(texts.first == answer)
        #expect(texts.count == 2)
        #expect(texts.last?.contains("국.찌게 1개") == true)
    }

    @Test func theAnswerToAKeyIsSaidAtOnceAndTheNewsThatItInterruptsAgain() {
        var state = shop()
        _ = reduce(&state, .sectionChanged(Fixture.section(.soup, [Fixture.galbi], version: 2), at: Fixture.noon))
        let update = state.plainStatus.text[.korean]
        #expect(update.contains("국.찌게 1개"))
        state.press(.down)
        #expect(state.plainStatus.text[.korean].hasPrefix("2/"))
        #expect(heard(&state).last == update)
    }

    @Test func bothOfTwoChangesAtOnceAreSaid() {
        var state = shop()
        _ = reduce(&state, .connectionChanged(.disconnected, nextTry: nil))
        let texts = heard(&state)
        #expect(texts.count == 2)
        #expect(texts.first == Words.korean.connectionLost)
        #expect(texts.last?.contains("연결 끊김") == true)
    }

    @Test func newsAreSaidInTheirOrderEachForAWhile() throws {
        var line = SpokenLine()
        #expect(line.say([text(1)], answersKey: false).count == 1)
        #expect(line.say([text(2)], answersKey: false).isEmpty)
        #expect(line.say([text(3), text(4)], answersKey: false).isEmpty)
        var said = [line.text]
        while !line.goOn().isEmpty { said.append(line.text) }
        #expect(said == (1...4).map(text))
        #expect(line.goOn().isEmpty)
        #expect(line.say([text(5)], answersKey: false).count == 1)
        #expect(line.text == text(5))
    }

    @Test func aKeyInterruptsTheAnswerToTheOneBeforeAndNothingElseIsLost() {
        var line = SpokenLine()
        _ = line.say([text(1)], answersKey: true)
        _ = line.say([text(2)], answersKey: false)
        _ = line.say([text(3)], answersKey: true)
        #expect(line.text == text(3))
        _ = line.goOn()
        #expect(line.text == text(2))
        _ = line.say([text(4)], answersKey: true)
        #expect(line.text == text(4))
        _ = line.goOn()
        #expect(line.text == text(2))
    }

    @Test func soManyWaitAndTheOldestOfMoreAreForgotten() {
        var line = SpokenLine()
        for number in 0...20 { _ = line.say([text(number)], answersKey: false) }
        var said = 0
        while !line.goOn().isEmpty { said += 1 }
        #expect(said == SpokenLine.maxWaiting)
        #expect(line.text == text(20))
    }

    @Test func aLongTextStandsLongerUpToALimit() {
        func duration(_ characters: Int) -> Duration? {
            var line = SpokenLine()
            let text = String(repeating: "가", count: characters)
            guard case .startTimer(_, let duration) = line.say([LocalizedText(text, "")], answersKey: true).first else {
                return nil
            }
            return duration
        }
        #expect(duration(10) == .milliseconds(1_400))
        #expect(duration(1_000) == .seconds(4))
    }
}

extension Effect {
    fileprivate var isSpoken: Bool { if case .startTimer(.spoken, _) = self { true } else { false } }
}
