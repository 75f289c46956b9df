import Domain
import TerminalText

extension Language {
    /// Returns a text of the shop in this language: the English version if there is one and this is English, otherwise
    /// the shop's own text.
    public func text(_ own: PlainText, english: PlainText?) -> PlainText {
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
