import ArgumentParser
import Contacts
import Foundation
import ShopApp
import Terminal
import TerminalText

/// `banchan contacts`: lists, exports and imports the contacts of this device.
struct Contacts: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contacts",
        abstract: "List the contacts of this device, write them to a file, or add those of one.",
        discussion: "Files are of vCard 4.0; those of versions 2.1 and 3.0, as telephones write them, are read too.",
        subcommands: [ContactList.self, Export.self, Import.self], defaultSubcommand: ContactList.self)

    /// The number of contacts read or written at once: other programs get their turn at the phone book in between.
    static let batch = 200

    /// Opens the user's phone book. From now on, a signal to stop is noted and no longer ends the program.
    private static func opened() throws -> (User, PhoneBookStore, StopRequest) {
        let user = User.ofCommand
        return (user, try user.phoneBook(), StopRequest.onSignals())
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Write all contacts as cards, with everything that came with them.")

        @Argument(
            help:
                "The file, or the one to which a link leads, which is replaced as a whole; a device or a fifo is written to. Standard output where none is named, or -."
        )
        var file: String?

        func run() async throws {
            let (user, book, stop) = try Contacts.opened()
            do throws(CardFileError) {
                // Before the output is touched: what is there stays if the phone book cannot be read.
                let first = try await book.page(after: nil, limit: Contacts.batch)
                let output = try CardOutput(path: file, until: stop)
                let progress = output.sharesTerminal ? nil : user.progress(.exporting)
                defer { progress?.finish() }
                try await write(first, of: book, to: output, progress, stop)
                try output.finish()
            } catch {
                throw user.failure(error, book)
            }
        }

        /// Writes the contacts of `first` and all that come after them.
        private func write(
            _ first: [WholeContact], of book: PhoneBookStore, to output: CardOutput, _ progress: ProgressLine?,
            _ stop: StopRequest
        ) async throws(CardFileError) {
            let total = try await book.total()
            var (contacts, count) = (first, 0)
            while let last = contacts.last {
                for contact in contacts { try output.write(VCardWriter.card(of: contact)) }
                count += contacts.count
                progress?.report(ProgressEstimate(count: count, total: max(count, total)))
                if stop.isMade { throw .stopped }
                contacts = try await book.page(after: last.contact.id, limit: Contacts.batch)
            }
        }
    }

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Add the contacts of a file of cards.",
            discussion: """
                What is there already stays as it is, so that the same file can be read again. Cards that cannot be \
                read are printed with their lines, and all others are added, with everything that they say.
                """)

        @Argument(help: "The file; standard input where none is named, or -.")
        var file: String?

        func run() async throws {
            let (user, book, stop) = try Contacts.opened()
            let progress = user.progress(.importing)
            var reading = CardReading(book: book, user: user, progress: progress, batch: Contacts.batch)
            do throws(CardFileError) {
                defer { progress?.finish() }
                let input = try CardInput(path: file)
                while !reading.isOver, let bytes = try input.read(until: stop) {
                    try await reading.read(bytes, input.fraction, stop)
                }
                try await reading.finish(path: input.path, stop)
            } catch {
                progress?.finish()
                throw user.failure(error, book)
            }
            if stop.isMade {
                user.report(user.words.cards(.importStopped(added: reading.counts.added)))
                throw ExitCode(StopRequest.status)
            }
            try StandardOutput.write("\(user.words.cards(.imported(reading.counts)))\n")
            if reading.hasFailed { throw ExitCode.failure }
        }
    }
}

/// An import in progress: parses cards and adds them to the phone book in batches.
private struct CardReading {
    let book: PhoneBookStore
    let user: User
    let progress: ProgressLine?
    let batch: Int
    private(set) var counts = ImportCounts()
    private(set) var hasFailed = false
    private var reader = VCardReader()
    private var cards: [VCard] = []
    private var fraction: Double?

    init(book: PhoneBookStore, user: User, progress: ProgressLine?, batch: Int) {
        self.book = book
        self.user = user
        self.progress = progress
        self.batch = batch
    }

    /// Parses `bytes` and adds full batches of cards, unless a stop is requested. `fraction` is the fraction of the
    /// file read so far.
    mutating func read(_ bytes: Data, _ fraction: Double?, _ stop: StopRequest) async throws(CardFileError) {
        self.fraction = fraction
        try await add(reader.parse(bytes), stop)
    }

    mutating func finish(path: String, _ stop: StopRequest) async throws(CardFileError) {
        guard !stop.isMade else { return }
        try await add(reader.finish(), stop)
        if !stop.isMade { try await add() }
        if let problem = reader.problem { fail(.unreadCards(path: path, problem)) }
    }

    /// Whether the reader has given up on the rest of the file.
    var isOver: Bool { reader.problem != nil }

