import Foundation
import TerminalText
import TestPeers
import TestSupport
import Testing

@testable import Contacts

/// A card that is imported and exported says what it said before, but for `Version4Change.all`.
@Suite struct CardRoundTripTests {
    @Test(arguments: 0..<UInt64(LongForm.count(30, long: 1_000))) func generatedCardsStayWhatTheyAre(seed: UInt64)
        async throws
    {
        var random = SeededGenerator(seed: seed)
        let cards = (0..<20).map { AnyCard.text($0, using: &random) }
        try await expectSame(cards)
    }

    @Test func cardsInTheStyleOfKnownProgramsStayWhatTheyAre() async throws {
        try await expectSame(KnownCards.all)
    }

    /// Imports and exports the cards, and compares each with itself.
    private func expectSame(_ cards: [(version: String, text: String)]) async throws {
        try await withContacts { path in
            let store = PhoneBookStore(at: path)
            let read = Data(cards.map(\.text).joined().utf8).cards
            #expect(read.count == cards.count)
            #expect(read.allSatisfy { $0.leftOut == 0 })
            #expect(try await store.add(read).allSatisfy { $0 == .added })
            let written = try await store.contacts(after: nil, limit: 1_000)
            #expect(written.count == cards.count)
            for (card, contact) in zip(cards, written) {
                var expected = DecodedCard.properties(card.text, version: card.version)
                let number = contact.contact.number
                for change in Version4Change.all {
                    change.apply(
                        &expected, card.version, contact.contact.name.string, number.isForeign ? "" : number.address)
                }
                let file = String(decoding: VCardWriter.card(of: contact), as: UTF8.self)
                let actual = DecodedCard.properties(file, version: "4.0")
                #expect(
                    actual.map(\.description).sorted() == expected.map(\.description).sorted(), "\(card.text)\n\(file)")
            }
            // What is exported is the same again, and known.
            let again = Data(try await store.text().utf8).cards
            #expect(try await store.add(again).allSatisfy { $0 == .known })
        }
    }
}

/// Generated cards of any version with everything that a card may have.
enum AnyCard {
    private static let pieces = [
        "가", "힣", "각", "e\u{301}", "김", " ", "  ", ",", ";", ":", "\\", "\"", "'", "^", "^n", "=", "\n", "\t", "🙂", "👨‍👩‍👧",
        "🇰🇷", "👍🏽", "\u{200D}", "\u{200C}", "\u{A0}", "\u{202A}", "\u{FEFF}", "漢", "x", "10%", "C:\\new", "\u{7}",
    ]

    private static func text(_ count: ClosedRange<Int>, _ random: inout SeededGenerator) -> String {
        (0..<Int.random(in: count, using: &random)).map { _ in pieces.randomElement(using: &random)! }.joined()
    }

