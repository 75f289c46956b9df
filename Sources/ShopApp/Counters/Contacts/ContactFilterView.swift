import Canvas
import Contacts

/// Draws the line above the list that tells what is looked for, while something is.
struct ContactFilterView: CounterView {
    let words: Words

    mutating func add(_ state: ShopState, to frame: inout Frame) {
        guard let filter = state.book.filter, state.list.layout.shape.linesAbove > 0 else { return }
        let line = ContactFilterLine(words: words, layout: state.list.layout.coveringList)
        let count = state.book.contacts.count
        frame.panels.append(line.panel(filter, count: count, isTyping: state.book.isTyping))
        guard state.book.isTyping else { return }
        frame.cursor = line.cursor(filter, count: count)
        frame.showsCursor = state.isTyping
    }
}
