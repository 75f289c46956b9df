import Domain
import ShopClient
import TerminalText

// What is shown of an order to those who read a language.
extension OrderLine {
    func title(in language: Language) -> PlainText { language.text(title, english: titleInEnglish) }
}

extension Order {
    /// Who ordered. A sale of the machine is nobody's, and says so in the reader's language.
    func who(in language: Language) -> PlainText {
        language.text(who, english: who == Order.soldByMachine ? "Drinks machine" : nil)
    }
}
