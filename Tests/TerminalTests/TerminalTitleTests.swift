import Testing

@testable import Terminal

@Suite struct TerminalTitleTests {
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func theOldTitleIsKeptOnceAndGivenBackOnce() {
        var title = TerminalTitle(terminal: "xterm-256color", beginning: nil)
        #expect(title.restoreSequence.isEmpty)
        #expect(text(title.set("반찬")) == "\u{1B}[22;0t\u{1B}]0;반찬\u{07}")
        #expect(title.set("반찬").isEmpty)
        #expect(text(title.set("주문 - 반찬")) == "\u{1B}]0;주문 - 반찬\u{07}")
        #expect(text(title.restoreSequence) == "\u{1B}[23;0t")
        #expect(text(title.hide()) == "\u{1B}[23;0t")
        #expect(title.hide().isEmpty)
        #expect(text(title.show()) == "\u{1B}[22;0t\u{1B}]0;주문 - 반찬\u{07}")
    }

    @Test(
        arguments: [
            ("xterm", nil, true), ("tmux-256color", nil, true), ("foot", nil, true), ("linux", nil, false),
            ("vt220", nil, false), ("mine", "\u{1B}]2;", true), ("mine", "\u{1B}[25;0H", false),
        ] as [(String, String?, Bool)])
    func onlyTerminalsThatTakeATitleAreGivenOne(_ name: String, _ beginning: String?, _ isKnown: Bool) {
        var title = TerminalTitle(terminal: name, beginning: beginning)
        #expect(title.set("반찬").isEmpty != isKnown)
    }

    @Test func nothingOfATitleActsOnTheTerminal() {
        var title = TerminalTitle(terminal: "xterm", beginning: nil)
        let bytes = title.set("a\u{07}\u{1B}]52;c;eA==\u{07}" + String(repeating: "b", count: 500))
        #expect(bytes.filter { $0 == 0x1B }.count == 2)
        #expect(bytes.filter { $0 == 0x07 }.count == 1)
        #expect(bytes.count < 200)
    }
}
