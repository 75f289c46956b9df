import Testing

@testable import Terminal

/// Queries of a terminal's pixel support outside the shop's screen.
@Suite struct PixelExaminationTests {
    private func steps(knowsCell: Bool = false, _ replies: String...) -> [PixelExamination.Step] {
        var examination = PixelExamination(knowsCell: knowsCell)
        return replies.map { examination.receive(Array($0.utf8)) }
    }

    @Test func kittyIsAskedForItsNameAndThenWhetherItTakesAPicture() {
        let steps = steps("\u{1B}P>|kitty(0.32.2)\u{1B}\\\u{1B}[?62c", "\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}[?62c")
        #expect(steps == [.ask(PixelQuery.graphicsQuestion), .wait, .found(.kitty)])
    }

    @Test(arguments: [("\u{1B}[6;20;10t", false, true), ("", true, true), ("", false, false)])
    func sixelNeedsTheSizeOfACell(_ cell: String, knowsCell: Bool, isSixel: Bool) {
        let steps = steps(knowsCell: knowsCell, "\(cell)\u{1B}[?62;4;22c", "\u{1B}[?1;0;256S\u{1B}[?62;4;22c")
        #expect(steps == [.ask(PixelQuery.registersQuestion), .found(isSixel ? .sixel : .none)])
    }

    @Test func aReplyMayComeInPieces() {
        #expect(steps("\u{1B}[?6", "2;22", "c") == [.wait, .wait, .found(.none)])
    }

    @Test func whatIsBehindTmuxIsKnownByItsName() {
        let kitty = OuterTerminal(name: "kitty(0.32.2)", isReached: true, keepsColors: false)
        #expect(PixelExamination.answer(of: kitty, hasDirectColor: false) == .kitty)
        #expect(PixelExamination.answer(of: kitty, hasDirectColor: true) == .none)
        let cut = OuterTerminal(name: "kitty(0.32.2)", isReached: false, keepsColors: true)
        #expect(PixelExamination.answer(of: cut, hasDirectColor: false) == .none)
    }
}
