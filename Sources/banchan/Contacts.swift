import ArgumentParser
import Contacts
import Foundation
import ShopApp
import TerminalText

/// `banchan contacts`: the phone book of this device, to and from files.
struct Contacts: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write the contacts of this device to a file, or add those of one.",
        discussion: "Files are of vCard 4.0; those of version 3.0, as telephones write them, are read too.",
        subcommands: [Export.self, Import.self])

    /// Contacts that are read or written at once: others that have the phone book open come between.
    private static let batch = 200

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Write all contacts as cards.")

        @Argument(help: "The file, which is replaced as a whole; standard output where none is named, or -.")
        var file: String?

        func run() async throws {
            let user = User.current
            user.tellSettings()
            let book = try user.phoneBook()
            do throws(CardFileError) {
                let output = try CardOutput(path: file)
                try await write(from: book, to: output)
                try output.finish()
            } catch {
                throw user.failure(error, book)
            }
        }

        private func write(from book: PhoneBookStore, to output: CardOutput) async throws(CardFileError) {
            var last: ContactID?
            while true {
                let contacts = try await book.page(after: last, limit: Contacts.batch)
                guard let end = contacts.last else { return }
                last = end.contact.id
                for contact in contacts { try output.write(VCardWriter.card(of: contact)) }
            }
        }
    }

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add the contacts of a file of cards.",
            discussion: """
                What is there already stays as it is, so that the same file can be read again. Cards that cannot be \
                read are told with their lines, and all others are added.
                """)

        @Argument(help: "The file; standard input where none is named, or -.")
        var file: String?

        func run() async throws {
            let user = User.current
            user.tellSettings()
            let book = try user.phoneBook()
            var reading = CardReading(book: book, user: user, batch: Contacts.batch)
            do throws(CardFileError) {
                let input = try CardInput(path: file)
                while let bytes = try input.read() { try await reading.take(bytes) }
                try await reading.finish()
            } catch {
                throw user.failure(error, book)
            }
            let counts = reading.counts
            print(user.words.cards(.imported(added: counts.added, known: counts.known, bad: counts.bad)))
            if counts.bad > 0 { throw ExitCode.failure }
        }
    }
}

/// Cards on their way into the phone book.
private struct CardReading {
    let book: PhoneBookStore
    let user: User
    let batch: Int
    private(set) var counts = (added: 0, known: 0, bad: 0)
    private var reader = VCardReader()
    private var cards: [VCard] = []

    init(book: PhoneBookStore, user: User, batch: Int) {
        self.book = book
        self.user = user
        self.batch = batch
    }

    mutating func take(_ bytes: Data) async throws(CardFileError) { try await take(reader.take(bytes)) }

    mutating func finish() async throws(CardFileError) {
        try await take(reader.finish())
        try await add()
    }

    private mutating func take(_ entries: [VCardEntry]) async throws(CardFileError) {
        for entry in entries {
            switch entry {
            case .card(let card): cards.append(card)
            case .bad(let line, let problem):
                counts.bad += 1
                user.tell(.bad(line: line, problem))
            }
            if cards.count >= batch { try await add() }
        }
    }

    private mutating func add() async throws(CardFileError) {
        guard !cards.isEmpty else { return }
        for (card, outcome) in zip(cards, try await book.adding(cards)) {
            counts.added += outcome == .added ? 1 : 0
            counts.known += outcome == .added ? 0 : 1
            if outcome == .knownOtherwise {
                user.tell(.knownOtherwise(line: card.line, name: card.draft.name.string))
            } else if outcome == .added, !card.leftOut.isNothing {
                user.tell(.leftOut(line: card.line, card.leftOut))
            }
        }
        cards = []
    }
}

extension PhoneBookStore {
    fileprivate func page(after last: ContactID?, limit: Int) async throws(CardFileError) -> [WholeContact] {
        do throws(PhoneBookError) {
            return try await contacts(after: last, limit: limit)
        } catch {
            throw .phoneBook(error)
        }
    }

    fileprivate func adding(_ cards: [VCard]) async throws(CardFileError) -> [CardOutcome] {
        do throws(PhoneBookError) {
            return try await add(cards)
        } catch {
            throw .phoneBook(error)
        }
    }
}

extension User {
    /// This user's contacts.
    func phoneBook() throws -> PhoneBookStore {
        guard let book = PhoneBookStore.standard(environment: environment) else {
            throw failure(words.cards(.noPlace))
        }
        return book
    }

    /// Tells of cards that are not as they should be, and goes on.
    fileprivate func tell(_ news: CardMessage) { _ = failure(words.cards(news)) }

    fileprivate func failure(_ error: CardFileError, _ book: PhoneBookStore) -> ExitCode {
        switch error {
        case .phoneBook(let error): failure(words.cards(.phoneBook(path: book.path, error)))
        case .unreadable(let path, let code): failure(words.cards(.unreadableFile(path: path, code: code)))
        case .unwritable(let path, let code): failure(words.cards(.unwritableFile(path: path, code: code)))
        case .closed: failure(.outputClosed)
        }
    }
}
