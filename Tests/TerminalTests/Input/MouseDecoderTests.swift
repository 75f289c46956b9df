import Canvas
import TestPeers
import Testing

@testable import Terminal

@Suite struct MouseDecoderTests {
    private func events(_ pieces: [[UInt8]]) -> [TerminalEvent] {
        var decoder = KeyDecoder(sequences: .common)
        return pieces.flatMap { decoder.decode($0) } + decoder.decide()
    }

    private func events(_ text: String) -> [TerminalEvent] { events([Array(text.utf8)]) }

    private func press(_ column: Int, _ row: Int) -> TerminalEvent {
        .mouse(MouseEvent(.press, at: Point(column: column, row: row)))
    }

    @Test func pressesAndTheWheelAreEvents() {
        #expect(events("\u{1B}[<0;1;1M") == [press(0, 0)])
        #expect(events("\u{1B}[<0;300;120M\u{1B}[<0;300;120m") == [press(299, 119)])
        #expect(
            events("\u{1B}[<64;5;6M\u{1B}[<65;5;6M") == [
                .mouse(MouseEvent(.wheelUp, at: Point(column: 4, row: 5))),
                .mouse(MouseEvent(.wheelDown, at: Point(column: 4, row: 5))),
            ])
    }

    @Test func aModifierMakesNoDifference() {
        #expect(events("\u{1B}[<16;2;3M") == [press(1, 2)])
    }

    @Test(arguments: [
        "\u{1B}[<1;2;3M", "\u{1B}[<2;2;3M", "\u{1B}[<32;2;3M", "\u{1B}[<35;2;3M", "\u{1B}[<66;2;3M", "\u{1B}[<0;0;3M",
        "\u{1B}[<0;2M", "\u{1B}[<0;2;3;4M", "\u{1B}[<;;M", "\u{1B}[<0;-2;3M", "\u{1B}[<99999999999999999999;1;1M",
        "\u{1B}[<0;2;3A", "\u{1B}[M ! ", "\u{1B}[<",
    ])
    func everythingElseIsNothing(_ sequence: String) {
        #expect(events(sequence + "").isEmpty)
    }

    @Test func aKeyAfterIsAKey() {
        #expect(events("\u{1B}[<0;2;3Mq") == [press(1, 2), .key(.character("q"))])
        #expect(events("\u{1B}[<0;2\u{1B}[A").keys == [.up])
        #expect(events("\u{1B}[<0;2\rq").keys == [.enter, .character("q")])
    }

    @Test func terminalsThatKnowNoSGRAreUnderstood() {
        #expect(events([[0x1B, 0x5B, 0x4D, 0x20, 0x21, 0x22]]) == [press(0, 1)])
        #expect(events([[0x1B, 0x5B, 0x4D, 0x23, 0x21, 0x22, 0x71]]) == [.key(.character("q"))])
        #expect(events([[0x1B, 0x5B, 0x4D, 0x20, 0xFF, 0xF0]]) == [press(222, 207)])
        // A position beyond 223 is 0.
        for report in [[0x20, 0, 0x71], [0x20, 0x71, 0], [0x20, 0, 0], [0x40, 0, 0x71]] as [[UInt8]] {
            #expect(events([[0x1B, 0x5B, 0x4D] + report + [0x78]]) == [.key(.character("x"))])
            #expect(events(([0x1B, 0x5B, 0x4D] + report + [0x78]).map { [$0] }) == [.key(.character("x"))])
        }
    }

    @Test func whatIsCutOffIsWaitedForAndNeverTyped() {
        var decoder = KeyDecoder(sequences: .common)
        var events = decoder.decode(Array("\u{1B}[<0;1".utf8))
        #expect(events.isEmpty)
        #expect(decoder.doubt == .sequence)
        events = decoder.decode(Array("2;5Mx\u{1B}[<0;1".utf8))
        #expect(events == [press(11, 4), .key(.character("x"))])
        events = decoder.decide()
        #expect(events.isEmpty)
        #expect(decoder.doubt == nil)
    }

    @Test func ofASequenceThatIsTooLongNothingIsTyped() {
        let long = Array("\u{1B}[<".utf8) + Array(repeating: UInt8(ascii: "1"), count: 5_000) + Array("Mq".utf8)
        #expect(events([long]) == [.key(.character("q"))])
        #expect(events(long.map { [$0] }) == [.key(.character("q"))])
        var decoder = KeyDecoder(sequences: .common)
        let cut = decoder.decode(long.dropLast(2))
        #expect(cut.isEmpty)
        #expect(decoder.doubt == .sequence)
        let decided = decoder.decide()
        #expect(decided.isEmpty)
        #expect(decoder.doubt == nil)
    }

    @Test func whereTheBytesAreSplitMakesNoDifference() {
        let sent = "가\u{1B}[<0;7;9Mb\u{1B}[<65;7;9M\u{1B}[<0;7;9m\u{1B}[Aq\u{1B}[<1;2;3;4M한\u{1B}[<0;44;2M\u{1B}[M #$\r"
        let whole = events(sent)
        #expect(whole.mouse.count == 4)
        #expect(whole.keys == ["가", "b", "q", "한"].flatMap { keysOf($0) })
        var random = SeededGenerator(seed: 5)
        for _ in 0..<300 {
            var rest = Array(sent.utf8)[...]
            var pieces: [[UInt8]] = []
            while !rest.isEmpty {
                let count = Int.random(in: 1...5, using: &random)
                pieces.append(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            #expect(events(pieces) == whole)
        }
    }

    /// The keys that `text` stands for in the test above. The arrow key and Enter are attached to letters, because they
    /// have none of their own.
    private func keysOf(_ text: String) -> [Key] {
        switch text {
        case "q": [.up, .character("q")]
        case "한": [.character("한"), .enter]
        default: [.character(Character(text))]
        }
    }

    @Test func nothingBetweenTheBeginningAndTheEndOfASequenceIsEverAKey() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<500 {
            let count = Int.random(in: 0...200, using: &random)
            let body = (0..<count).map { _ in UInt8.random(in: 0x20...0x3F, using: &random) }
            let all = Array("\u{1B}[<".utf8) + body + [UInt8.random(in: 0x40...0x7E, using: &random)]
            #expect(events([all]).keys.isEmpty)
        }
    }
}