    private static func escaped(_ text: String) -> String {
        let scalars = text.unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
            switch scalar {
            case "\\", ";", ",": ["\\", scalar]
            case "\n": ["\\", "n"]
            default: [scalar]
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private static func text(_ count: ClosedRange<Int>, without excluded: String, _ random: inout SeededGenerator)
        -> String
    {
        let scalars = text(count, &random).unicodeScalars.filter { !excluded.unicodeScalars.contains($0) }
        return String(String.UnicodeScalarView(scalars))
    }

    /// The text as version 2.1 has it: quoted-printable, in lines that are folded or not, or plain.
    private static func line21(_ head: String, _ text: String, _ random: inout SeededGenerator) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { $0.isASCII && $0.value >= 0x20 && $0 != "\\" && $0 != ";" }
        guard !isPlain || Bool.random(using: &random) else { return "\(head):\(text)" }
        var line = "\(head);ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:"
        let fold = Bool.random(using: &random) ? "=\r\n " : "=\r\n"
        for (index, byte) in text.replacing("\n", with: "\r\n").utf8.enumerated() {
            if index > 0, index % 20 == 0 { line += fold }
            line += String(format: "=%02X", byte)
        }
        return line
    }

    private static func folded(_ line: String, _ random: inout SeededGenerator) -> String {
        guard !line.contains("\r\n") else { return line }
        var (result, count) = (String.UnicodeScalarView(), 0)
        let width = Int.random(in: 5...75, using: &random)
        for scalar in line.unicodeScalars {
            if count == width { (result, count) = (result + Array("\r\n ".unicodeScalars), 1) }
            result.append(scalar)
            count += 1
        }
        return String(result)
    }

    /// A quoted value of a parameter, with what RFC 6868 escapes.
    private static func parameter(_ random: inout SeededGenerator) -> String {
        let pieces = ["가", "a;b", "c:d", "e,f", "^n", "^'", "^^", "🙂", "  ", "x"]
        let text = (0..<Int.random(in: 1...4, using: &random)).map { _ in pieces.randomElement(using: &random)! }
            .joined()
        return "X-P=\"\(text)\""
    }

    static func text(_ number: Int, using random: inout SeededGenerator) -> (version: String, text: String) {
        let version = ["2.1", "3.0", "4.0"].randomElement(using: &random)!
        let isOld = version == "2.1"
        func pick<Value>(_ values: Value...) -> Value { values.randomElement(using: &random)! }
        func property(_ head: String, _ text: String) -> String {
            isOld ? line21(head, text, &random) : folded("\(head):\(escaped(text))", &random)
        }
        func structured(_ head: String, _ count: Int) -> String {
            let excluded = isOld ? "\n\\;" : "\n"
            let parts = (0..<count).map { _ in AnyCard.text(0...3, without: excluded, &random) }
            return isOld
                ? line21(head, parts.joined(separator: ";"), &random)
                : folded("\(head):\(parts.map(escaped).joined(separator: ";"))", &random)
        }
        let types =
            isOld
            ? pick(";HOME", ";WORK;VOICE", "") : pick(";TYPE=home", ";TYPE=\"work,voice\"", ";type=HOME;TYPE=x", "")
        let preference =
            isOld ? ";PREF" : version == "3.0" ? pick(";TYPE=pref", ";TYPE=\"cell,pref\"") : pick(";PREF=1", ";PREF=7")
        let group = pick("", "item\(number).", "A-b.")
        let picture = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, UInt8(number)]).base64EncodedString()
        let photo =
            isOld
            ? "PHOTO;PNG;ENCODING=BASE64:\r\n \(picture)\r\n"
            : pick(
                "PHOTO;ENCODING=b;TYPE=PNG:\(picture)", "PHOTO;VALUE=uri:data:image/png\\;base64\\,\(picture)",
                "PHOTO:data:image/png;base64,\(picture)")
        let base = [
            "BEGIN:VCARD", "VERSION:\(version)",
            "\(pick("", "u."))UID\(pick("", ";X-U=1")):\(pick("card \(number)", "urn:x:\(number)"))",
        ]
        let names = pick(
            [property("FN", "이름\(number)")], [property("FN", "이름" + text(0...5, &random))],
            ["FN:", "N:김;이름\(number);;;"], ["ORG:이름\(number);부서"])
        let first =
            "TEL\(pick(types, preference, "")):\(pick("010-1234-\(1000 + number)", "0101234\(1000 + number)", "+1 (415) 555-\(1000 + number)", "02 123 \(1000 + number) 내선 12"))"
        var extras = [
            property("NOTE\(pick("", ";LANGUAGE=ko"))", text(0...40, &random)), structured("ADR\(types)", 7),
            "\(group)TEL\(types):02-\(300 + number)-0001/2", "\(group)X-ABLabel:_$!<Home>!$_",
            "EMAIL\(preference):a\(number)@b.example", property("X-ANY", text(0...20, &random)),
            "X-IMAGE;ENCODING=b:QUJD", "REV:20200101T000000Z", photo, property("NICKNAME", text(1...3, &random)),
            isOld ? "LOGO;GIF;BASE64:R0lGODdhAQAB" : "LOGO;ENCODING=b;TYPE=GIF:R0lGODdhAQAB",
            isOld ? "TITLE:점장" : "NOTE;CHARSET=UTF-8;ENCODING=b:64uo6rOo",
        ]
        if !isOld { extras += ["x.X-Z;\(parameter(&random));\(parameter(&random)):\(escaped(text(0...6, &random)))"] }
        let isBare = Int.random(in: 0..<5, using: &random) == 0
        let chosen = isBare ? [] : extras.filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
        let lines = base + names + [first] + chosen + ["END:VCARD", ""]
        return (version, lines.joined(separator: "\r\n"))
    }
}

