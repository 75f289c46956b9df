import Foundation
import TerminalText
import Testing

@testable import Contacts

/// Cards as telephones and other address books write them.
@Suite struct TelephoneCardTests {
    private func text(_ version: String, _ lines: [String]) -> String {
        (["BEGIN:VCARD", "VERSION:\(version)"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n")
    }

    private func entries(_ text: String, pieces: Int = 5) -> [VCardEntry] {
        var reader = VCardReader()
        var (rest, entries) = (Array(text.utf8)[...], [VCardEntry]())
        while !rest.isEmpty {
            entries += reader.parse(rest.prefix(pieces))
            rest = rest.dropFirst(pieces)
        }
        return entries + reader.finish()
    }

    private func card(_ version: String, _ lines: String...) throws -> VCard {
        let entries = entries(text(version, lines))
        #expect(entries.count == 1)
        guard case .card(let card)? = entries.first else { throw CancellationError() }
        return card
    }

    private func kept(_ card: VCard, _ name: String) -> [String] {
        card.content?.properties.filter { $0.name == name }.map(\.line) ?? []
    }

    // Names.

    @Test(arguments: [
        (["ORG:행복상사;배달팀"], "행복상사 배달팀"), (["NICKNAME:순이,막내"], "순이"), (["NICKNAME:,막내"], "막내"),
        (["FN:", "N:;;;;", "ORG:행복상사;"], "행복상사"), (["FN:\u{200B} ", "N: ;\u{A0}", "NICKNAME:순이"], "순이"),
        (["ORG:행복상사", "NICKNAME:사장님"], "사장님"), (["ORG:행복상사", "FN:", "N:김;지훈"], "김지훈"),
        (["N:;;가운데;박사;"], "박사 가운데"), (["N:\u{202A}김;지훈\u{200E}\u{A0}"], "김지훈"),
        (["FN:\u{202B}\u{FEFF}김\u{A0}지훈\u{202C}\u{200F}"], "김 지훈"), (["FN:", "FN:김지훈"], "김지훈"),
    ])
    func aNameIsWhateverACardHasOfOne(_ lines: [String], _ name: String) throws {
        let entries = entries(text("3.0", lines + ["TEL:010-1234-5678"]))
        guard case .card(let card)? = entries.first else { throw CancellationError() }
        #expect(card.draft.name.string == name)
        let full = card.content?.properties.first { $0.name == "FN" }
        #expect(full.map { PlainText($0.text).string } == name)
    }

    @Test func aCardWithoutAnyNameHasNone() {
        let lines = ["FN:", "N:;;;;", "ORG:;", "NICKNAME:", "TEL:010-1234-5678"]
        #expect(entries(text("3.0", lines)) == [.bad(line: 1, .noName)])
        let broken = ["ORG:\u{FFFD}\u{FFFD}", "TEL:010-1234-5678"]
        #expect(entries(text("3.0", broken)) == [.bad(line: 1, .encoding)])
    }

    // Cards within cards.

    @Test(arguments: [["AGENT:", "BEGIN:VCARD"], ["AGENT:BEGIN:VCARD"], ["item1.AGENT;X-A=1:", "", "BEGIN:VCARD"]])
    func anAgentIsAPropertyOfItsCard(_ begin: [String]) throws {
        let agent = ["VERSION:2.1", "N:박;비서", "TEL;WORK:02-111-2222", "NOTE:a\\;b,c", "END:VCARD"]
        let lines = ["N:김;사장"] + begin + agent + ["TEL;CELL:010-3333-4444"]
        let found = entries(text("2.1", lines))
        guard found.count == 1, case .card(let card)? = found.first else { throw CancellationError() }
        #expect(card.draft.name == "김사장")
        #expect(card.draft.number.description == "010-3333-4444")
        #expect(card.leftOut == 0)
        let property = try #require(card.content?.properties.first { $0.name == "AGENT" })
        #expect(property.text == (["BEGIN:VCARD"] + agent).joined(separator: "\n"))
        #expect(property.group == (begin[0].hasPrefix("item1") ? "item1" : nil))
        #expect(entries(of: card).map(\.content) == [card.content])
    }

    @Test func anAgentInOneLineStaysOne() throws {
        let agent = "AGENT:BEGIN:VCARD\\nFN:박비서\\nTEL:+1-919-555-1234\\nEND:VCARD\\n"
        let card = try card("3.0", "FN:김사장", agent, "TEL:010-1234-5678")
        #expect(kept(card, "AGENT") == [agent])
    }

    @Test func cardsWithinACardAreContactsOfTheirOwn() {
        let inner = text("2.1", ["N:박;하나", "TEL:010-1111-2222"])
        let outer = text("2.1", ["N:모임", "TEL:02-222-3333", inner + inner.dropLast(), "NOTE:뒤"])
        let cards = entries(outer).compactMap { if case .card(let card) = $0 { card } else { nil } }
        #expect(cards.map(\.draft.name) == ["박하나", "박하나", "모임"])
        #expect(cards.map(\.line) == [5, 10, 1])
        #expect(cards.last.map { kept($0, "NOTE") } == ["NOTE:뒤"])
    }

    @Test func cardsWithoutEndDoNotStopTheOthers() {
        let good = text("3.0", ["FN:가", "TEL:010-1111-2222"])
        let bad = good.replacing("END:VCARD\r\n", with: "")
        let unfinishedAgent = bad.replacing("FN:", with: "AGENT:\r\nBEGIN:VCARD\r\nEND:VCARD\r\nFN:")
        let entries = entries(String(repeating: bad, count: 6) + unfinishedAgent + good + good)
        let names = entries.compactMap { if case .card(let card) = $0 { card.draft.name } else { nil } }
        #expect(names == ["가", "가"])
        let lines = entries.compactMap { if case .bad(let line, .unfinished) = $0 { line } else { nil } }
        #expect(lines == [1, 5, 9, 13, 17, 21, 25])
    }

    // Quoted-printable.

    @Test(arguments: [
        ("=EB=8B=A8=\r\n=EA=B3=A8", "단골"), ("=EB=8B=A8=\r\n =EA=B3=A8", "단골"), ("=EB=8B=\r\n\t=A8=EA=B3=A8", "단골"),
        ("=EB=8B=A8=EA=\r\n =B3=A8=\r\n =0D=0A=EB=A7=B5=EA=B2=8C", "단골\n맵게"), ("=EB=8B=A8\r\n =EA=B3=A8", "단골"),
        ("=EB=8B=A8=\r\n =EA=B3\r\n =A8", "단골"), ("first=\r\n  second", "first second"),
        ("first=\r\n second=\r\nthird", "first secondthird"), ("first = \t\r\nsecond", "first second"),
        ("first=\r\n\r\nX-A:b", "first"), ("a=3D=\r\n =3D=\r\n", "a=="),
    ])
    func softLineBreaksAreFoldedToo(_ value: String, _ note: String) throws {
        let card = try card(
            "2.1", "N:김", "NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:\(value)", "TEL:010-1234-5678")
        #expect(card.content?.properties.first { $0.name == "NOTE" }?.text == note)
        #expect(card.leftOut == 0)
    }

    // Numbers.

    @Test(arguments: [
        (["TEL;TYPE=cell:010-1111-1111", "TEL;PREF=2:010-2222-2222", "TEL;PREF=1:02-333-3333"], "02-333-3333"),
        (["TEL;TYPE=cell:010-1111-1111", "TEL;TYPE=\"home,pref\":02-333-3333"], "02-333-3333"),
        (["TEL;CELL:010-1111-1111", "TEL;HOME;PREF:02-333-3333"], "02-333-3333"),
        (["TEL;TYPE=fax:02-111-1111", "TEL;TYPE=work:02-333-3333"], "02-333-3333"),
        (["item1.TEL:02-111-1111", "item1.X-ABLabel:_$!<HomeFAX>!$_", "TEL:02-333-3333"], "02-333-3333"),
        (["TEL:02-111-1111", "item2.TEL:02-333-3333", "item2.X-ABLabel:_$!<Mobile>!$_"], "02-333-3333"),
        (["TEL:02-111-1111", "ITEM2.TEL;type=pref:02-333-3333", "item2.X-ABLabel:가게"], "02-333-3333"),
        (["TEL;TYPE=cell:+1 415-555-0100", "TEL:02-333-3333"], "02-333-3333"),
        (["TEL;TYPE=cell:010-1111-1111", "TEL;TYPE=pref:+1 (415) 555-0100"], "+1 (415) 555-0100"),
        (["TEL:12345", "TEL:+82-2-333-3333"], "02-333-3333"),
        (["TEL:\u{202A}+82\u{A0}2\u{202F}333\u{2011}3333\u{202C}"], "02-333-3333"),
        (["TEL;VALUE=uri:tel:+82-2-333-3333\\;ext=12"], "02-333-3333;12"), (["TEL:02-333-3333 x12"], "02-333-3333;12"),
        (["TEL:\u{FEFF}02-333-3333 내선\u{A0}12\u{200E}"], "02-333-3333;12"),
        (["TEL;VALUE=uri:tel:+44-20-7946-0958;ext=12"], "+44-20-7946-0958;12"),
        (["TEL:\u{202A}+1\u{A0}(415)\u{A0}555-0100\u{202C}"], "+1 (415) 555-0100"),
    ])
    func thePreferredNumberIsShownAndAllAreKept(_ lines: [String], _ number: String) throws {
        let entries = entries(text("3.0", ["FN:김지훈", "NOTE:x"] + lines))
        guard case .card(let card)? = entries.first else { throw CancellationError() }
        #expect(card.draft.number.description == number)
        let values = lines.filter { $0.uppercased().contains("TEL") && !$0.contains("X-AB") }
            .map { String($0[$0.firstIndex(of: ":")!...].dropFirst()) }
        #expect(card.content?.properties.filter { $0.name == "TEL" }.map(\.value) == values)
        let details = try ContactDetails(#require(card.content), number: card.draft.number)
        #expect(details.numbers.count == lines.filter { !$0.contains("X-AB") }.count - 1)
    }

    // Pictures.

    private static let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0] + (0..<200).map { UInt8($0) })
    private static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + (0..<200).map { UInt8($0) })

