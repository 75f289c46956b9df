import Contacts
import TerminalText

/// Generates a phone book of any size, with the same contacts each time.
enum GeneratedContacts {
    private static let families = Array("김이박최정강조윤장임한오서신권황안송류홍전고문양손배백허남심노하곽성차주우구민진")
        .map(String.init)
    private static let syllables = Array("가나다라마바사아자차카타파하거너더러서어저처고노도로소오조초호구누두루수우주희지훈연아영은민준서윤")
        .map(String.init)
    private static let foreign = ["Anna", "Émile", "Zoe", "Kim", "Lee", "Otto", "Maria", "Noor"]
    /// The number of contacts written at once.
    private static let batch = 1_000

    /// Adds contacts to a book that has `present` of them until there are `count`.
    static func fill(_ book: PhoneBookStore, from present: Int = 0, count: Int) async throws {
        let progress = MeasuringProgress("Making a phone book", steps: count - present)
        defer { progress.finish() }
        for start in stride(from: present, to: count, by: batch) {
            let cards = try (start..<min(count, start + batch)).map(card)
            _ = try await book.add(cards)
            progress.step(cards.count)
        }
    }

    private static func card(_ number: Int) throws -> VCard {
        let digits = String(String(100_000_000 + number * 7_919 % 100_000_000).dropFirst())
        let draft = try ContactDraft(name: PlainText(name(number)), number: PhoneNumber("010" + digits))
        return VCard(line: number, uid: "benchmark-\(number)", draft: draft)
    }

    private static func name(_ number: Int) -> String {
        if number % 23 == 0 { return "\(foreign[number / 23 % foreign.count]) \(number)" }
        let (first, second) = (number * 31 % syllables.count, number / 7 % syllables.count)
        return families[number % families.count] + syllables[first] + syllables[second]
    }
}
