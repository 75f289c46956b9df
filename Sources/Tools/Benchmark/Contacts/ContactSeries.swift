import Contacts
import TerminalText

/// The latencies of a large phone book's operations, in milliseconds.
struct ContactFigures: Sendable {
    var openings: [Double] = []
    var keys: [Double] = []
    var wholeKeys: [Double] = []
    var saves: [Double] = []
    var lists: [Double] = []
    var reloads: [Double] = []
}

/// Measures an existing phone book.
struct ContactSeries {
    let path: String
    let rounds: Int

    /// Search texts, typed letter by letter.
    private static let typed = ["ㄱㅅㅇ", "김서연", "anna", "0101234", "ㅎ", "999"]

    func figures() async throws -> ContactFigures {
        var figures = ContactFigures()
        let clock = ContinuousClock()
        // Kept open until the end, as a program keeps its own.
        let books = (0...rounds).map { _ in PhoneBookStore(at: path) }
        for book in books.dropLast() {
            figures.openings.append(try await clock.measure { _ = try await book.index() }.milliseconds)
        }
        try await type(into: books[0], &figures)
        try await save(in: books[0], besides: books[1], &figures)
        return figures
    }

    private func type(into book: PhoneBookStore, _ figures: inout ContactFigures) async throws {
        let (clock, index) = (ContinuousClock(), try await book.index())
        for text in Array(repeating: ContactSeries.typed, count: rounds).joined() {
            var earlier = (ContactFilter(""), index.list)
            for end in text.indices {
                let filter = ContactFilter(String(text[...end]))
                figures.wholeKeys.append(clock.measure { _ = index.list(matching: filter) }.milliseconds)
                var list = PhoneBookList.empty
                figures.keys.append(clock.measure { list = index.list(matching: filter, within: earlier) }.milliseconds)
                earlier = (filter, list)
            }
        }
    }

    private func save(
        in book: PhoneBookStore, besides other: PhoneBookStore, _ figures: inout ContactFigures
    ) async throws {
        let clock = ContinuousClock()
        for round in 0..<rounds * 4 {
            let draft = try ContactDraft(name: PlainText("홍길동 \(round)"), number: PhoneNumber("010-0000-0000"))
            figures.saves.append(
                try await clock.measure { _ = try await book.create(draft, evenIfNumberIsTaken: true) }.milliseconds)
            figures.lists.append(try await clock.measure { _ = try await book.index() }.milliseconds)
            if round % 4 == 0 {
                figures.reloads.append(try await clock.measure { _ = try await other.index() }.milliseconds)
            }
        }
    }
}
