import Canvas
import Domain
import TerminalText

extension FormView {
    /// Returns the field for the guest's name; only the name as text if it is fixed.
    func guest(_ guest: Guest, at stop: Stop, _ words: Words) -> [Row] {
        [guest.isFixed ? row(words.guest) { $0.left(guest.name.string, .plain) } : text(words.guest, stop)]
    }
}