    /// How the property of a picture begins, in each version that has it like this.
    static let heads = [
        "PHOTO;ENCODING=b;TYPE=jpeg:", "PHOTO;TYPE=JPEG;ENCODING=B:", "PHOTO;ENCODING=b:",
        "PHOTO;ENCODING=BASE64;JPEG:",
        "PHOTO;BASE64:", "PHOTO;ENCODING=b;TYPE=image/jpeg;VALUE=BINARY:", "PHOTO;TYPE=jpeg:", "PHOTO:",
        "PHOTO;VALUE=URI:data:image/jpeg;base64,", "PHOTO;VALUE=URI:data:image/jpeg\\;base64\\,",
        "PHOTO;VALUE=uri;TYPE=JPEG:data:image/jpeg;base64\\,", "PHOTO:data:image/jpeg;base64,",
        "PHOTO:data:;base64,", "item1.PHOTO;MEDIATYPE=image/jpeg:DATA:image/jpeg; base64, ",
    ]

    @Test(arguments: heads, ["3.0", "4.0"]) func picturesAreReadHoweverTheyAreWritten(
        _ head: String, _ version: String
    ) throws {
        for picture in [Self.jpeg, Self.png] {
            let base64 = picture.base64EncodedString()
            let lines = picture.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
            let shapes = [
                base64, lines.replacing("\n", with: "\r\n "), lines.replacing("\n", with: "\r\n  "),
                lines.replacing("\n", with: "\r\n"), lines.replacing("\n", with: " "), "\r\n " + base64 + "\r\n",
                base64.replacing("=", with: ""),
            ]
            for shape in shapes {
                let card = try card(version, "FN:김지훈", "TEL:010-1234-5678", head + shape, "NOTE:뒤")
                #expect(card.draft.picture == ContactPicture(picture).map { .replace($0) }, "\(shape)")
                #expect(card.leftOut == 0)
                #expect(kept(card, "NOTE") == ["NOTE:뒤"])
                #expect(entries(of: card).map(\.draft.picture) == [card.draft.picture])
            }
        }
    }

