import TerminalText
import Testing

@Suite struct PicturePlaceholderTests {
    @Test(arguments: [
        "\u{10EEEE}", "\u{10EEEE}\u{0305}\u{0305}", "갈비\u{10EEEE}\u{0305}\u{030D}\u{1A76}찜",
        "a\u{10EEEE}\u{200D}\u{10EEEE}",
    ])
    func textFromElsewhereStandsForNoPicture(_ raw: String) {
        let text = PlainText(raw).string
        #expect(!text.unicodeScalars.contains("\u{10EEEE}"))
        #expect(text.unicodeScalars.contains("?"))
    }
}
