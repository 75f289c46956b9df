import Foundation
import TerminalText
import TestPeers
import Testing

@testable import Contacts

@Suite struct VCardTests {
    private func read(_ text: String) -> [VCardEntry] { read(Data(text.utf8)) }

    /// Returns the entries of a file that arrives in pieces of `pieces` bytes.
    private func read(_ bytes: Data, pieces: Int = 7) -> [VCardEntry] {
        var reader = VCardReader()
        var entries: [VCardEntry] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            entries += reader.parse(rest.prefix(pieces))
            rest = rest.dropFirst(pieces)
        }
        return entries + reader.finish()
    }

    private func cards(_ entries: [VCardEntry]) -> [VCard] {
        entries.compactMap { if case .card(let card) = $0 { card } else { nil } }
    }

    @Test func aCardOfVersion4IsRead() throws {
        let entries = read(
            """
            BEGIN:VCARD\r
            VERSION:4.0\r
            UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1\r
            FN;LANGUAGE=ko:김\\, 지\r
             훈\r
            EMAIL:a@b.example\r
            TEL;VALUE=uri;PREF=1;TYPE="voice,cell":tel:+82-10-1234-5678;ext=1\r
            END:VCARD\r

            """)
        let card = try #require(cards(entries).first)
        #expect(entries.count == 1)
        #expect(card.line == 1)
        #expect(card.uid == "urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1")
        #expect(card.draft.name == "김, 지훈")
        #expect(card.draft.number.description == "010-1234-5678;1")
        #expect(card.leftOut == 0)
    }

    @Test func aCardOfVersion3IsReadAsTelephonesWriteIt() throws {
        let picture = try #require(ContactPicture.example(String(repeating: "x", count: 300)))
        let base64 = picture.bytes.base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed])
        let entries = read(
            "\u{FEFF}begin:vcard\nversion:3.0\nN:김;지훈;;;\nitem1.TEL;TYPE=HOME:02-123-4567\n"
                + "item2.TEL;type=CELL;type=pref:010 1234 5678\nPHOTO;ENCODING=b;TYPE=PNG:"
                + base64.replacingOccurrences(of: "\n", with: "\n ") + "\nend:vcard")
        let card = try #require(cards(entries).first)
        #expect(card.uid == nil)
        #expect(card.draft.name == "김지훈")
        #expect(card.draft.number.description == "010-1234-5678")
        #expect(card.draft.picture == .replace(picture))
        #expect(card.leftOut == 0)
        #expect(
            card.content?.kept.split(separator: "\n") == [
                "FN:김지훈", "N:김;지훈;;;", "item1.TEL;TYPE=HOME:02-123-4567", "item2.TEL;TYPE=CELL;PREF=1:010 1234 5678",
            ])
    }

    @Test(arguments: [
        ("N:Kim;Anna", "Anna Kim"), ("N:김;지훈;;;", "김지훈"), ("N:;지훈", "지훈"), ("N:Lovelace", "Lovelace"),
        ("N:Smith\\;x;A", "A Smith;x"),
    ])
    func aNameInPartsIsPutTogether(_ line: String, _ name: String) throws {
        let card = try #require(cards(read("BEGIN:VCARD\n\(line)\nTEL:01012345678\nEND:VCARD")).first)
        #expect(card.draft.name.string == name)
    }

    @Test(arguments: [
        ("+82 10-1234-5678", "010-1234-5678"), ("+82-(0)10-1234-5678", "010-1234-5678"),
        ("0082 2 123 4567", "02-123-4567"), ("tel:+82-2-1234-5678", "02-1234-5678"), ("010.1234.5678", "010-1234-5678"),
        ("TEL:010-123-4567", "010-123-4567"),
    ])
    func aNumberIsReadHoweverItIsWritten(_ text: String, _ number: String) {
        #expect(PhoneNumber(card: text)?.description == number)
    }

    @Test(arguments: [
        ("02-123-4567;22", "02-123-4567;22"), ("02-123-4567,22", "02-123-4567;22"),
        ("02-123-4567,,22", "02-123-4567;22"),
        ("02-123-4567 내선 22", "02-123-4567;22"), ("tel:+82-2-123-4567;ext=22", "02-123-4567;22"),
        ("+82 2 123 4567 x22", "02-123-4567;22"), ("(02) 123-4567 (ext. 22)", "02-123-4567;22"),
        ("02-123-4567p22", "02-123-4567;22"), ("1588-1234,22", "1588-1234;22"),
        ("02-123-4567/8", "02-123-4567"), ("02-123-4567(8)", "02-123-4567"), ("02.123.4567.8", "02-123-4567"),
        ("02-123-4567 / 010-1234-5678", "02-123-4567"), ("010-1234-5678 (회사)", "010-1234-5678"),
        ("\u{202A}010-1234-5678\u{202C}", "010-1234-5678"), ("\u{FEFF}+82 10-1234-5678\u{200E}", "010-1234-5678"),
    ])
    func whatFollowsACompleteNumberIsNotPartOfIt(_ text: String, _ number: String) throws {
        let read = try #require(PhoneNumber(card: text))
        #expect(read.description == number)
        #expect(PhoneNumber(card: read.address) == read)
        #expect(PhoneNumber(kept: read.kept) == read)
    }

    @Test func theShapeIsCheckedBeforeSeparatorsAreDropped() {
        for text in ["010-123-45678", "0101-234-5678", "02-12-345678", "010-1234-567", "010 12 34 56 78"] {
            #expect(PhoneNumber(card: text) == nil, "\(text)")
        }
    }

    @Test func anExtensionGoesInAndOutWithItsNumber() throws {
        let card = try #require(
            cards(read("BEGIN:VCARD\nVERSION:3.0\nFN:가\nTEL;TYPE=WORK:02-123-4567\\,22\nEND:VCARD")).first)
        #expect(card.draft.number.description == "02-123-4567;22")
        let contact = Contact(id: ContactID(1), name: card.draft.name, number: card.draft.number)
        let bare = WholeContact(contact: contact, uid: "u", picture: nil, content: nil)
        #expect(String(decoding: VCardWriter.card(of: bare), as: UTF8.self).contains("tel:+82-2-123-4567;ext=22\r\n"))
        let again = try #require(cards(read(String(decoding: VCardWriter.card(of: bare), as: UTF8.self))).first)
        #expect(again.draft.number == card.draft.number)
        #expect(again.content == nil)
    }

    @Test func theSecondLineOfANumberIsKeptAndShown() throws {
        let card = try #require(cards(read("BEGIN:VCARD\nVERSION:3.0\nFN:가\nTEL:02-123-4567/8\nEND:VCARD")).first)
        #expect(card.draft.number.description == "02-123-4567")
        let content = try #require(card.content, "the text of the number is more than the number")
        #expect(content.kept.contains("TEL:02-123-4567/8"))
        #expect(ContactDetails(content, number: card.draft.number).numbers.map(\.text) == ["02-123-4567/8"])
    }

    @Test(arguments: [
        "", "+1 415", "+82 10-1234-567", "12345", "010-1234-567x", "mailto:a@b", "+1 415 555 0100 415 555 0100",
    ])
    func whatIsNoNumberHereIsNone(_ text: String) { #expect(PhoneNumber(card: text) == nil) }

    @Test func badCardsAreToldWithTheirLinesAndTheOthersAreRead() {
        let entries = read(
            """
            hello
            world
            BEGIN:VCARD
            FN:가
            TEL:010-1111-1111
            END:VCARD
            BEGIN:VCARD
            TEL:010-1111-1111
            END:VCARD
            BEGIN:VCARD
            FN:나
            END:VCARD
            BEGIN:VCARD
            FN:다
            TEL:+1 415
            END:VCARD
            BEGIN:VCARD
            FN:라
            TEL:+82 10
            END:VCARD
            BEGIN:VCARD
            FN;CHARSET=EUC-KR;ENCODING=QUOTED-PRINTABLE:=B0
            TEL:010-3333-3333
            END:VCARD
            BEGIN:VCARD
            FN:\(String(repeating: "바", count: 201))
            TEL:010-3333-3333
            END:VCARD
            END:VCARD
            BEGIN:VCARD
            FN:마
            BEGIN:VCARD
            FN:바
            TEL:010-2222-2222
            END:VCARD
            """)
        #expect(cards(entries).map(\.draft.name) == ["가", "바"])
        #expect(cards(entries).map(\.line) == [3, 32])
        let bad = entries.compactMap { entry -> String? in
            if case .bad(let line, let problem) = entry { "\(line) \(problem)" } else { nil }
        }
        #expect(
            bad == [
                "1 noCard", "7 noName", "10 noNumber", "13 number(\"+1 415\")", "17 number(\"+82 10\")", "21 encoding",
                "25 longName(limit: 200)", "29 noCard", "30 unfinished",
            ])
    }

    @Test(arguments: [
        ("PHOTO;VALUE=uri:http://example.invalid/a.png", 0), ("PHOTO:data:image/png;base64,QUJD", 0),
        ("PHOTO;ENCODING=b:%%%", 1), ("PHOTO:data:image/png;base64,\(String(repeating: "A", count: 3 << 20))", 1),
    ])
    func aPictureThatIsNotShownIsKeptOrLeftOutAndTold(_ line: String, _ leftOut: Int) throws {
        let card = try #require(
            cards(read(Data("BEGIN:VCARD\nFN:가\n\(line)\nTEL:01011111111\nEND:VCARD".utf8), pieces: 1 << 16)).first)
        #expect(card.leftOut == leftOut)
        #expect(card.draft.picture == .keep)
        #expect(card.content?.kept.contains(line) ?? false == (leftOut == 0))
    }

    @Test func whatIsWrittenIsFoldedWithoutCuttingACharacter() throws {
        let draft = try ContactDraft.example(String(repeating: "가나 🙂", count: 40))
        let contact = Contact(id: ContactID(1), name: draft.name, number: draft.number)
        let written = VCardWriter.card(
            of: WholeContact(contact: contact, uid: "a;b\\c", picture: .example(String(repeating: "p", count: 900))))
        let lines = String(decoding: written, as: UTF8.self).components(separatedBy: "\r\n")
        #expect(lines.count > 20)
        #expect(lines.allSatisfy { $0.utf8.count <= 75 && !$0.contains("\u{FFFD}") })
        #expect(lines.last == "")
    }

    @Test func theContactsOwnPictureIsStillTheFirstOfSeveralWhenItWasWritten() throws {
        let (own, other) = (try #require(ContactPicture.example("own")), try #require(ContactPicture.example("other")))
        let photos = [own, other].map { "PHOTO:data:image/png;base64,\($0.bytes.base64EncodedString())\n" }.joined()
        let card = try #require(cards(read("BEGIN:VCARD\nFN:A\nTEL:01012345678\n\(photos)END:VCARD\n")).first)
        #expect(card.draft.picture == .replace(own))
        let contact = Contact(id: ContactID(1), name: card.draft.name, number: card.draft.number)
        let written = VCardWriter.card(
            of: WholeContact(contact: contact, uid: "a", picture: own, content: card.content))
        #expect(cards(read(written)).first?.draft.picture == .replace(own))
    }

    @Test(arguments: ["001-234-5678", "008-2123-4567", "010-1234-5678", "1588-1234", "0507-1234-5678"])
    func aNumberIsReadBackWhateverItBeginsWith(_ text: String) throws {
        let contact = Contact(id: ContactID(1), name: "A", number: try PhoneNumber(text))
        let written = VCardWriter.card(of: WholeContact(contact: contact, uid: "a", picture: nil))
        #expect(cards(read(written)).first?.draft.number == contact.number)
    }

    @Test(arguments: 0..<30) func whatIsWrittenIsReadBackAsItWas(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let letters = Array("가힣ㄱ김 ab,;:\\\"'é🙂=\t漢").map(String.init)
        let contacts = try (0..<20).map { number in
            let count = Int.random(in: 1...80, using: &random)
            let name = "x" + (0..<count).map { _ in letters.randomElement(using: &random) ?? "" }.joined()
            let digits = "010\(Int.random(in: 1_000_000...99_999_999, using: &random))"
            let uid = (0..<20).map { _ in letters.randomElement(using: &random) ?? "" }.joined()
                .trimmingCharacters(in: .whitespaces)
            return WholeContact(
                contact: Contact(
                    id: ContactID(Int64(number)), name: PlainText(name), number: try PhoneNumber(digits)),
                uid: Bool.random(using: &random) ? uid : "urn:uuid:\(UUID())",
                picture: Bool.random(using: &random) ? .example(uid) : nil)
        }
        let written = contacts.reduce(into: Data()) { $0.append(VCardWriter.card(of: $1)) }
        let cards = cards(read(written, pieces: Int.random(in: 1...500, using: &random)))
        #expect(cards.map(\.draft.name) == contacts.map(\.contact.name))
        #expect(cards.map(\.draft.number) == contacts.map(\.contact.number))
        #expect(cards.map(\.uid) == contacts.map(\.uid))
        #expect(cards.map(\.draft.picture) == contacts.map { $0.picture.map { .replace($0) } ?? .keep })
    }

    @Test(arguments: 0..<60) func whateverAFileIsItIsReadToItsEnd(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pieces =
            [
                "BEGIN:VCARD", "END:VCARD", "\n", "\r\n", "\n ", "FN", "TEL", "N", "UID", "PHOTO", ":", ";", "=", "\"",
                "data:image/png;base64,", "\\", "\u{0}", "010-1234-5678", "가", ",", "BEGIN", "VCARD", "x.y", "tel:",
                "+82",
            ].map { Data($0.utf8) } + [Data([0xFF]), Data([0xEA, 0xB0])]
        let file = (0..<400).reduce(into: Data()) { file, _ in
            file.append(pieces.randomElement(using: &random) ?? Data())
        }
        let whole = read(file, pieces: file.count)
        #expect(read(file, pieces: Int.random(in: 1...9, using: &random)) == whole)
        // A valid card that follows is read after the preceding text has ended.
        let behind = read(file + Data("\nEND:VCARD\nBEGIN:VCARD\nFN:끝\nTEL:01012345678\nEND:VCARD\n".utf8))
        #expect(cards(behind).last?.draft.name == "끝")
    }

    @Test func aLineWithoutEndCostsLittle() {
        var reader = VCardReader()
        let piece = [UInt8](repeating: UInt8(ascii: "A"), count: 1 << 16)
        _ = reader.parse("BEGIN:VCARD\nPHOTO;ENCODING=b:".utf8)
        for _ in 0..<100 { _ = reader.parse(piece) }
        let entries = reader.parse("\nFN:가\nTEL:01012345678\nEND:VCARD\n".utf8) + reader.finish()
        #expect(cards(entries).first?.leftOut == 1)
    }
}