    /// What looks like the value of another kind stays the text that it is, and is read the same again.
    @Test(arguments: [
        ("PHOTO;TYPE=JPEG:/9j/a", 0), ("PHOTO:/9j/%%%%", 0), ("PHOTO;VALUE=URI:data:image/png;base64,%%", 0),
        ("PHOTO;VALUE=URI:data:image/png,abc", 0), ("NOTE;X-P=QUOTED-PRINTABLE:a=", 0), ("NOTE;X-P=BASE64:/9j/", 0),
        ("BEGIN;X-P=1:VCARD", 1), ("AGENT;ENCODING=QUOTED-PRINTABLE:BEGIN=3AVCARD", 1), ("AGENT:BEGIN:VCARD\u{1}", 1),
    ])
    func whatLooksLikeAnotherValueIsNone(_ line: String, _ leftOut: Int) throws {
        let card = try card("3.0", "FN:김지훈", "TEL:010-1234-5678", line, "URL:http://a.example")
        #expect(card.leftOut == leftOut)
        #expect(card.draft.picture == .keep)
        let lines = card.content?.properties.map(\.line) ?? []
        #expect(lines == ["FN:김지훈", "TEL:010-1234-5678"] + (leftOut == 0 ? [line] : []) + ["URL:http://a.example"])
        #expect(entries(of: card).map(\.content) == [card.content])
    }

