import TestPeers
import Testing

@testable import Terminal

extension KeyDecoder {
    /// Returns the background that the terminal reported since the last call.
    fileprivate mutating func takeBackground() -> RGBColor? {
        drainReplies().lazy.compactMap { if case .background(let color) = $0 { color } else { nil } }.last
    }
}

/// Replies of the terminal that arrive between the user's keys.
@Suite struct KeyDecoderReplyTests {
    private struct Outcome: Equatable {
        var keys: [Key] = []
        var background: RGBColor?
    }

    private func outcome(_ pieces: [[UInt8]]) -> Outcome {
        var decoder = KeyDecoder(sequences: .common)
        var outcome = Outcome()
        for piece in pieces {
            outcome.keys += decoder.decode(piece).keys
            outcome.background = decoder.takeBackground() ?? outcome.background
        }
        outcome.keys += decoder.decide().keys
        return outcome
    }

    private func outcome(_ text: String) -> Outcome { outcome([Array(text.utf8)]) }

    private static let endings = ["\u{07}", "\u{1B}\\"]

    @Test(arguments: endings) func aReplyTellsTheBackgroundAndIsNoKey(_ end: String) {
        let reply = "\u{1B}]11;rgb:ffff/ffff/ffff\(end)"
        #expect(outcome(reply) == Outcome(background: .white))
        #expect(outcome("a\(reply)b") == Outcome(keys: [.character("a"), .character("b")], background: .white))
        #expect(outcome("가\(reply)\u{1B}[A") == Outcome(keys: [.character("가"), .up], background: .white))
    }

    @Test func theBackgroundIsToldOnce() {
        var decoder = KeyDecoder(sequences: .common)
        _ = decoder.decode(Array("\u{1B}]11;#000\u{07}".utf8))
        let (first, second) = (decoder.takeBackground(), decoder.takeBackground())
        #expect(first == .black)
        #expect(second == nil)
    }

    @Test func whereAReplyIsSplitMakesNoDifference() {
        var random = SeededGenerator(seed: 23)
        for number in 0..<400 {
            let before = KeyDecoderReplyTests.typed(using: &random)
            let after = KeyDecoderReplyTests.typed(using: &random)
            let reply = Array("\u{1B}]11;rgb:0000/2b2b/3636\(KeyDecoderReplyTests.endings[number % 2])".utf8)
            let expected = Outcome(keys: outcome([before, after]).keys, background: RGBColor(0x00_2B36))
            let actual = outcome(KeyDecoderReplyTests.split(before + reply + after, using: &random))
            #expect(actual == expected)
        }
    }

    @Test func whateverAReplySaysNothingOfItIsTyped() {
        var random = SeededGenerator(seed: 29)
        for number in 0..<400 {
            // Any bytes except control characters, which end a reply.
            let body = (0..<Int.random(in: 0...300, using: &random)).map { _ in
                [UInt8.random(in: 0x20...0x7E, using: &random), .random(in: 0x80...0xFF, using: &random)][number % 2]
            }
            let ending = Array(KeyDecoderReplyTests.endings[number / 2 % 2].utf8)
            let bytes = Array("x\u{1B}]11;".utf8) + body + ending + Array("q".utf8)
            let keys = outcome(KeyDecoderReplyTests.split(bytes, using: &random)).keys
            #expect(keys == [.character("x"), .character("q")])
        }
    }

    @Test func aReplyWithoutEndIsOverWhenNothingFollows() {
        var decoder = KeyDecoder(sequences: .common)
        #expect(decoder.decode(Array("\u{1B}]11;rgb:ff".utf8)).isEmpty)
        #expect(decoder.doubt == .sequence)
        #expect(decoder.decide().isEmpty)
        #expect(decoder.doubt == nil)
        #expect(decoder.decode(Array("q".utf8)).keys == [.character("q")])
        #expect(decoder.takeBackground() == nil)
    }

    @Test func anEndlessReplyIsBoundedAndControlKeysGetThrough() {
        var decoder = KeyDecoder(sequences: .common)
        #expect(decoder.decode(Array("\u{1B}]11;".utf8)).isEmpty)
        for _ in 0..<100 { #expect(decoder.decode(Array(repeating: UInt8(ascii: "f"), count: 4_096)).isEmpty) }
        #expect(decoder.decode(Array("\u{03}q".utf8)).keys == [.control("c"), .character("q")])
    }

    @Test(arguments: [("\r", Key.enter), ("\u{7F}", .backspace), ("\u{1B}[A", .up), ("\u{1B}", .escape)])
    func aKeyThatCannotBelongToAReplyEndsIt(_ bytes: String, _ key: Key) {
        var decoder = KeyDecoder(sequences: .common)
        _ = decoder.decode(Array("\u{1B}]11;rgb:ff".utf8))
        let keys = decoder.decode(Array("\(bytes)a".utf8)).keys
        #expect(keys == [key, .character("a")])
        #expect(decoder.takeBackground() == nil)
    }

    /// Replies to queries that other programs have sent, or that are sent by mistake: a title, an icon's label, DECRQSS
    /// twice, XTGETTCAP twice, DA3, a checksum.
    @Test(arguments: [
        "\u{1B}]l제목; 한 q\u{1B}\\", "\u{1B}]Licon\u{1B}\\", "\u{1B}P1$r0 q\u{1B}\\", "\u{1B}P0$r\u{1B}\\",
        "\u{1B}P1+r544E=78746572\u{1B}\\", "\u{1B}P0+r\u{1B}\\", "\u{1B}P!|7E565445\u{1B}\\", "\u{1B}P1!~A5B3\u{1B}\\",
        "\u{1B}]52;c;cXE=\u{7}", "\u{1B}P1+r\(String(repeating: "6", count: 5_000))\u{1B}\\",
    ])
    func noReplyIsTypedWhereverItIsSplit(_ reply: String) {
        let bytes = Array("a\(reply)q".utf8)
        for place in 0...min(bytes.count, 300) {
            #expect(
                outcome([Array(bytes[..<place]), Array(bytes[place...])]).keys == [.character("a"), .character("q")])
        }
        #expect(outcome(bytes.map { [$0] }).keys == [.character("a"), .character("q")])
    }

    @Test func altWithABracketIsStillTwoKeys() {
        #expect(outcome("\u{1B}]x") == Outcome(keys: [.escape, .character("]"), .character("x")]))
        #expect(outcome("\u{1B}\u{1B}]11;#fff\u{07}") == Outcome(keys: [.escape], background: .white))
    }

    @Test func answersToOtherQuestionsAreNotTyped() {
        #expect(
            outcome("\u{1B}]10;rgb:ffff/ffff/ffff\u{07}\u{1B}]4;1;rgb:0/0/0\u{1B}\\q")
                == Outcome(keys: [.character("q")]))
    }

    /// Returns keys, the last of which is complete.
    private static func typed(using random: inout SeededGenerator) -> [UInt8] {
        let keys = ["q", "김", "\u{1B}[A", "\r", "]", "1", "\u{1B}[200~x\u{1B}[201~", "\u{7F}", "f", "\u{1B}[6~"]
        return (0..<Int.random(in: 0...4, using: &random)).flatMap { _ in
            Array((keys.randomElement(using: &random) ?? "").utf8)
        }
    }

    private static func split(_ bytes: [UInt8], using random: inout SeededGenerator) -> [[UInt8]] {
        var rest = bytes[...]
        var pieces: [[UInt8]] = []
        while !rest.isEmpty {
            let count = Int.random(in: 1...5, using: &random)
            pieces.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return pieces
    }
}
