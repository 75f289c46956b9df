import Domain
import ShopClient
import TerminalText

// The texts of a dish by language.
extension Dish {
    func title(in language: Language) -> PlainText { language.text(title, english: titleInEnglish) }
    func description(in language: Language) -> PlainText { language.text(description, english: descriptionInEnglish) }

    /// Returns the delivery types in one line; each Korean one is a single word.
    func delivery(in language: Language) -> String {
        language.texts(deliveryTypes, english: labelsInEnglish.deliveryTypes).map(\.string)
            .joined(separator: language == .korean ? " " : ", ")
    }
}

extension DishDetail {
    func description(in language: Language) -> PlainText { language.text(description, english: english.description) }
    func deliveryInfo(in language: Language) -> PlainText { language.text(deliveryInfo, english: english.deliveryInfo) }
    func deliveryFee(in language: Language) -> PlainText { language.text(deliveryFee, english: english.deliveryFee) }
}

extension DishDraft {
    func title(in language: Language) -> PlainText { language.text(title, english: titleInEnglish) }
}

extension Dish {
    /// Returns the text for the clipboard: the title and the price.
    func copiedLines(_ words: Words) -> [String] { ["\(title(in: words.language)) \(price.text)"] }
}
