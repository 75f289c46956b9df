import Domain
import ShopClient
import TerminalText

// What is shown of an order to those who read a language.
extension OrderLine {
    func title(in language: Language) -> PlainText { language.text(title, english: titleInEnglish) }
}

extension Order {
    /// What is copied of it: its number, what it is of, and what it costs.
    func copiedLines(_ words: Words) -> [String] {
        ["#\(id)"] + lines.map { "\($0.title(in: words.language)) x\($0.quantity)" } + [total.text]
    }

    /// Who ordered. A sale of the machine is nobody's, and says so in the reader's language.
    func who(in language: Language) -> PlainText {
        language.text(who, english: who == Order.soldByMachine ? "Drinks machine" : nil)
    }
}

extension PendingOrder {
    /// The same of an order that has no number yet.
    func copiedLines(_ words: Words) -> [String] {
        draft.lines.map { "\($0.item.title(in: words.language)) x\($0.quantity)" } + [draft.total.text]
    }
}
