import Foundation
import Testing

@testable import Terminal

@Suite struct ClipboardTextTests {
    /// Returns the text that the command `bytes` copies to the clipboard, or `nil` if they are no such command.
    private func copied(_ bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.hasPrefix("\u{1B}]52;c;"), text.hasSuffix("\u{07}") else { return nil }
        return Data(base64Encoded: String(text.dropFirst(7).dropLast())).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func theTextComesOutOfTheCommandAsItIs() {
        let text = ClipboardText(["#12", "잡채 x2", "7,000원"])
        #expect(copied(text.bytes(throughTmux: false)) == "#12\n잡채 x2\n7,000원")
    }

    @Test func nothingThatActsOnATerminalIsCopied() {
        let text = ClipboardText(["a\u{1B}]0;title\u{07}b", "c\nrm -rf /\r\u{202E}d"]).text
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value != 0x7F })
        #expect(!text.contains("\u{202E}"))
        #expect(text.split(separator: "\n").count == 2)
    }

    @Test func aTextIsCutAtACharacterWhereItIsTooLong() {
        let text = ClipboardText([String(repeating: "가", count: 5_000), "more"]).text
        #expect(text.utf8.count <= ClipboardText.longest)
        #expect(text.utf8.count > ClipboardText.longest - 4)
        #expect(text.allSatisfy { $0 == "가" })
        let lines = ClipboardText(Array(repeating: "0123456", count: 2_000)).text
        #expect(lines.utf8.count <= ClipboardText.longest)
    }

    @Test func tmuxIsToldAndTheTerminalBehindIt() throws {
        let text = ClipboardText(["갈비"])
        let (plain, both) = (text.bytes(throughTmux: false), text.bytes(throughTmux: true))
        #expect(both.starts(with: plain))
        let rest = String(decoding: both.dropFirst(plain.count), as: UTF8.self)
        #expect(rest.hasPrefix("\u{1B}Ptmux;\u{1B}\u{1B}]52;c;"))
        #expect(rest.hasSuffix("\u{07}\u{1B}\\"))
    }
}
