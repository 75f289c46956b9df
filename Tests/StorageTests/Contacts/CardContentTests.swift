import Foundation
import TerminalText
import TestPeers
import TestSupport
import Testing

@testable import Contacts

/// The contents of a card besides name, number and picture are stored, and exported again.
@Suite struct CardContentTests {
    private func card(_ lines: String..., version: String = "3.0") throws -> VCard {
        let text = (["BEGIN:VCARD", "VERSION:\(version)", "FN:가", "TEL:010-1111-1111"] + lines + ["END:VCARD"])
            .joined(separator: "\r\n")
        return try #require(Data(text.utf8).cards.first)
    }

    private func kept(_ line: String, version: String) throws -> [String] {
        try card(line, version: version).content?.properties.dropFirst(2).map(\.line) ?? []
    }

    @Test(arguments: [
        // Version 2.1, as old telephones write it.
        ("2.1", "TEL;HOME;VOICE:02-123-4567", "TEL;TYPE=home;TYPE=voice:02-123-4567"),
        ("2.1", "TEL;PREF;WORK:02-123-4567", "TEL;TYPE=work;PREF=1:02-123-4567"),
        (
            "2.1", "NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=EB=8B=A8=EA=B3=A8, =0D=0A=EB=A7=B5;=\r\n=EA=B2=8C",
            "NOTE:단골\\, \\n맵\\;게"
        ),
        (
            "2.1", "ADR;HOME;CHARSET=EUC-KR;ENCODING=QUOTED-PRINTABLE:;;=BC=AD=BF=EF, 1;;;;",
            "ADR;TYPE=home:;;서울\\, 1;;;;"
        ),
        ("2.1", "NOTE;ENCODING=BASE64:64uo6rOo\r\n\r\n", "NOTE:단골"),
        ("2.1", "X-ANDROID-CUSTOM:vnd.android/nickname;별명;1;;", "X-ANDROID-CUSTOM:vnd.android/nickname;별명;1;;"),
        ("2.1", "LOGO;GIF;ENCODING=BASE64:\r\n R0lGODdh\r\n AQAB\r\n", "LOGO:data:image/gif;base64,R0lGODdhAQAB"),
        ("2.1", "SOUND;WAVE;BASE64:UklG\r\nRg==", "SOUND:data:audio/wav;base64,UklGRg=="),
        // Version 3.0.
        ("3.0", "item1.EMAIL;type=INTERNET;type=pref:a@b.example", "item1.EMAIL;TYPE=INTERNET;PREF=1:a@b.example"),
        ("3.0", "item1.X-ABLabel:_$!<HomePage>!$_", "item1.X-ABLABEL:_$!<HomePage>!$_"),
        ("3.0", "ADR;TYPE=\"home,pref\":;;길 1;서울;;;", "ADR;TYPE=home;PREF=1:;;길 1;서울;;;"),
        ("3.0", "NOTE:두\\n줄\\, 하나\\;", "NOTE:두\\n줄\\, 하나\\;"),
        ("3.0", "BDAY;VALUE=date:1990-01-02", "BDAY;VALUE=date:1990-01-02"),
        ("3.0", "X-IMAGE;ENCODING=b:QUJD", "X-IMAGE;ENCODING=b:QUJD"),
        ("3.0", "NOTE;CHARSET=SHIFT_JIS;ENCODING=b:k/qWew==", "NOTE:日本"),
        // Control characters are dropped, also those that are two bytes in UTF-8.
        ("3.0", "NOTE;X-A=b\u{90}c:맵\u{9B}31m게\u{7}\u{A0}끝", "NOTE;X-A=bc:맵31m게\u{A0}끝"),
        ("2.1", "NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C2=9B31m=1B[0m", "NOTE:31m[0m"),
        // Version 4.0 stays as it is.
        ("4.0", "EMAIL;TYPE=pref;X-A=\"b;c:d\":a@b.example", "EMAIL;TYPE=pref;X-A=\"b;c:d\":a@b.example"),
        ("4.0", "CATEGORIES:단골,VIP", "CATEGORIES:단골,VIP"),
    ])
    func whatACardSaysIsKeptAsVersion4HasIt(_ version: String, _ line: String, _ kept: String) throws {
        #expect(try self.kept(line, version: version) == [kept])
    }

    @Test(arguments: [
        "no colon", "NOTE;CHARSET=KLINGON:x", "NOTE;CHARSET=EUC-KR;ENCODING=QUOTED-PRINTABLE:=B0", "LOGO;ENCODING=b:%%",
        "A B:c", ":x",
    ])
    func whatIsNotUnderstoodIsCounted(_ line: String) throws {
        let card = try card(line)
        #expect(card.leftOut == 1)
        #expect(card.content == nil)
    }

    @Test func aCardOfNothingButNameAndNumberNeedsNoMore() throws {
        #expect(try card().content == nil)
        #expect(try card("EMAIL:a@b.example").content != nil)
    }

