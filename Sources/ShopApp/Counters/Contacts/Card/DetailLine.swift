import Canvas
import Contacts
import TerminalText

/// A line of details on a contact's card: a label and the text in its own column.
struct DetailLine: Hashable, Sendable {
    let label: String
    let text: String
    /// The columns of the longest label; 0 if there is no room for labels.
    let labelColumns: Int

    private static let gap = 2
    private static let maxLabelWidth = 12
    /// The minimum width for labels.
    private static let roomy = 26
    private static let maxMails = 4
    private static let maxNumbers = 4
    private static let maxNoteLines = 4

    static func lines(of details: ContactDetails, width: Int, _ words: ContactTexts) -> [DetailLine] {
        let numbers = details.numbers.prefix(maxNumbers).map { entry in
            (label: entry.label.map(words.label) ?? words.number, text: words.number(entry), limit: 1)
        }
        let mails = details.mails.prefix(maxMails).map { (label: words.mail, text: $0.text.string, limit: 2) }
        let notes = details.notes.map { (label: words.note, text: $0.string, limit: maxNoteLines) }
        let all = numbers + mails + notes
        let longest = min(maxLabelWidth, all.map(\.label.columns).max() ?? 0)
        let columns = width < roomy ? 0 : longest
        let room = max(1, columns == 0 ? width : width - columns - gap)
        return all.flatMap { entry in
            entry.text.wrapped(columns: room, limit: entry.limit).enumerated().map { number, text in
                DetailLine(
                    label: number == 0 ? entry.label.truncated(columns: columns) : "", text: text, labelColumns: columns
                )
            }
        }
    }

    func add(to line: inout LineBuilder) {
        guard labelColumns > 0 else { return line.left(text) }
        line.left(label, .dim)
        line.skip(labelColumns - label.columns + DetailLine.gap)
        line.left(text)
    }
}

/// The details of the contact being viewed. They are read on demand, for that contact only.
struct ShownDetails: Hashable, Sendable {
    private var details = ContactDetails.none
    private var contact: Contact?
    /// The contact whose details were requested last.
    private var asked: Contact?

    /// Requests the details of `contact`, unless they were requested last.
    mutating func request(_ contact: Contact?) -> [ContactsRequest] {
        guard contact != asked else { return [] }
        asked = contact
        return contact.map { [.readDetails($0)] } ?? []
    }

    mutating func show(_ details: ContactDetails, of contact: Contact) {
        guard contact == asked else { return }
        (self.details, self.contact) = (details, contact)
    }

    /// Marks the details as outdated, so that they are requested again.
    mutating func change() { asked = nil }

    /// Returns the lines for `contact`. Until its details are loaded, the lines of the previous contact are left blank,
    /// so that the layout does not jump.
    func lines(for contact: Contact, width: Int, _ words: ContactTexts) -> [DetailLine] {
        let lines = DetailLine.lines(of: details, width: width, words)
        return contact.id == self.contact?.id
            ? lines : lines.map { _ in DetailLine(label: "", text: "", labelColumns: 0) }
    }
}
