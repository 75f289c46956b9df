import Canvas
import Contacts
import ShopClient
import TerminalText

/// The lines of one contact: the circle, name and number.
struct ContactRow: RowStyle {
    /// From this width on a row of one line has room for an initial and a number.
    private static let roomy = 36
    /// From this width on a name and a number have room side by side.
    private static let wide = 48

    func lines(of contact: Contact, _ context: RowContext) -> [Line] {
        let layout = context.layout
        guard let size = layout.picture else { return [line(of: contact, layout)] }
        let disc = AvatarDisc(size: size, picture: context.picture.picture, name: contact.name)
        return (0..<layout.rowHeight).map { number in
            var line = LineBuilder(width: layout.width, margin: layout.margin)
            guard number < size.height else { return line.line }
            disc.add(row: number, to: &line)
            line.skip(ListLayout.pictureGap)
            let isWide = layout.width >= ContactRow.wide
            switch number - layout.titleLine {
            case 0:
                if isWide { line.right(contact.number.description, .plain, gap: 2) }
                line.left(contact.name.string, .bold)
            case 1 where !isWide: line.left(contact.number.description, .dim)
            default: break
            }
            return line.line
        }
    }

    private func line(of contact: Contact, _ layout: ListLayout) -> Line {
        var line = LineBuilder(width: layout.width, margin: layout.margin)
        if layout.width >= ContactRow.roomy {
            line.right(contact.number.description, .plain, gap: 2)
            let initial = AvatarDisc.initial(of: contact.name)
            line.left("(\(initial))", Style(.accent, .bold), gap: max(1, 3 - initial.columns))
        }
        line.left(contact.name.string, .bold)
        return line.line
    }
}
