import TestPeers
import Testing

@testable import Terminal

@Suite struct KeyDecoderTests {
    private func keys(_ text: String) -> [Key] { keys([Array(text.utf8)]) }

    private func keys(_ pieces: [[UInt8]]) -> [Key] {
        var decoder = KeyDecoder(sequences: .common)
        let whole = pieces.flatMap { decoder.decode($0) }
        return (whole + decoder.decide()).keys
    }

    @Test func lettersDigitsAndHangulAreThemselves() {
        #expect(keys("q9ㄱ갈🍚") == [.character("q"), .character("9"), .character("ㄱ"), .character("갈"), .character("🍚")])
    }

    @Test func controlKeysHaveTheirNames() {
        #expect(keys("\r\n\t\u{7F}\u{08}") == [.enter, .enter, .tab, .backspace, .backspace])
        #expect(keys("\u{0C}\u{17}") == [.control("l"), .control("w")])
        #expect(keys("\u{0}\u{1C}\u{9B}") == [])
    }

    @Test(arguments: [
        ("\u{1B}[A", Key.up), ("\u{1B}OB", .down), ("\u{1B}[5~", .pageUp), ("\u{1B}[Z", .backTab),
        ("\u{1B}OP", .function(1)),
        ("\u{1B}[[A", .function(1)), ("\u{1B}OM", .enter),
    ])
    func sequencesAreKeys(_ sequence: String, _ key: Key) {
        #expect(keys(sequence) == [key])
        #expect(keys("a\(sequence)\(sequence)b") == [.character("a"), key, key, .character("b")])
    }

    @Test func escAloneWaitsAndIsAKeyWhenNothingFollows() {
        var decoder = KeyDecoder(sequences: .common)
        #expect(decoder.decode([0x1B]).isEmpty)
        #expect(decoder.doubt == .escape)
        #expect(decoder.decide() == [.key(.escape)])
        #expect(decoder.doubt == nil)
    }

    @Test func escBeforeALetterIsTwoKeys() {
        #expect(keys("\u{1B}q") == [.escape, .character("q")])
        #expect(keys("\u{1B}\u{1B}[A") == [.escape, .up])
    }

    @Test func unknownControlSequencesDoNothing() {
        #expect(keys("\u{1B}[1;5Cq") == [.character("q")])
        #expect(keys("\u{1B}[?62;4cq") == [.character("q")])
        #expect(keys("\u{1B}[99") == [])
    }

    @Test(arguments: ["\u{1B}[", "\u{1B}O"]) func aControlSequenceThatNeverEndsIsDroppedBySilence(_ beginning: String) {
        var decoder = KeyDecoder(sequences: .common)
        for _ in 0..<100 {
            #expect(decoder.decode(Array(beginning.utf8) + Array(repeating: UInt8(ascii: "1"), count: 200)).isEmpty)
            #expect(decoder.doubt == .sequence)
        }
        #expect(decoder.decide().isEmpty)
        #expect(decoder.doubt == nil)
        #expect(decoder.decode([UInt8(ascii: "q")]) == [.key(.character("q"))])
    }

    @Test(arguments: [
        ("p", "0"), ("q", "1"), ("r", "2"), ("s", "3"), ("t", "4"), ("u", "5"), ("v", "6"), ("w", "7"), ("x", "8"),
        ("y", "9"), ("k", "+"), ("m", "-"), ("n", "."), ("l", ","), ("j", "*"), ("o", "/"), ("X", "="), (" ", " "),
    ])
    func theKeypadInApplicationModeTypesWhatIsOnItsKeys(_ final: String, _ character: Character) {
        #expect(keys("\u{1B}O\(final)") == [.character(character)])
        #expect(keys("1\u{1B}O\(final)\u{1B}OMq") == [.character("1"), .character(character), .enter, .character("q")])
    }

    @Test func theKeypadIsNoFunctionKeyEvenWhereTheTerminalDatabaseSaysSo() {
        var sequences = KeySequences.keypad
        sequences.add(Array("\u{1B}Ot".utf8), .function(5))
        sequences.add(Array("\u{1B}OP".utf8), .function(1))
        var decoder = KeyDecoder(sequences: sequences)
        #expect(decoder.decode(Array("\u{1B}Ot\u{1B}OP".utf8)).keys == [.character("4"), .function(1)])
    }

    @Test(arguments: ["\u{1B}Oa", "\u{1B}OZ", "\u{1B}O5P", "\u{1B}[[E", "\u{1B}[[", "\u{1B}O", "\u{1B}["])
    func anUnknownFunctionKeyDoesNothing(_ sequence: String) {
        #expect(keys(sequence) == [])
        guard sequence.count > 3 else { return }
        #expect(keys("\(sequence)q") == [.character("q")])
    }

