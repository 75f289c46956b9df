import Domain
import ShopClient
import TerminalText

// The texts of an order by language.
extension OrderLine {
    func title(in language: Language) -> PlainText { language.text(title, english: titleInEnglish) }
}

extension Order {
    /// Returns the text for the clipboard: number, contents and price.
    func copiedLines(_ words: Words) -> [String] {
        ["#\(id)"] + lines.map { Order.counted($0.title(in: words.language).string, $0.quantity) }
            + [total.text]
    }

    /// Returns the guest's name. A sale of the drinks machine has none, and is described in the reader's language.
    func who(in language: Language) -> PlainText {
        language.text(who, english: who == Order.soldByMachine ? "Drinks machine" : nil)
    }
}

extension PendingOrder {
    /// Returns the text for the clipboard of an order that has no number yet.
    func copiedLines(_ words: Words) -> [String] {
        draft.lines.map { Order.counted($0.item.title(in: words.language).string, $0.quantity) } + [draft.total.text]
    }
}
