import Domain
import TerminalText

/// What one change put into the cart and took out of it. The change is kept, not the cart from before it, because undoing
/// has to spare whatever the guest changed since.
struct CartChange: Sendable {
    /// The lines that are gone, each with its index in the cart, in the cart's order.
    private let takenOut: [(line: Cart.Line, index: Int)]
    /// The lines with more pieces than before, each with those pieces only, and with the note that it had.
    private var putIn: [(line: Cart.Line, noteBefore: PlainText?)]

    var isEmpty: Bool { takenOut.isEmpty && putIn.isEmpty }

    /// The index of the first line that undoing puts back; `nil` if there is none.
    var firstIndex: Int? { takenOut.first?.index }

    init(from before: Cart, to after: Cart) {
        takenOut = before.lines.enumerated().filter { after.quantity(of: $1.item.id) == 0 }.map { ($1, $0) }
        putIn = after.lines.compactMap { line in
            let former = before.lines.first { $0.item.id == line.item.id }
            let count = line.quantity - (former?.quantity ?? 0)
            return count > 0 ? (Cart.Line(line.item, quantity: count, note: line.note), former?.note) : nil
        }
    }

    /// The change without the pieces that were put in.
    var losses: CartChange {
        var change = self
        change.putIn = []
        return change
    }

    /// Undoes the change in the cart as it is by now. Returns `false` if the cart has no room for a line.
    func undo(in cart: inout Cart) -> Bool {
        for (line, noteBefore) in putIn {
            guard let now = cart.lines.first(where: { $0.item.id == line.item.id }) else { continue }
            cart.set(now.quantity - line.quantity, of: now.item)
            if now.note == line.note { cart.setNote(noteBefore, of: now.item.id) }
        }
        var hasRoom = true
        for (line, index) in takenOut where !CartChange.putBack(line, at: index, in: &cart) { hasRoom = false }
        return hasRoom
    }

    /// Has the cart contain at least `line`. A line that the guest has put in again is not counted twice.
    private static func putBack(_ line: Cart.Line, at index: Int, in cart: inout Cart) -> Bool {
        guard let now = cart.lines.first(where: { $0.item.id == line.item.id }) else {
            cart.insert(line, at: index)
            return cart.quantity(of: line.item.id) > 0
        }
        cart.set(max(now.quantity, line.quantity), of: now.item)
        if now.note == nil { cart.setNote(line.note, of: now.item.id) }
        return true
    }
}
