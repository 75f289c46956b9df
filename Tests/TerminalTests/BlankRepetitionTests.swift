import TerminalProbe
import Testing

@testable import Terminal

/// Whether a terminal repeats blanks is tried, not believed.
@Suite struct BlankRepetitionTests {
    private func taken(_ reply: String, by blanks: inout BlankRepetition) -> Bool {
        var decoder = KeyDecoder(sequences: .common)
        let keys = decoder.decode(Array(reply.utf8)).keys
        #expect(keys.isEmpty)
        return decoder.drainReplies().contains { blanks.accept($0) }
    }

    @Test func aTerminalThatRepeatsThemIsFoundOutAndShowsNothingNew() {
        let terminal = TerminalEmulator(columns: 20, rows: 4)
        terminal.feed(Array("one\r\ntwo\u{1B}[4;3H".utf8))
        let (before, cursor) = (terminal.text, terminal.cursor)
        var blanks = BlankRepetition()
        terminal.feed(blanks.question(row: 2, column: 16))
        #expect(terminal.text == before)
        #expect(terminal.cursor == cursor)
        let isTaken = taken(String(decoding: terminal.takeReplies(), as: UTF8.self), by: &blanks)
        #expect(isTaken)
    }

    @Test(arguments: ["\u{1B}[2;17R", "\u{1B}[3;19R", "\u{1B}[1;19R", "\u{1B}[2R", "\u{1B}[2;19;1R"])
    func anyOtherAnswerMeansThatItDoesNot(_ reply: String) {
        var blanks = BlankRepetition()
        _ = blanks.question(row: 2, column: 16)
        let isTaken = taken(reply, by: &blanks)
        #expect(!isTaken)
    }

    @Test func anAnswerWithoutAQuestionMeansNothing() {
        var blanks = BlankRepetition()
        let isTaken = taken("\u{1B}[2;19R", by: &blanks)
        #expect(!isTaken)
        _ = blanks.question(row: 2, column: 16)
        let (first, second) = (taken("\u{1B}[2;17R", by: &blanks), taken("\u{1B}[2;19R", by: &blanks))
        #expect(!first)
        #expect(!second)
    }
}
