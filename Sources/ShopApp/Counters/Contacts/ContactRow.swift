import Canvas
import Contacts
import TerminalText

/// The lines of one contact: the circle, name and number.
struct ContactRow {
    let layout: ContactLayout

    /// Columns between the circle and the name.
    private static let gap = 2

    /// `picture` is what can be shown of it now.
    func lines(of contact: Contact, picture: CellPicture?, isSelected: Bool) -> [Line] {
        guard let size = layout.avatar else { return [line(of: contact, isSelected: isSelected)] }
        let disc = AvatarDisc(size: size, picture: picture, name: contact.name)
        return (0..<layout.rowHeight).map { number in
            var line = LineBuilder(width: layout.width, margin: layout.menu.margin)
            guard number < size.height else { return line.line }
            disc.add(row: number, to: &line)
            // The bar of the selection begins after the circle, which stays what it is.
            let isTitle = number == size.height / 2
            line.skip(ContactRow.gap - 1)
            guard isTitle, isSelected else {
                line.skip(1)
                addText(of: contact, number - size.height / 2, to: &line)
                return line.line
            }
            return selected(contact, after: line)
        }
    }

    /// The title's text on a bar that reaches to the end of the row.
    private func selected(_ contact: Contact, after line: LineBuilder) -> Line {
        var text = LineBuilder(width: line.room)
        text.left(" ", .selected)
        addText(of: contact, 0, to: &text)
        return line.line.continued(
            by: text.line.bar(columns: line.room), at: layout.width - layout.menu.margin - line.room)
    }

    private func addText(of contact: Contact, _ number: Int, to line: inout LineBuilder) {
        switch number {
        case 0:
            if layout.isWide { line.right(contact.number.description, .plain, gap: 2) }
            line.left(contact.name.string, .bold)
        case 1 where !layout.isWide: line.left(contact.number.description, .dim)
        default: break
        }
    }

    private func line(of contact: Contact, isSelected: Bool) -> Line {
        var line = LineBuilder(width: layout.width, margin: layout.menu.margin)
        if layout.isRoomy {
            line.right(contact.number.description, .plain, gap: 2)
            let initial = AvatarDisc.initial(of: contact.name)
            line.left("(\(initial))", Style(.accent, .bold), gap: max(1, 3 - initial.columns))
        }
        line.left(contact.name.string, .bold)
        return isSelected ? line.line.uniform(.selected) : line.line
    }
}
