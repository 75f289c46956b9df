import Testing

@testable import Terminal

struct TerminalBackgroundTests {
    private func color(_ reply: String) -> RGBColor? { TerminalBackground.color(inReply: Array(reply.utf8)) }

    @Test(arguments: [
        "11;rgb:ffff/ffff/ffff", "11;rgb:ff/ff/ff", "11;rgb:f/f/f", "11;rgb:FFF/fff/FfF", "11;#ffffff", "11;#fff",
        "11;rgba:ffff/ffff/ffff/0000",
    ])
    func everySpellingOfWhiteIsWhite(_ reply: String) { #expect(color(reply) == .white) }

    @Test func thePartsAreRedGreenAndBlue() {
        #expect(color("11;rgb:ffff/0000/0000") == RGBColor(0xFF_0000))
        #expect(color("11;rgb:0000/2b2b/3636") == RGBColor(0x00_2B36))
        #expect(color("11;#fdf6e3") == RGBColor(0xFD_F6E3))
    }

    @Test(arguments: [
        "", "11", "11;", "11;?", "10;rgb:ffff/ffff/ffff", "11;rgb:", "11;rgb:ff/ff", "11;rgb:ff/ff/ff/ff", "11;rgb://",
        "11;rgba:ff/ff/ff", "11;rgb:fffff/ff/ff", "11;rgb:-1/+1/0x", "11;rgb:gg/ff/ff", "11;#ff", "11;#", "11;white",
        "11;rgb:ff/ff/ff;", "11;rgb:١/١/١",
    ])
    func whatIsNoColourIsNone(_ reply: String) { #expect(color(reply) == nil) }

    @Test func theEnvironmentsHintIsTakenWhereItSaysLight() {
        let light = ["0;15", "0;default;15", "0;7", "0;11"]
        let dark = ["15;0", "15;default;0", "7;8", "", ";", "default", "15;default", "0;16", "0;-1", "0;x"]
        #expect(light.filter { !TerminalBackground.isLight(colorFGBG: $0) }.isEmpty)
        #expect(dark.filter { TerminalBackground.isLight(colorFGBG: $0) }.isEmpty)
    }

    @Test func onlyThoseAreAskedThatTakeTheQuestionForOne() {
        #expect(
            ["xterm", "xterm-256color", "tmux-256color", "screen", "rxvt", "foot"].allSatisfy(
                TerminalBackground.answersQuestions))
        #expect(
            !["linux", "linux-16color", "vt100", "vt220", "dumb", "ansi"].contains(
                where: TerminalBackground.answersQuestions)
        )
    }
}