    @Test(arguments: [
        ("\u{1B}", "[A", [Key.up]), ("\u{1B}[", "A", [.up]), ("\u{1B}O", "q", [.character("1")]),
        ("\u{1B}[1", ";5C", []), ("\u{1B}]", "11;#fff\u{7}", []), ("\u{1B}]1", "1;#fff\u{7}", []),
        ("\u{1B}]11;#fff\u{1B}", "\\", []), ("\u{1B}P", ">|x\u{1B}\\", []), ("\u{1B}_", "Gi=1;OK\u{1B}\\", []),
        ("\u{1B}[M", " !!", []), ("\u{1B}[<", "0;1;1M", []), ("\u{1B}[200", "~q\u{1B}[201~", [.paste("q")]),
        ("\u{1B}[200~q\u{1B}[20", "1~", [.paste("q")]),
    ])
    func onlyALoneEscIsDecidedSoon(_ beginning: String, _ rest: String, _ expected: [Key]) {
        var decoder = KeyDecoder(sequences: .common)
        #expect(decoder.decode(Array(beginning.utf8)).isEmpty)
        let isPaste = beginning.hasPrefix("\u{1B}[200~")
        #expect(decoder.doubt == (beginning == "\u{1B}" ? .escape : isPaste ? .paste : .sequence))
        #expect(decoder.decode(Array("\(rest)z".utf8)).keys == expected + [.character("z")])
    }

    @Test func brokenTextIsLeftOutAndTheRestStays() {
        #expect(
            keys([[0xFF, 0x61], [0xEA, 0x62], [0xC0, 0x80, 0x63]]) == [
                .character("a"), .character("b"), .character("c"),
            ])
        #expect(keys([[0xE0, 0x80, 0x80, 0xED, 0xA0, 0x80, 0xF4, 0x90, 0x80, 0x80, 0x64]]) == [.character("d")])
    }

    @Test func whereTheBytesAreSplitMakesNoDifference() {
        let typed = Array("가\u{1B}[Ab\u{1B}[6~한\u{1B}[200~글 q\u{1B}[201~\u{1B}[1;2Dㅋ\rq".utf8)
        let whole = keys([typed])
        #expect(whole.contains(.paste("글 q")))
        #expect(whole.count == 9)
        var random = SeededGenerator(seed: 7)
        for _ in 0..<300 {
            var rest = typed[...]
            var pieces: [[UInt8]] = []
            while !rest.isEmpty {
                let count = Int.random(in: 1...4, using: &random)
                pieces.append(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            #expect(keys(pieces) == whole)
        }
    }

    @Test func whatIsPastedIsOneKeyAndNeverAHotkey() {
        #expect(keys("\u{1B}[200~q\r\u{1B}[Aq\u{1B}[201~x") == [.paste("q\r\u{1B}[Aq"), .character("x")])
        #expect(keys("\u{1B}[200~\u{1B}[201~x") == [.character("x")])
    }

    @Test func aPasteThatTheTerminalNeverEndsCanBeEnded() {
        var decoder = KeyDecoder(sequences: .common)
        #expect(decoder.decode(Array("\u{1B}[200~ab".utf8)).isEmpty)
        #expect(decoder.doubt == .paste)
        #expect(decoder.decide() == [.key(.paste("ab"))])
        #expect(decoder.decode(Array("q".utf8)) == [.key(.character("q"))])
    }

    @Test func anEndlessPasteIsBounded() {
        var decoder = KeyDecoder(sequences: .common)
        _ = decoder.decode(Array("\u{1B}[200~".utf8))
        for _ in 0..<100 { #expect(decoder.decode(Array(repeating: UInt8(ascii: "a"), count: 4_096)).isEmpty) }
        let keys = decoder.decode(Array("\u{1B}[201~q".utf8)).keys
        #expect(keys.count == 2)
        #expect(keys.last == .character("q"))
        guard case .paste(let text) = keys.first else { return #expect(Bool(false), "no paste") }
        #expect(text.utf8.count <= 64 * 1_024)
    }

    @Test func aMegabyteThatIsPastedIsReadInThreeTenthsOfASecond() {
        let text = [UInt8](repeating: UInt8(ascii: "a"), count: 1_024 * 1_024)
        let pieces = [Array("\u{1B}[200~".utf8)] + text.pieces(of: 4_096) + [Array("\u{1B}[201~".utf8)]
        // The least of several times, because other programs run on this machine as well.
        let times = (0..<3).map { _ in ContinuousClock().measure { #expect(keys(pieces).count == 1) } }
        #expect(times.min() ?? .zero < .milliseconds(300))
    }

    @Test func randomBytesNeverTrapNorWaitForEver() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<500 {
            var decoder = KeyDecoder(sequences: .common)
            for _ in 0..<20 {
                let bytes = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                    [0x1B, 0x5B, 0x4F, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random) ?? 0
                }
                _ = decoder.decode(bytes)
            }
            _ = decoder.decide()
            #expect(decoder.doubt == nil)
        }
    }

    @Test func aTerminalsOwnSequencesComeFirst() {
        var own = KeySequences()
        own.add(Array("\u{1B}[A".utf8), .pageUp)
        own.add(Array("\u{1B}\t".utf8), .backTab)
        own.add(Array("x".utf8), .home)
        own.merge(.common)
        var decoder = KeyDecoder(sequences: own)
        #expect(
            decoder.decode(Array("\u{1B}[A\u{1B}[B\u{1B}\tx".utf8)).keys == [.pageUp, .down, .backTab, .character("x")])
    }
}

extension [UInt8] {
    fileprivate func pieces(of length: Int) -> [[UInt8]] {
        stride(from: 0, to: count, by: length).map { Array(self[$0..<Swift.min($0 + length, count)]) }
    }
}

extension [TerminalEvent] {
    var keys: [Key] {
        compactMap { event in
            if case .key(let key) = event { key } else { nil }
        }
    }

    var mouse: [MouseEvent] {
        compactMap { event in
            if case .mouse(let event) = event { event } else { nil }
        }
    }
}
