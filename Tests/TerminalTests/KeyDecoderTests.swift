import SeededRandom
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

    @Test func aControlSequenceThatNeverEndsIsGivenUp() {
        var decoder = KeyDecoder(sequences: .common)
        #expect(decoder.decode(Array("\u{1B}[".utf8) + Array(repeating: UInt8(ascii: "1"), count: 200)).count == 136)
        #expect(decoder.doubt == nil)
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

    @Test func aPasteThatTheTerminalNeverEndsIsEndedBySilence() {
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
