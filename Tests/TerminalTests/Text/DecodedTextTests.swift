import Foundation
import TerminalText
import Testing

@Suite struct DecodedTextTests {
    private static let menu = #"[{"title": "비빔밥", "description": "고슬고슬한 밥에 나물"}]"#
    /// "비빔밥" in EUC-KR, and "똠방" in CP949: 똠 is not in EUC-KR.
    private static let bibimbap: [UInt8] = [0xBA, 0xF1, 0xBA, 0xF6, 0xB9, 0xE4]
    private static let ddombang: [UInt8] = [0x8C, 0x63, 0xB9, 0xE6]

    private func text(_ bytes: [UInt8], _ charset: String? = nil) -> String? {
        guard case .whole(let text) = DecodedText(Data(bytes), charset: charset) else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    private func utf16(_ text: String, isBig: Bool) -> [UInt8] {
        text.utf16.flatMap { isBig ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }

    @Test(arguments: [nil, "utf-8", "UTF8", "ISO-8859-1", "windows-1252", "no-such-charset", "EUC-KR"] as [String?])
    func utf8IsReadWhateverItIsSaidToBe(_ charset: String?) {
        #expect(text(Array(Self.menu.utf8), charset) == Self.menu)
        #expect(text([0xEF, 0xBB, 0xBF] + Array(Self.menu.utf8), charset) == Self.menu)
    }

    @Test(arguments: [nil, "EUC-KR", "euc-kr", "ks_c_5601-1987", "cp949", "utf-8"] as [String?])
    func koreanWindowsIsReadByNameAndByNature(_ charset: String?) {
        #expect(text(Array("[\"".utf8) + Self.bibimbap + Array("\"]".utf8), charset) == "[\"비빔밥\"]")
        #expect(text(Array("[\"".utf8) + Self.ddombang + Array("\"]".utf8), charset) == "[\"똠방\"]")
    }

    @Test(arguments: [true, false]) func utf16IsReadWithItsMarkAndWithout(_ isBig: Bool) {
        let bytes = utf16(Self.menu, isBig: isBig)
        let mark: [UInt8] = isBig ? [0xFE, 0xFF] : [0xFF, 0xFE]
        for charset in [nil, "utf-16", isBig ? "UTF-16BE" : "utf-16le", "utf-8"] {
            #expect(text(bytes, charset) == Self.menu)
            #expect(text(mark + bytes, charset) == Self.menu)
        }
    }

    @Test func otherCharsetsAreReadByName() {
        #expect(text([0x83, 0x65, 0x83, 0x58, 0x83, 0x67], "Shift_JIS") == "テスト")
        #expect(text([0x63, 0x61, 0x66, 0xE9], "iso-8859-1") == "café")
    }

    @Test func textThatIsMostlyUTF8IsRepairedAndCounted() {
        let broken = Array(Self.menu.utf8) + [0xEA, 0xB0, 0x22, 0xFF]
        guard case .repaired(let text, let replaced) = DecodedText(Data(broken)) else {
            return #expect(Bool(false), "not repaired")
        }
        #expect(replaced == 2)
        #expect(String(decoding: text, as: UTF8.self) == Self.menu + "\u{FFFD}\"\u{FFFD}")
        let english = Array(String(repeating: "a dish of rice ", count: 10).utf8) + [0xE9]
        guard case .repaired(_, 1) = DecodedText(Data(english)) else { return #expect(Bool(false), "not repaired") }
    }

    @Test(
        arguments: [
            (0..<500).map { UInt8(truncatingIfNeeded: $0 &* 37 | 0x80) }, [0xFF, 0xFE, 0x00, 0xD8],
            [0x5B, 0x00, 0x00, 0x5D, 0],
            Array("[\"".utf8) + [0xFF, 0xFF, 0x80] + Array("\"]".utf8),
        ] as [[UInt8]])
    func whatFitsNothingIsRefused(_ bytes: [UInt8]) {
        for charset in [nil, "utf-8", "EUC-KR"] { #expect(DecodedText(Data(bytes), charset: charset) == .refused) }
    }

    @Test func nothingIsText() { #expect(text([]) == "") }
}