@Suite struct DoubleClickTests {
    private let start = ContinuousClock.now

    /// Returns for each press, given by its column and its time in milliseconds, whether it is a double click.
    private func doubles(_ presses: (column: Int, milliseconds: Int)...) -> [Bool] {
        var clicks = DoubleClicks()
        return presses.map { column, milliseconds in
            clicks.markingDouble(
                MouseEvent(.press, at: Point(column: column, row: 3)), at: start + .milliseconds(milliseconds)
            )
            .isDouble
        }
    }

    @Test func twoPressesAtOnePlaceAreADoubleClick() {
        #expect(doubles((5, 0), (5, 200)) == [false, true])
        #expect(doubles((5, 0), (6, 400)) == [false, true])
    }

    @Test func twoThatAreFarApartAreNot() {
        #expect(doubles((5, 0), (5, 401)) == [false, false])
        #expect(doubles((5, 0), (7, 100)) == [false, false])
    }

    @Test func aThirdPressBeginsAnew() {
        #expect(doubles((5, 0), (5, 100), (5, 200), (5, 300)) == [false, true, false, true])
    }

    @Test func theWheelDoesNotClick() {
        var clicks = DoubleClicks()
        let actions: [MouseEvent.Action] = [.press, .wheelDown, .press]
        let doubles = actions.map {
            clicks.markingDouble(MouseEvent($0, at: Point(column: 1, row: 1)), at: start).isDouble
        }
        #expect(doubles == [false, false, true])
    }
}
