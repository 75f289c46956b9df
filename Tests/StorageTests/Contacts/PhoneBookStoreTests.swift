import Contacts
import Foundation
import TerminalText
import Testing

@Suite struct PhoneBookStoreTests {
    @Test func aContactIsKeptReadChangedAndDeleted() async throws {
        try await withContacts { path in
            let store = PhoneBookStore(at: path)
            let contact = try await store.keep("김지훈", "010-1234-5678")
            #expect(try await PhoneBookStore(at: path).contact(contact.id) == contact)

            let outcome = try await store.update(contact, to: .example("김지원", "02-123-4567"))
            let changed = try #require(outcome.contact)
            #expect(changed.id == contact.id)
            #expect(changed.name == "김지원")
            #expect(changed.number.description == "02-123-4567")
            #expect(try await PhoneBookStore(at: path).names() == ["김지원"])

            let deletion = try await store.delete(changed)
            guard case .deleted = deletion else { throw CancellationError() }
            #expect(try await store.contact(contact.id) == nil)
            #expect(try await PhoneBookStore(at: path).index().isEmpty)
        }
    }

    @Test func namesakesAreContactsOfTheirOwn() async throws {
        try await withContacts { path in
            let store = PhoneBookStore(at: path)
            let first = try await store.keep("김지훈", "010-1111-1111")
            let second = try await store.keep("김지훈", "010-2222-2222")
            _ = try await store.update(second, to: .example("김지훈", "010-3333-3333"))
            #expect(try await store.contact(first.id)?.number.description == "010-1111-1111")
            #expect(try await store.contact(second.id)?.number.description == "010-3333-3333")
            #expect(try await store.names() == ["김지훈", "김지훈"])
        }
    }

    @Test func aNumberThatIsTakenIsAskedAbout() async throws {
        try await withContacts { path in
            let store = PhoneBookStore(at: path)
            let first = try await store.keep("김지훈", "010-1111-1111")
            let draft = try ContactDraft.example("박서연", "01011111111")
            #expect(try await store.create(draft) == .numberTaken(by: [first]))
            #expect(try await store.names() == ["김지훈"])
            #expect(try await store.create(draft, evenIfNumberIsTaken: true).contact != nil)
            #expect(try await store.contacts(number: draft.number).map(\.name) == ["김지훈", "박서연"])
        }
    }

    @Test func aContactKeepsItsOwnNumberWithoutBeingAsked() async throws {
        try await withContacts { path in
            let store = PhoneBookStore(at: path)
            let first = try await store.keep("김지훈", "010-1111-1111")
            let second = try await store.keep("박서연", "010-2222-2222")
            #expect(try await store.update(first, to: .example("김지원", "010-1111-1111")).contact != nil)
            let outcome = try await store.update(second, to: .example("박서연", "010-1111-1111"))
            guard case .numberTaken(let others) = outcome else { throw CancellationError() }
            #expect(others.map(\.id) == [first.id])
        }
    }

    @Test func anEditOfWhatAnotherTerminalChangedOverwritesNothing() async throws {
        try await withContacts { path in
            let (one, other) = (PhoneBookStore(at: path), PhoneBookStore(at: path))
            let seen = try await one.keep("김지훈")
            let changed = try #require(try await other.update(seen, to: .example("김지원")).contact)
            #expect(try await one.update(seen, to: .example("김지수")) == .changedMeanwhile(changed))
            #expect(try await one.delete(seen) == .changedMeanwhile(changed))
            #expect(try await one.names() == ["김지원"])
            _ = try await other.delete(changed)
            #expect(try await one.update(changed, to: .example("김지수")) == .gone)
            #expect(try await one.delete(changed) == .gone)
        }
    }

    @Test func aPictureIsKeptWithItsContact() async throws {
        try await withContacts { path in
            let store = PhoneBookStore(at: path)
            let first = try #require(ContactPicture.example("first"))
            let second = try #require(ContactPicture.example("second"))
            let contact = try await store.keep("김지훈", picture: first)
            #expect(contact.hasPicture)
            #expect(try await PhoneBookStore(at: path).picture(of: contact.id) == first)

            let renamed = try #require(try await store.update(contact, to: .example("김지원")).contact)
            #expect(renamed.picture == contact.picture)
            let changed = try #require(
                try await store.update(renamed, to: .example(picture: .replace(second))).contact)
            #expect(changed.picture != contact.picture)
            #expect(try await store.picture(of: contact.id) == second)

            let bare = try #require(try await store.update(changed, to: .example(picture: .remove)).contact)
            #expect(!bare.hasPicture)
            #expect(try await store.picture(of: contact.id) == nil)
        }
    }

    @Test func aDeletedContactComesBackAsItWas() async throws {
        try await withContacts { path in
            let store = PhoneBookStore(at: path)
            let picture = try #require(ContactPicture.example())
            let contact = try await store.keep("김지훈", picture: picture)
            let outcome = try await store.delete(contact)
            guard case .deleted(let deleted) = outcome else { throw CancellationError() }
            _ = try await store.keep("박서연")

            let restored = try await store.restore(deleted)
            #expect(restored.id == contact.id)
            #expect(restored.name == contact.name)
            #expect(try await store.picture(of: contact.id) == picture)
            #expect(try await store.names() == ["김지훈", "박서연"])
            #expect(try await store.restore(deleted) == restored)
            #expect(try await store.names() == ["김지훈", "박서연"])
        }
    }

    @Test func theIdentityOfADeletedContactIsNeverUsedAgain() async throws {
        try await withContacts { path in
            let store = PhoneBookStore(at: path)
            let first = try await store.keep("김지훈")
            _ = try await store.delete(first)
            #expect(try await store.keep("박서연").id != first.id)
        }
    }

    @Test func theIndexIsTheSameUntilSomethingChanges() async throws {
        try await withContacts { path in
            let store = PhoneBookStore(at: path)
            _ = try await store.keep("나은")
            let index = try await store.index()
            #expect(try await store.index() == index)
            let other = PhoneBookStore(at: path)
            _ = try await other.keep("가은")
            #expect(try await store.index() != index)
            #expect(try await store.names() == ["가은", "나은"])
            _ = try await store.keep("다은")
            #expect(try await store.names() == ["가은", "나은", "다은"])
        }
    }

    @Test func theFileIsPrivateToItsUser() async throws {
        try await withContacts { path in
            let store = PhoneBookStore(at: path)
            _ = try await store.keep("김지훈")
            let manager = FileManager.default
            let directory = (path as NSString).deletingLastPathComponent
            let modes = try ([path, path + "-wal", directory]).map {
                try manager.attributesOfItem(atPath: $0)[.posixPermissions] as? Int
            }
            #expect(modes == [0o600, 0o600, 0o700])
            withExtendedLifetime(store) {}
        }
    }

    @Test func anEmptyOrEndlessNameIsNone() throws {
        let number = try PhoneNumber("010-1234-5678")
        #expect(throws: ContactNameError.missing) { try ContactDraft(name: "", number: number) }
        let endless = PlainText(String(repeating: "가", count: 400))
        #expect(throws: ContactNameError.tooLong(limit: 200)) { try ContactDraft(name: endless, number: number) }
    }
}
