import Canvas
import Domain
import TerminalText

extension FormView {
    /// Returns the field for the guest's name; only the name as text if it is fixed.
    func guest(_ guest: Guest, at stop: Stop, _ words: Words) -> [Row] {
        guard guest.isFixed else { return [text(words.guest, stop)] }
        return [
            Row(
                row: ModalRow(weight: .wanted) { line in
                    addLabel(words.guest, to: &line)
                    line.left(guest.name.string, .plain)
                })
        ]
    }
}