    @Test func numbersMailAndNotesAreShown() throws {
        let content = try #require(
            card(
                "TEL;TYPE=WORK,FAX:02-123-4567", "item3.TEL:+1 415 555 0100", "item3.X-ABLabel:미국",
                "TEL;TYPE=HOME:15881234",
                "ADR;TYPE=HOME:;2층;반찬로 1;종로구;서울시;03000;대한민국", "ADR:;;;부산시;;;",
                "TEL;TYPE=CELL:010 1111 1111", "EMAIL;TYPE=HOME:mailto:a@b.example", "NOTE:맵게\\n덜 짜게"
            ).content)
        let details = ContactDetails(content, number: try PhoneNumber("01011111111"))
        #expect(
            details.numbers == [
                .init(label: .home, text: "1588-1234"),
                .init(label: .fax, text: "02-123-4567"),
                .init(label: .own("미국"), text: "+1 415 555 0100", isForeign: true),
            ])
        #expect(details.mails == [.init(label: .home, text: "a@b.example")])
        #expect(details.notes == ["맵게 덜 짜게"])
        #expect(details.address == "서울시 종로구 반찬로 1 2층")
    }

    @Test func anEditOfNameNumberAndPictureKeepsTheRest() async throws {
        try await withContacts { path in
            let store = PhoneBookStore(at: path)
            let picture = try #require(ContactPicture.example()).bytes.base64EncodedString()
            let card = try #require(
                Data(
                    """
                    BEGIN:VCARD
                    VERSION:3.0
                    N:김;지훈;;;
                    FN;LANGUAGE=ko:김지훈
                    REV:20200101T000000Z
                    item1.TEL;TYPE=CELL:010-1234-5678
                    item1.X-ABLabel:가게
                    TEL;TYPE=HOME:02-123-4567
                    PHOTO;X-CROP=1;ENCODING=b;TYPE=PNG:\(picture)
                    EMAIL:a@b.example
                    END:VCARD
                    """.utf8
                ).cards.first)
            #expect(try await store.add([card]) == [.added])
            let seen = try #require(try await store.index().list.first)
            #expect(try await store.text().contains("PHOTO;X-CROP=1:data:image/png;base64,"))
            let renamed = try await store.update(seen, to: .example("김지우", "010-1234-5678")).contact
            _ = try await store.update(try #require(renamed), to: .example("김지우", "010-9999-9999", picture: .remove))
            #expect(
                try await store.text().split(separator: "\r\n").dropFirst(3) == [
                    "FN;LANGUAGE=ko:김지우", "item1.TEL;TYPE=CELL:010-9999-9999", "item1.X-ABLABEL:가게",
                    "TEL;TYPE=HOME:02-123-4567", "EMAIL:a@b.example", "END:VCARD",
                ])
        }
    }

    @Test func aDeletedContactComesBackWithEverything() async throws {
        try await withContacts { path in
            let store = PhoneBookStore(at: path)
            _ = try await store.add([try card("NOTE:맵게", "ADR:;;길;;;;")])
            let before = try await store.text()
            let contact = try #require(try await store.index().list.first)
            guard case .deleted(let deleted) = try await store.delete(contact) else { throw CancellationError() }
            _ = try await store.restore(deleted)
            #expect(try await store.text() == before)
            #expect(try await store.details(of: contact.id).notes == ["맵게"])
        }
    }

    @Test func aContactOfAnOlderPhoneBookGetsWhatItsCardSays() async throws {
        try await withContacts { path in
            let store = PhoneBookStore(at: path)
            let (bare, rich, other) = (try card(), try card("NOTE:맵게"), try card("NOTE:싱겁게"))
            #expect(
                try await store.add([bare, rich, rich, other, bare]) == [
                    .added, .known, .known, .existsWithDifferences, .known,
                ])
            let contact = try #require(try await store.index().list.first)
            #expect(try await store.details(of: contact.id).notes == ["맵게"])
        }
    }

    @Test(arguments: 0..<UInt64(LongForm.count(12, long: 400))) func nothingIsLostOnTheWayThroughAFile(seed: UInt64)
        async throws
    {
        try await withContacts { path in
            var random = SeededGenerator(seed: seed)
            let file = (0..<12).map { GeneratedCard.text($0, using: &random) }.joined(separator: "\r\n") + "\r\n"
            let (one, other) = (PhoneBookStore(at: path), PhoneBookStore(at: path + ".other"))
            let cards = Data(file.utf8).cards
            #expect(cards.count == 12)
            #expect(cards.allSatisfy { $0.leftOut == 0 })
            #expect(try await one.add(cards).allSatisfy { $0 == .added })
            let written = try await one.text()
            // Every marker in the imported file is exported again.
            for mark in file.matches(of: #/mark\d+/#) { #expect(written.unfolded.contains(mark.output)) }
            #expect(try await other.add(Data(written.utf8).cards).allSatisfy { $0 == .added })
            #expect(try await other.text() == written)
            #expect(try await one.add(Data(written.utf8).cards).allSatisfy { $0 == .known })
            try await expectEdited(other, written)
        }
    }

    /// Changes the name and number of every contact, and expects that all other contents are kept, and that a reader of
    /// the exported file gets the new values.
    private func expectEdited(_ book: PhoneBookStore, _ before: String) async throws {
        let index = try await book.index()
        for position in 0..<index.count {
            let draft = try ContactDraft.example("새 이름 \(position)", "010-0000-\(1_000 + position)")
            #expect(try await book.update(index[position], to: draft).contact != nil)
        }
        let after = try await book.text()
        let gone = ["FN", "N", "TEL", "REV"]
        func rest(_ text: String) -> [String] {
            Data(text.utf8).cards.flatMap { $0.content?.properties ?? [] }.filter { !gone.contains($0.name) }.map(
                \.line)
        }
        #expect(rest(after) == rest(before))
        let edited = Data(after.utf8).cards
        #expect(edited.allSatisfy { $0.draft.name.string.hasPrefix("새 이름") })
        #expect(edited.allSatisfy { $0.draft.number.description.hasPrefix("010-0000-1") })
        #expect(
            edited.map(\.content?.properties.count)
                == Data(before.utf8).cards.map { card in
                    let kept = card.content?.properties.filter { !["N", "REV"].contains($0.name) }.count
                    return kept == 2 && edited.first { $0.uid == card.uid }?.content == nil ? nil : kept
                })
    }
}