    @Test func aPictureOfManyLinesCostsLittle() throws {
        let picture = Self.jpeg + Data(count: 500_000)
        let lines = picture.base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed])
        let card = try #require(
            Data(text("4.0", ["FN:김지훈", "TEL:010-1234-5678", "PHOTO:data:image/jpeg;base64,\(lines)"]).utf8).cards.first
        )
        #expect(card.draft.picture == ContactPicture(picture).map { .replace($0) })
    }

    // Files that are no cards.

    @Test(arguments: [
        ("이름,전화번호\n김지훈,010-1234-5678\n", VCardFileProblem.table), ("Name;Tel\r\n\"Kim; Anna\";1\r\n", .table),
        ("Name\tTel\nKim\t1\n", .table), ("\u{FEFF}First Name,Last Name,Notes\n", .table),
        ("PK\u{3}\u{4}rest of the archive", .archive),
        ("PK\u{3}\u{4}\nBEGIN:VCARD\nFN:a\nTEL:010-1234-5678\nEND:VCARD\n", .archive),
    ])
    func aFileThatIsNoneOfCardsIsNamed(_ text: String, _ problem: VCardFileProblem) {
        for pieces in [1, 7, 10_000] {
            var reader = VCardReader()
            var (rest, entries) = (Array(text.utf8)[...], [VCardEntry]())
            while !rest.isEmpty {
                entries += reader.parse(rest.prefix(pieces))
                rest = rest.dropFirst(pieces)
            }
            entries += reader.finish()
            #expect(entries == [])
            #expect(reader.problem == problem)
        }
    }

    @Test func aTableAmongCardsIsNotTheFile() {
        let card = text("3.0", ["FN:가", "TEL:010-1111-2222"])
        let both = entries("이름,전화\n김,1\n" + card + "a,b\nc,d\n")
        #expect(both.count == 3)
        #expect(both.first == .bad(line: 1, .noCard))
        #expect(both.last == .bad(line: 8, .noCard))
        #expect(entries("안녕, 세상\n") == [.bad(line: 1, .noCard)])
        #expect(entries("안녕\n세상\n") == [.bad(line: 1, .noCard)])
        #expect(entries("a,b\u{1}\nc,d\n") == [.bad(line: 1, .noCard)])
    }

    /// The cards that are read of what is written of `card`.
    private func entries(of card: VCard) -> [VCard] {
        let picture: ContactPicture? = if case .replace(let picture) = card.draft.picture { picture } else { nil }
        let contact = Contact(id: ContactID(1), name: card.draft.name, number: card.draft.number)
        return VCardWriter.card(
            of: WholeContact(contact: contact, uid: card.uid ?? "u", picture: picture, content: card.content)
        ).cards
    }
}
