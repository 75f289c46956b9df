import Foundation
import TerminalText
import Testing

@testable import Contacts

@Suite struct CardImportTests {
    private func card(_ name: String, _ number: String, uid: String? = nil) throws -> VCard {
        VCard(line: 1, uid: uid, draft: try .example(name, number))
    }

    @Test func readingAFileTwiceAddsNothingTwice() async throws {
        try await withContacts { path in
            let store = PhoneBookStore(at: path)
            let cards = [
                try card("가", "01011111111", uid: "a"), try card("나", "01011111111"), try card("나", "01022222222"),
                try card("나", "010-1111-1111"),
            ]
            #expect(try await store.add(cards) == [.added, .added, .added, .known])
            #expect(try await store.add(cards) == [.known, .known, .known, .known])
            #expect(try await store.names() == ["가", "나", "나"])
        }
    }

    @Test func namesakesWithOneNumberAreToldByTheirIdentity() async throws {
        try await withContacts { path in
            let store = PhoneBookStore(at: path)
            let cards = [try card("가", "01011111111", uid: "a"), try card("가", "01011111111", uid: "b")]
            #expect(try await store.add(cards) == [.added, .added])
        }
    }

    @Test func whatIsThereIsNeverChanged() async throws {
        try await withContacts { path in
            let store = PhoneBookStore(at: path)
            _ = try await store.add([try card("가", "01011111111", uid: "a")])
            #expect(try await store.add([try card("나", "01011111111", uid: "a")]) == [.existsWithDifferences])
            #expect(try await store.names() == ["가"])
        }
    }

    @Test func aPhoneBookGoesThroughAFileToAnotherDevice() async throws {
        try await withContacts { path in
            let (one, other) = (PhoneBookStore(at: path), PhoneBookStore(at: path + ".other"))
            for number in 0..<30 {
                _ = try await one.keep("손님 \(number % 7)", picture: number % 3 == 0 ? .example("\(number)") : nil)
            }
            let file = try await one.contacts(after: nil, limit: 100).reduce(into: Data()) {
                $0.append(VCardWriter.card(of: $1))
            }
            var reader = VCardReader()
            let cards = (reader.parse(file) + reader.finish()).compactMap {
                if case .card(let card) = $0 { card } else { nil }
            }
            #expect(try await other.add(cards).allSatisfy { $0 == .added })
            #expect(try await one.add(cards).allSatisfy { $0 == .known })
            let (before, after) = (
                try await one.contacts(after: nil, limit: 100), try await other.contacts(after: nil, limit: 100)
            )
            #expect(before.map(\.uid) == after.map(\.uid))
            #expect(before.map(\.contact.name) == after.map(\.contact.name))
            #expect(before.map(\.picture) == after.map(\.picture))
        }
    }

    private func file(_ cards: (uid: String, name: String, number: String)...) -> Data {
        cards.reduce(into: Data()) { file, card in
            file += Data("BEGIN:VCARD\nUID:\(card.uid)\nFN:\(card.name)\nTEL:\(card.number)\nEND:VCARD\n".utf8)
        }
    }

    @Test func twoPeopleOfOneUIDAreTwo() async throws {
        try await withContacts { path in
            let store = PhoneBookStore(at: path)
            // A household: the number is the same. And one person with two numbers, on two cards.
            let cards = file(
                ("1", "가", "01011111111"), ("1", "나", "01022222222"), ("1", "다", "01011111111"),
                ("1", "가", "01033333333"), ("1", "가", "01011111111")
            ).cards
            let added: [CardOutcome] = [.added, .addedWithNewUID, .addedWithNewUID, .addedWithNewUID, .known]
            #expect(try await store.add(cards) == added)
            #expect(try await store.add(cards) == Array(repeating: .known, count: 5), "the file can be read again")
            let contacts = try await store.contacts(after: nil, limit: 10)
            #expect(contacts.map(\.contact.name) == ["가", "나", "다", "가"])
            #expect(contacts.first?.uid == "1")
            #expect(Set(contacts.map(\.uid)).count == 4)
        }
    }

    @Test func aUIDOfAnotherFileStandsForAnotherPersonIfNothingElseIsTheSame() async throws {
        try await withContacts { path in
            let store = PhoneBookStore(at: path)
            let cards: [(String, String, CardOutcome)] = [
                ("가", "01011111111", .added), ("가", "01022222222", .existsWithDifferences),
                ("나", "01011111111", .existsWithDifferences), ("나", "01022222222", .addedWithNewUID),
                ("나", "01022222222", .known),
            ]
            for (name, number, outcome) in cards {
                let outcomes = try await store.add(file(("1", name, number)).cards)
                #expect(outcomes == [outcome])
            }
            #expect(try await store.names() == ["가", "나"])
        }
    }

    @Test func aForeignNumberIsStoredAsItIsAndFoundByItsDigits() async throws {
        try await withContacts { path in
            let store = PhoneBookStore(at: path)
            for number in ["+1 (415) 555-0100", "0044 20 7946 0958 x3", "00442079460958"] {
                let outcomes = try await store.add(file((number, "가", number)).cards)
                #expect(outcomes == [.added])
            }
            let contacts = try await store.contacts(after: nil, limit: 10).map(\.contact)
            #expect(contacts.allSatisfy { $0.number.isForeign })
            #expect(
                contacts.map(\.number.description) == ["+1 (415) 555-0100", "0044 20 7946 0958;3", "00442079460958"])
            let index = try await store.index()
            #expect(index.list(matching: SearchPattern("415-5550")).count == 1)
            #expect(index.list(matching: SearchPattern("2079460958")).count == 2)
            let written = try await store.text()
            #expect(written.contains("TEL:+1 (415) 555-0100\r\n"))
            #expect(try await store.add(Data(written.utf8).cards).allSatisfy { $0 == .known })
        }
    }
}