    private mutating func add(_ entries: [VCardEntry], _ stop: StopRequest) async throws(CardFileError) {
        for entry in entries where !stop.isMade {
            switch entry {
            case .card(let card): cards.append(card)
            case .bad(let line, let problem):
                counts.bad += 1
                fail(.bad(line: line, problem))
            }
            if cards.count >= batch { try await add() }
        }
        progress?.report(ProgressEstimate(count: counts.added + counts.known, fraction: fraction))
    }

    private mutating func add() async throws(CardFileError) {
        guard !cards.isEmpty else { return }
        for (card, outcome) in zip(cards, try await book.adding(cards)) {
            switch outcome {
            case .added: counts.added += 1
            case .addedWithNewUID:
                counts.added += 1
                counts.withNewUID += 1
            case .known: counts.known += 1
            case .existsWithDifferences:
                counts.known += 1
                counts.different += 1
                note(.existsWithDifferences(line: card.line, name: card.draft.name.string))
            }
            counts.leftOut += card.leftOut
            if card.leftOut > 0 { note(.leftOut(line: card.line, count: card.leftOut)) }
        }
        cards = []
        progress?.report(ProgressEstimate(count: counts.added + counts.known, fraction: fraction))
    }

    /// Reports a problem with a card or the file, and continues. The progress line is erased meanwhile.
    private func note(_ message: CardMessage) {
        let sentence = user.words.cards(message)
        if let progress { progress.aside { user.report(sentence) } } else { user.report(sentence) }
    }

    private mutating func fail(_ message: CardMessage) {
        hasFailed = true
        note(message)
    }
}

extension PhoneBookStore {
    fileprivate func total() async throws(CardFileError) -> Int {
        do throws(PhoneBookError) { return try await count() } catch { throw .phoneBook(error) }
    }

    func page(after last: ContactID?, limit: Int) async throws(CardFileError) -> [WholeContact] {
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
    /// Returns this user's phone book. Throws the exit code if there is no directory for it.
    func phoneBook() throws -> PhoneBookStore {
        guard let book = PhoneBookStore.standard(environment: environment) else {
            throw failure(words.cards(.noDirectory))
        }
        return book
    }

    func failure(_ error: CardFileError, _ book: PhoneBookStore) -> ExitCode {
        switch error {
        case .phoneBook(let error): failure(words.cards(.phoneBook(path: book.path, error)))
        case .unreadable(let path, let code): failure(words.cards(.unreadableFile(path: path, code: code)))
        case .unwritable(let path, let code): failure(words.cards(.unwritableFile(path: path, code: code)))
        case .output(let problem): failure(problem)
        case .stopped: stopped(.exportStopped)
        }
    }

    private func stopped(_ message: CardMessage) -> ExitCode {
        report(words.cards(message))
        return ExitCode(StopRequest.status)
    }
}

/// `banchan contacts list`: prints the contacts of this device.
struct ContactList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Print all contacts.",
        discussion: "What is printed with --json is described by schemas/contacts.json.")

    @Flag(help: "Print JSON: a list of contacts.")
    var json = false

    func run() async throws {
        let user = User.ofCommand
        let book = try user.phoneBook()
        let contacts: [ListedContact]
        do throws(CardFileError) {
            contacts = try await ContactList.all(of: book)
        } catch {
            throw user.failure(error, book)
        }
        try StandardOutput.write(
            json ? PrintedJSON.page(contacts) : ContactList.text(contacts, user.words))
    }

    private static func all(of book: PhoneBookStore) async throws(CardFileError) -> [ListedContact] {
        var contacts: [ListedContact] = []
        var last: ContactID?
        while true {
            let page = try await book.page(after: last, limit: Contacts.batch)
            guard let end = page.last else { return contacts }
            last = end.contact.id
            contacts += page.map { ListedContact($0) }
        }
    }

    /// Returns a line for each contact: the number and the name.
    private static func text(_ contacts: [ListedContact], _ words: Words) -> String {
        let rows = contacts.map { [words.phoneNumber($0.phoneNumber), $0.name] }
        return PrintedTable.text(rows, minWidths: [13, 0], numbers: [])
    }
}

/// A contact as `banchan contacts --json` prints it.
private struct ListedContact: Encodable {
    let id: Int64
    let uid: String
    let name: String
    let number: String
    let isForeign: Bool
    let hasPicture: Bool
    /// The number, for printing it as text.
    let phoneNumber: PhoneNumber

    init(_ whole: WholeContact) {
        id = whole.contact.id.value
        uid = whole.uid
        name = whole.contact.name.string
        phoneNumber = whole.contact.number
        number = phoneNumber.description
        isForeign = phoneNumber.isForeign
        hasPicture = whole.contact.hasPicture
    }

    private enum CodingKeys: String, CodingKey {
        case id, uid, name, number
        case isForeign = "is_foreign"
        case hasPicture = "has_picture"
    }
}