/// Cards in the style of known programs.
enum KnownCards {
    static let all = [
        card(
            1, "3.0", "PRODID:-//Apple Inc.//iPhone OS 17.0//EN", "N:김;지훈;;;", "FN:김지훈", "NICKNAME:지훈\\, 막내",
            "ORG:행복상사;",
            "EMAIL;type=INTERNET;type=HOME;type=pref:a@b.example",
            "TEL;type=CELL;type=VOICE;type=pref:+82\u{A0}10-1234-5678", "item1.TEL:02-123-4567;12",
            "item1.X-ABLabel:가게 뒤", "item2.ADR;type=WORK;type=pref:;;길 1\\n2층;서울;;03000;대한민국", "item2.X-ABADR:kr",
            "NOTE:두 줄\\n  들여쓰기\\; 끝\\\\", "BDAY;value=date:1990-01-02",
            "X-SOCIALPROFILE;type=x;x-user=\"a:b\":https://x.example/a"),
        card(
            2, "2.1", "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=EA=B9=80;=EC=A7=80=ED=9B=88;;;",
            "FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=EA=B9=80=EC=A7=80=\r\n=ED=9B=88",
            "TEL;CELL;PREF:010-1234-5678",
            "TEL;X-VOIP:+1 415-555-0100", "X-ANDROID-CUSTOM:vnd.android.cursor.item/nickname;별명;1;;;;;;;;;;;;;",
            "NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=EB=8B=A8=\r\n =EA=B3=A8=0D=0A=\r\n =EB=A7=B5=EA=B2=8C",
            "PHOTO;ENCODING=BASE64;PNG:iVBORw0K\r\n GgoA\r\n"),
        card(
            3, "3.0", "PRODID:-//Sabre//Sabre VObject 4.5.4//EN", "FN:박서연", "N:박;서연;;;",
            "TEL;TYPE=\"HOME,VOICE\":tel:+82-2-123-4567", "CATEGORIES:단골,VIP", "GENDER:F",
            "PHOTO;VALUE=URI:data:image/png;base64\\,iVBORw0KGgoA", "REV;VALUE=DATE-AND-OR-TIME:20240101T000000Z",
            "X-NC-SCOPE;X-NC-SCOPE=v2-private:1"),
        card(
            4, "4.0", "KIND:individual", "FN;PREF=1;LANGUAGE=ko:최 하나", "FN;LANGUAGE=en:Hana  Choi",
            "TEL;VALUE=uri;PREF=1:tel:+82-10-1111-2222",
            "ADR;LABEL=\"서울^n^'집^' ^^\";GEO=\"geo:37.5,127\":;;길;;;;", "RELATED;TYPE=friend;VALUE=text:이웃\\, 친구",
            "X-FLAGS;A=\"x;y\";B=z:👨‍👩‍👧\u{200C}  a\\nb", "PHOTO;MEDIATYPE=image/png:data:image/png;base64,iVBORw0KGgoA"),
        card(
            5, "2.1", "N:;;;;", "ORG;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:=ED=96=89=EB=B3=B5;=EC=98=81=EC=97=85",
            "TEL;WORK;VOICE:02-123-4567",
            "TEL;WORK;FAX:02-123-4568", "LABEL;WORK;PREF;ENCODING=QUOTED-PRINTABLE:Seoul=0D=0A=\r\nKorea",
            "URL;WORK:http://a.example/?a=1;b,c"),
    ]

    private static func card(_ number: Int, _ version: String, _ lines: String...) -> (version: String, text: String) {
        let head = ["BEGIN:VCARD", "VERSION:\(version)", "UID:known \(number)"]
        return (version, (head + lines + ["END:VCARD", ""]).joined(separator: "\r\n"))
    }
}
