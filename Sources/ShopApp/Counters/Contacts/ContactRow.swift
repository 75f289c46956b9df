import Canvas
import Contacts
import TerminalText

/// The row of a contact: name and number.
struct ContactRow: RowStyle {
    /// The minimum width for a number beside the name.
    private static let roomy = 36

    func lines(of contact: Contact, _ context: RowContext) -> [Line] {
        let layout = context.layout
        var line = LineBuilder(width: layout.width, margin: layout.margin)
        if layout.width >= ContactRow.roomy { line.right(contact.number.text(in: context.words.language), gap: 2) }
        line.left(contact.name.string, .bold)
        return [line.line]
    }
}
