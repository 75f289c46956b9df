import Canvas
import TestPeers
import Testing

@testable import Terminal

@Suite struct PixelQueryTests {
    /// Returns the results and further queries that those replies cause.
    private func outcome(_ choice: PictureChoice = .auto, _ replies: TerminalReply...) -> [PixelQuery.Step] {
        var query = PixelQuery(choice)
        return replies.map { query.receive($0) }.filter { $0 != .wait }
    }

    private static let ask = PixelQuery.Step.ask(PixelQuery.graphicsQuestion)
    private static let askRegisters = PixelQuery.Step.ask(PixelQuery.registersQuestion)

    @Test func kittyIsAskedWhetherItTakesAPicture() {
        let steps = outcome(
            .auto, .name("kitty(0.28.0)"), .attributes([62]), .graphics(isGood: true), .attributes([62]))
        #expect(steps == [PixelQueryTests.ask, .found(.kitty(throughTmux: false))])
    }

    @Test(arguments: [
        "kitty(0.27.1)", "kitty(0.26.5)", "WezTerm 20240203", "Konsole 23.08", "XTerm(379)", "tmux 3.4", "",
    ])
    func whoseNameIsNotKnownIsNotAsked(_ name: String) {
        #expect(outcome(.auto, .name(name), .attributes([62, 22])) == [.found(nil)])
    }

    @Test(arguments: ["kitty(0.28.0)", "kitty(0.35.2)", "kitty(1.0)", "ghostty 1.0.1", "ghostty"])
    func placeholdersAreKnownToThese(_ name: String) { #expect(PixelQuery.knowsPlaceholders(name)) }

    @Test func whoWantsPixelsHasEveryTerminalAsked() {
        let steps = outcome(.pixels, .attributes([62]), .graphics(isGood: true), .attributes([62]))
        #expect(steps == [PixelQueryTests.ask, .found(.kitty(throughTmux: false))])
        let silent = outcome(.pixels, .attributes([62, 4]), .attributes([62, 4]))
        #expect(silent == [PixelQueryTests.ask, PixelQueryTests.askRegisters])
    }

    @Test func theNumberOfSixelIsNotTheClassOfTheTerminal() {
        let sixel = outcome(.auto, .attributes([62, 4, 22]), .colorRegisters(16), .attributes([62, 4, 22]))
        #expect(sixel == [PixelQueryTests.askRegisters, .found(.sixel(colors: 16))])
        let untold = outcome(.auto, .attributes([62, 4, 22]), .attributes([62, 4, 22]))
        #expect(untold == [PixelQueryTests.askRegisters, .found(.sixel(colors: 256))])
        #expect(outcome(.auto, .attributes([4])) == [.found(nil)])
        #expect(outcome(.auto, .attributes([64, 1, 2, 44])) == [.found(nil)])
    }

    @Test func nothingIsFoundTwice() {
        let steps = outcome(.auto, .attributes([62]), .attributes([62, 4]), .attributes([62, 4]))
        #expect(steps == [.found(nil)])
    }

    @Test func behindTmuxPixelsNeedATerminalThatIsReachedInTheColoursThatAreMeant() {
        func pixels(_ name: String, reached: Bool = true, keeps: Bool = true, _ colors: PictureColors) -> PixelProtocol?
        {
            PixelQuery.pixels(of: OuterTerminal(name: name, isReached: reached, keepsColors: keeps), colors)
        }
        #expect(pixels("kitty(0.30.0)", .direct) == .kitty(throughTmux: true))
        #expect(pixels("kitty(0.30.0)", keeps: false, .indexed) == .kitty(throughTmux: true))
        #expect(pixels("kitty(0.30.0)", keeps: false, .direct) == nil)
        #expect(pixels("kitty(0.30.0)", reached: false, .indexed) == nil)
        #expect(pixels("XTerm(379)", .indexed) == nil)
    }

    // MARK: - Among the keys

    private static let replies =
        "\u{1B}P>|kitty(0.32.2)\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62;4;22c\u{1B}_Gi=31;OK\u{1B}\\\u{1B}_Gi=31;ENOENT:no\u{1B}\\\u{1B}[?1;0;16S"
    private static let expected: [TerminalReply] = [
        .name("kitty(0.32.2)"), .cell(CellPixels(width: 10, height: 20) ?? .standard), .attributes([62, 4, 22]),
        .graphics(isGood: true), .graphics(isGood: false), .colorRegisters(16),
    ]

    @Test func whereRepliesAreSplitMakesNoDifferenceAndNoneIsTyped() {
        let bytes = Array("a\(PixelQueryTests.replies)가q".utf8)
        for split in 0...bytes.count {
            var decoder = KeyDecoder(sequences: .common)
            let keys = decoder.decode(Array(bytes[..<split])).keys + decoder.decode(Array(bytes[split...])).keys
            #expect(keys == [.character("a"), .character("가"), .character("q")], "split at \(split)")
            let replies = decoder.drainReplies()
            #expect(replies == PixelQueryTests.expected, "split at \(split)")
        }
    }

    @Test func theRepliesThatNobodyTakesAreBounded() {
        var decoder = KeyDecoder(sequences: .common)
        for _ in 0..<1_000 { _ = decoder.decode(Array("\u{1B}[?62c".utf8)) }
        let replies = decoder.drainReplies()
        #expect(replies.count <= 16)
    }

    @Test(arguments: ["P", "_"]) func altWithALetterIsStillTwoKeys(_ letter: String) {
        var decoder = KeyDecoder(sequences: .common)
        let keys = decoder.decode(Array("\u{1B}\(letter)x".utf8)).keys
        #expect(keys == [.escape, .character(Character(letter)), .character("x")])
    }

    @Test func cellsOfNoTerminalAreNotBelieved() {
        var decoder = KeyDecoder(sequences: .common)
        for reply in ["6;0;0", "6;-1;5", "6;9999;10", "6;20", "8;24;80", "6;99999999999999999999;1"] {
            let events = decoder.decode(Array("\u{1B}[\(reply)t".utf8))
            #expect(events.isEmpty)
        }
        let replies = decoder.drainReplies()
        #expect(replies.isEmpty)
    }
}
