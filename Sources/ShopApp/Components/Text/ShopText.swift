import Domain
import TerminalText

extension Language {
    /// What its readers see of a text of the shop: the shop's own words, unless it says the same in their language.
    func text(_ own: PlainText, english: PlainText?) -> PlainText {
        switch self {
        case .korean: own
        case .english: english ?? own
        }
    }

    func texts(_ own: [PlainText], english: [PlainText]?) -> [PlainText] {
        switch self {
        case .korean: own
        case .english: english ?? own
        }
    }
}

extension ShopText {
    subscript(language: Language) -> PlainText { language.text(own, english: english) }
}

extension SaleItem {
    func title(in language: Language) -> PlainText { language.text(title, english: titleInEnglish) }
}
