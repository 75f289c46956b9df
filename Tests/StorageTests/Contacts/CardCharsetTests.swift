import Foundation
import TerminalText
import Testing

@testable import Contacts

/// Card files in the various character sets that telephones write.
@Suite struct CardCharsetTests {
    /// "홍길동", "똠방" and "홍" in CP949. 똠 is not in EUC-KR.
    private static let gildong: [UInt8] = [0xC8, 0xAB, 0xB1, 0xE6, 0xB5, 0xBF]
    private static let ddom: [UInt8] = [0x8C, 0x63, 0xB9, 0xE6]
    private static let hong: [UInt8] = [0xC8, 0xAB]

    private func file(_ names: [UInt8]..., before: String = "FN:") -> Data {
        names.reduce(into: Data()) { file, name in
            file +=
                Data("BEGIN:VCARD\nVERSION:2.1\n\(before)".utf8) + name
                + Data("\nTEL;CELL:01012345678\nEND:VCARD\n".utf8)
        }
    }

    @Test func oldKoreanFilesAreRead() {
        #expect(file(Self.gildong, Self.ddom).cards.map(\.draft.name) == ["홍길동", "똠방"])
        #expect(file(Self.gildong, before: "FN;CHARSET=EUC-KR:").cards.map(\.draft.name) == ["홍길동"])
        #expect(file(Self.ddom, before: "FN;CHARSET=ks_c_5601-1987:").cards.map(\.draft.name) == ["똠방"])
    }

    /// Some bytes are ambiguous: two bytes that would be "ȫ" in UTF-8 are read as 홍 if the file is Korean, and é stays
    /// é if it is not.
    @Test func whatMayBeBothIsWhatTheFileIs() {
        #expect(file(Self.hong, Self.gildong).cards.map(\.draft.name) == ["홍", "홍길동"])
        #expect(file(Array("é".utf8)).cards.map(\.draft.name) == ["é"])
        let mixed = file(Self.gildong) + file(Array("김지훈".utf8))
        #expect(mixed.cards.map(\.draft.name) == ["홍길동", "김지훈"])
    }

    @Test(
        arguments: [
            [0xB0], [0x4A, 0x6F, 0x73, 0xE9], [0xEA, 0xB0], Array("\u{FFFD}".utf8), [0xFF, 0xFF],
        ] as [[UInt8]])
    func aNameThatCannotBeReadIsRefused(_ name: [UInt8]) {
        var reader = VCardReader()
        let entries = reader.parse(file(name)) + reader.finish()
        #expect(entries == [.bad(line: 1, .encoding)])
    }

    @Test(arguments: [1, 2, 3, 7, 5_000]) func utf16IsReadWithItsMarkAndWithout(_ pieces: Int) {
        let text = String(repeating: "BEGIN:VCARD\r\nFN:김🙂지훈\r\nTEL:01012345678\r\nNOTE:é가\r\nEND:VCARD\r\n", count: 20)
        for (mark, isBig) in [([], true), ([], false), ([0xFE, 0xFF], true), ([0xFF, 0xFE], false)] as [([UInt8], Bool)]
        {
            let units = text.utf16.flatMap { unit -> [UInt8] in
                let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
                return isBig ? [high, low] : [low, high]
            }
            var reader = VCardReader()
            var rest = (mark + units)[...]
            var entries: [VCardEntry] = []
            while !rest.isEmpty {
                entries += reader.parse(rest.prefix(pieces))
                rest = rest.dropFirst(pieces)
            }
            let cards = (entries + reader.finish()).compactMap { if case .card(let card) = $0 { card } else { nil } }
            #expect(cards.map(\.draft.name.string) == Array(repeating: "김🙂지훈", count: 20))
            #expect(cards.allSatisfy { $0.leftOut == 0 })
            #expect(cards.last?.content?.kept.hasSuffix("NOTE:é가") == true)
        }
    }

    @Test func onlyCharacterSetsThatAreKnownAreAskedFor() {
        #expect(TextCharset(named: "ISO-2022-CN-EXT") == nil)
        #expect(TextCharset(named: "UTF-8//TRANSLIT") == nil)
        #expect(TextCharset(named: "cp949") == .korean)
        #expect(TextCharset(named: "windows-1252")?.text(of: [0x80, 0xE9]) == "€é")
    }

    /// Byte order marks between cards, blank lines, and all three kinds of line endings.
    @Test(arguments: ["\n", "\r\n", "\r"]) func filesThatWerePutTogetherAreRead(_ end: String) {
        let card = ["BEGIN:VCARD", "", "FN:김", " 지훈", "  ", "TEL:010-1234-5678", "", "END:VCARD", "", ""]
        let text = "\u{FEFF}" + (card + ["\u{FEFF}BEGIN:VCARD"] + card.dropFirst()).joined(separator: end)
        for pieces in [1, 4, 4_096] {
            var reader = VCardReader()
            var rest = Array(text.utf8)[...]
            var entries: [VCardEntry] = []
            while !rest.isEmpty {
                entries += reader.parse(rest.prefix(pieces))
                rest = rest.dropFirst(pieces)
            }
            let cards = (entries + reader.finish()).compactMap { if case .card(let card) = $0 { card } else { nil } }
            #expect(cards.map(\.draft.name) == ["김지훈", "김지훈"])
            #expect(cards.map(\.line) == [1, 11])
            #expect(cards.map(\.leftOut) == [0, 0])
        }
    }

    @Test(arguments: [
        ("0507-1234-5678", "0507-1234-5678"), ("1588-1234", "1588-1234"), ("+82-1588-1234", "1588-1234"),
        ("82-10-1234-5678", "010-1234-5678"), ("821012345678", "010-1234-5678"), ("82 2 123 4567", "02-123-4567"),
        ("+82 507 1234 5678", "0507-1234-5678"), ("tel:1588-1234;phone-context=+82", "1588-1234"),
    ])
    func koreanNumbersAreReadInAllTheirForms(_ text: String, _ number: String) throws {
        let read = try #require(PhoneNumber(card: text))
        #expect(read.description == number)
        #expect(PhoneNumber(card: read.address) == read)
    }

    @Test func aFileWithoutEndEnds() {
        for byte in [0, UInt8(ascii: "\n"), UInt8(ascii: "y")] {
            var reader = VCardReader()
            let piece = [UInt8](repeating: byte, count: 1 << 20)
            var pieces = 0
            while reader.problem == nil, pieces < 100 {
                _ = reader.parse(piece)
                pieces += 1
            }
            #expect(reader.problem == .noCards)
            #expect(reader.parse(Array("BEGIN:VCARD".utf8)) == [])
            #expect(reader.finish() == [])
        }
    }
}