/// Generated cards in the style of telephones, with numbered markers that show whether anything was lost.
enum GeneratedCard {
    static func text(_ number: Int, using random: inout SeededGenerator) -> String {
        var marks = number * 1_000
        func mark() -> String {
            marks += 1
            return "mark\(marks)"
        }
        let version = ["2.1", "3.0", "4.0"].randomElement(using: &random) ?? "4.0"
        let types =
            version == "2.1"
            ? [";HOME", ";WORK;VOICE", ";CELL;PREF"] : [";TYPE=home", ";TYPE=\"work,voice\"", ";PREF=1"]
        func quoted() -> String {
            let bytes = Array("\(mark())의 메모, \"두\" 줄\r\n".utf8)
            let text = bytes.map { String(format: "=%02X", $0) }
            return
                "NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:\(text.prefix(9).joined())=\r\n\(text.dropFirst(9).joined())"
        }
        let extras = [
            { "TEL\(types[0]):02-\(300 + number)-0001;ext=\(mark())" },
            { "EMAIL\(types[1]):\(mark())@b.example" },
            { "item1.URL:http://\(mark()).example/?a=b;c,d" }, { "item1.X-ABLabel:\(mark())" },
            { "ADR\(types[0]):;;\(mark())길 1;서울;;12345;한국" }, { "ORG:\(mark());부서" },
            { "X-\(mark().uppercased());X-P=\"a;b:c\":\(mark())\\,\\;x" }, { "BDAY:1990-01-02" },
            { "CATEGORIES:\(mark()),단골" }, { "REV:2020\(mark())" }, { "NICKNAME:\(mark())" },
            { "LOGO;ENCODING=b;TYPE=GIF:\(Data("GIF89a\(number)".utf8).base64EncodedString())" },
            { "N:\(mark());지훈;;;" }, { "PRODID:-//\(mark())//KO" },
        ].filter { _ in Bool.random(using: &random) }.map { $0() }
        let head = ["BEGIN:VCARD", "VERSION:\(version)", "UID:card-\(number)-\(mark())", "FN:이름 \(mark())"]
        let note = version == "2.1" ? [quoted()] : ["NOTE:\(mark())\\n둘째 줄"]
        return
            (head + ["TEL\(types[2]):010-1111-\(1_000 + number)"] + (extras + note).shuffled(using: &random) + [
                "END:VCARD"
            ])
            .joined(separator: "\r\n")
    }
}

extension Data {
    /// The cards of a file.
    var cards: [VCard] {
        var reader = VCardReader()
        return (reader.parse(self) + reader.finish()).compactMap { if case .card(let card) = $0 { card } else { nil } }
    }
}

extension String {
    /// The text with folded lines joined.
    fileprivate var unfolded: String { replacing("\r\n ", with: "") }
}

extension PhoneBookList {
    fileprivate var first: Contact? { count > 0 ? self[0] : nil }
}

extension PhoneBookStore {
    /// All contacts as a file of cards.
    func text() async throws -> String {
        let file = try await contacts(after: nil, limit: 1_000).reduce(into: Data()) {
            $0.append(VCardWriter.card(of: $1))
        }
        return String(decoding: file, as: UTF8.self)
    }
}
